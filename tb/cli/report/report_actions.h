#pragma once

#include "tb/cli/arguments.h"

namespace flitcast {

// What draws: each in a file of its name. They return an exit code.
int report_main(const Arguments& arguments);

}  // namespace flitcast
