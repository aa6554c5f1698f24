#pragma once

#include "tb/cli/arguments.h"
#include "tb/explore/choose/choose_request.h"

namespace flitcast::explore {

// The command line of flitcast choose.

/// What is asked; every key is a list. Throws ConfigError.
ChooseOptions asked_of(const cli::Arguments& arguments);

/// --margin, 0.1 for 10 %. Throws ConfigError.
double margin_of(const cli::Arguments& arguments);

}  // namespace flitcast::explore
