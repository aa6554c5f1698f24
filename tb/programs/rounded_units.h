#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/config/quantity.h"
#include "tb/text/text_columns.h"

namespace flitcast {

/// Sizes or times of a file in what the network has, flits or cycles. What is no whole number of
/// them is rounded up, and can be told.
class RoundedUnits {
 public:
  static RoundedUnits sizes(const Scale& scale) {
    return {"size", "flits", "bytes", 1, static_cast<std::uint64_t>(scale.flit_bytes)};
  }
  /// In units of so many ps.
  static RoundedUnits times(const Scale& scale, const char* unit, std::uint64_t unit_ps) {
    return {"time", "cycles", unit, unit_ps, static_cast<std::uint64_t>(scale.period_ps)};
  }

  std::uint64_t operator()(std::uint64_t amount) {
    const std::uint64_t parts = amount * unit_;
    const std::uint64_t up = parts / whole_ + (parts % whole_ == 0 ? 0 : 1);
    if (parts % whole_ != 0 && ++rounded_ == 1) {
      first_ = amount;
      first_up_ = up;
    }
    return up;
  }

  /// A line, where something was.
  void tell(std::vector<std::string>& lines) const {
    if (rounded_ > 0) {
      lines.push_back(fmt::format(
          "rounded up to whole {}: {}, the first from {} to {:.15g} {}", whole_name_,
          count_of(rounded_, name_), first_,
          static_cast<double>(first_up_ * whole_) / static_cast<double>(unit_), unit_name_));
    }
  }

 private:
  RoundedUnits(const char* name, const char* whole_name, const char* unit_name, std::uint64_t unit,
               std::uint64_t whole)
      : name_(name), whole_name_(whole_name), unit_name_(unit_name), unit_(unit), whole_(whole) {}

  const char* name_;
  const char* whole_name_;
  const char* unit_name_;
  std::uint64_t unit_;  // bytes, or ps
  std::uint64_t whole_;
  std::uint64_t rounded_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t first_up_ = 0;
};

}  // namespace flitcast
