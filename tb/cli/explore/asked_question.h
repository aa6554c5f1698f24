#pragma once

#include "tb/cli/arguments.h"
#include "tb/explore/choose/question.h"

namespace flitcast {

// The command line of flitcast choose.

/// What is asked; every key is a list. Throws ConfigError.
Asked asked_of(const Arguments& arguments);

/// --margin, 0.1 for 10 %. Throws ConfigError.
double margin_of(const Arguments& arguments);

}  // namespace flitcast
