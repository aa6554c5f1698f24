#pragma once

#include "hw/link_fault.h"
#include "hw/mixed.h"

namespace flitcast {

/// Flits first … last by a link are lost.
class Drops final : public LinkFault {
 public:
  Drops(std::uint64_t first, std::uint64_t last, std::uint64_t seed)
      : first_(first), last_(last), seed_(seed) {}

  Word turned_bits(std::uint64_t link, std::uint64_t number) const override {
    return first_ <= number && number <= last_ ? mixed(seed_, link, number) | 1U : 0;
  }

 private:
  std::uint64_t first_;
  std::uint64_t last_;
  std::uint64_t seed_;
};

}  // namespace flitcast
