#pragma once

#include <cstdint>

namespace flitcast {

/// Student's t with so many degrees of freedom, >= 1, for a two-sided interval of 95 %: the 0.975
/// quantile. To 0.0005 (Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, table
/// 26.10, and from 11 degrees on the expansion 26.7.5). Made of arithmetic alone: the same on every
/// machine.
double students_t_95(std::uint64_t degrees);

}  // namespace flitcast
