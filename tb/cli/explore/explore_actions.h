#pragma once

#include "tb/cli/arguments.h"

namespace flitcast {

// What searches, by many runs: each in a file of its name. They return an exit code.
int sweep_main(const Arguments& arguments);
int load_main(const Arguments& arguments);
int choose_main(const Arguments& arguments);
/// flitcast choose --over=KEY.
int choose_over(const Arguments& arguments);
int crossover_main(const Arguments& arguments);

}  // namespace flitcast
