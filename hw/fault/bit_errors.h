#pragma once

#include <cmath>

#include "hw/link_fault.h"
#include "hw/mixed.h"

namespace flitcast {

/// Every bit is turned with the same probability, each for itself.
class BitErrors final : public LinkFault {
 public:
  /// 0 < rate < 1.
  BitErrors(double rate, std::uint64_t seed) : log_of_right_(std::log1p(-rate)), seed_(seed) {}

  // From one bit that is turned to the next: the bits between them are a geometric number.
  Word turned_bits(std::uint64_t link, std::uint64_t number) const override {
    constexpr double kBits = 64;
    std::uint64_t draw = mixed(seed_, link, number);
    Word turned = 0;
    for (double bit = right_bits(draw); bit < kBits; bit += 1 + right_bits(draw)) {
      turned |= Word{1} << static_cast<int>(bit);
      draw = mixed(draw, link, number);
    }
    return turned;
  }

 private:
  double right_bits(std::uint64_t draw) const {
    const double even = (static_cast<double>(draw >> 11U) + 1) * 0x1p-53;  // in (0, 1]
    return std::floor(std::log(even) / log_of_right_);
  }

  double log_of_right_;
  std::uint64_t seed_;
};

}  // namespace flitcast
