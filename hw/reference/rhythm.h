#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/flit_rate.h"
#include "hw/types.h"

namespace flitcast::reference {

/// Cycles in which flits pass at a rate of n in d cycles, n <= d: in the books the next one is due
/// d/n cycles after the last was, in fractions; it passes in the first whole cycle from there on.
/// One that came a cycle late or more begins new books.
class Rhythm {
 public:
  explicit Rhythm(const FlitRate& rate) : rate_(rate) {}

  Cycle from() const { return (due_ + rate_.flits - 1) / rate_.flits; }
  void beat(Cycle now) { due_ = (now > from() ? now * rate_.flits : due_) + rate_.cycles; }

 private:
  FlitRate rate_;
  std::int64_t due_ = 0;  // in n-ths of a cycle
};

}  // namespace flitcast::reference
