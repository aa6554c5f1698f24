#pragma once

#include "tb/cli/arguments.h"

namespace flitcast {

/// For commands that sweep: a list that is given as the value of a key, --router.vcs=1,2, was meant
/// to be swept. Throws ConfigError, which says how.
void refuse_lists(const Arguments& arguments);

}  // namespace flitcast
