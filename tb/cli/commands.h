#pragma once

#include "tb/cli/arguments.h"
#include "tb/system/exit_code.h"

namespace flitcast {

// Every command returns an exit code, or throws ConfigError or FileError for bad input.

int run_command(const Arguments& arguments);
int check_command(const Arguments& arguments);
int show_command(const Arguments& arguments);
int list_command(const Arguments& arguments);
int diff_command(const Arguments& arguments);
int regress_command(const Arguments& arguments);
int sweep_command(const Arguments& arguments);
int crossover_command(const Arguments& arguments);
int report_command(const Arguments& arguments);

}  // namespace flitcast
