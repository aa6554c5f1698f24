#pragma once

#include <functional>

namespace flitcast {

/// The number rounded to as few digits as `good` takes, four at least and all before its point;
/// itself where it takes no fewer than all.
double short_number(double number, const std::function<bool(double)>& good);

}  // namespace flitcast
