#pragma once

#include "tb/cli/arguments.h"

namespace flitcast::cli {

// What looks at routers as hardware: each in a file of its name. They return an exit code.
int area_main(const Arguments& arguments);
int characterise_main(const Arguments& arguments);

}  // namespace flitcast::cli
