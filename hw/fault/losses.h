#pragma once

#include "hw/link_fault.h"
#include "hw/mixed.h"

namespace flitcast {

/// Every flit is lost with the same probability.
class Losses final : public LinkFault {
 public:
  /// 0 < rate < 1.
  Losses(double rate, std::uint64_t seed)
      : limit_(static_cast<std::uint64_t>(rate * 0x1p64)), seed_(seed) {}

  Word turned_bits(std::uint64_t link, std::uint64_t number) const override {
    const std::uint64_t draw = mixed(seed_, link, number);
    return draw < limit_ ? mixed(draw, link, number) | 1U : 0;
  }

 private:
  std::uint64_t limit_;
  std::uint64_t seed_;
};

}  // namespace flitcast
