#pragma once

#include "tb/cli/arguments.h"

namespace flitcast::explore {

// What searches, by many runs: each in a file of its name. They return an exit code.
int sweep_main(const cli::Arguments& arguments);
int load_main(const cli::Arguments& arguments);
int choose_main(const cli::Arguments& arguments);
/// flitcast choose --over=KEY.
int choose_over(const cli::Arguments& arguments);
int crossover_main(const cli::Arguments& arguments);

}  // namespace flitcast::explore
