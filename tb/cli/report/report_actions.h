#pragma once

#include "tb/cli/arguments.h"

namespace flitcast::report {

// What draws: each in a file of its name. They return an exit code.
int report_main(const cli::Arguments& arguments);

}  // namespace flitcast::report
