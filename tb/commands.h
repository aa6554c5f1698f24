#pragma once

#include "tb/arguments.h"

namespace flitcast {

/// Exit codes of the program.
namespace exit_code {
inline constexpr int kGood = 0;
inline constexpr int kUnmet = 1;     ///< an expectation or the data check failed
inline constexpr int kBadInput = 2;  ///< bad usage, configuration, or file
inline constexpr int kStuck = 3;     ///< deadlock or no progress
inline constexpr int kInternal = 4;  ///< an error of the program
}  // namespace exit_code

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
