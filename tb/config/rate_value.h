#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hw/flit_rate.h"

namespace flitcast {

inline constexpr const char* kRateSyntax = "X | X/Y";
inline constexpr const char* kRateRange = "above 0 … 1";
inline constexpr std::int64_t kMostTotalRate = 2;
inline constexpr const char* kTotalRateRange = "above 0 … 2";

/// Flits a cycle as a decimal number or a quotient of two, like 0.878125 or 28.1/32, exactly.
/// Throws ValueError.
FlitRate parse_rate(std::string_view text);
/// The same up to kMostTotalRate.
FlitRate parse_total_rate(std::string_view text);
/// "281/320", and "1" for a flit a cycle.
std::optional<std::string> rate_text(const FlitRate& rate);

}  // namespace flitcast
