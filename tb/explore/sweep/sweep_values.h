#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast::explore {

/// The most points that a sweep may have.
inline constexpr std::size_t kMostPoints = 1'000'000;

/// The values of a list in a [sweep] section, in its order: items separated by commas, each a
/// value, a range of numbers ("4..10"; "0..100 +10" or "0.1..0.4 +0.05" in steps; "1..1024 x2" by
/// factors; its end belongs to it if it is hit), or a value that has commas itself, in parentheses.
/// What the values mean is not looked at. Throws ValueError (config_value.h).
std::vector<std::string> parse_sweep_values(std::string_view text);

}  // namespace flitcast::explore
