#pragma once

#include "tb/cli/arguments.h"
#include "tb/explore/choose/choose_request.h"

namespace flitcast {

// The command line of flitcast choose.

/// What is asked; every key is a list. Throws ConfigError.
ChooseOptions asked_of(const Arguments& arguments);

/// --margin, 0.1 for 10 %. Throws ConfigError.
double margin_of(const Arguments& arguments);

}  // namespace flitcast
