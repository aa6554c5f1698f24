#pragma once

#include <string>

#include "tb/measures/activity.h"

namespace flitcast {

/// CSV: a line of names, then one per router, link and network interface. Events that a kind of
/// module does not have are left empty, so that the sum of a column counts each of them once.
std::string activity_csv(const Activity& activity);

}  // namespace flitcast
