#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/bench/simulate.h"

namespace flitcast {

/// One simulation whose speed is of interest.
struct Case {
  const char* name;
  /// Messages per node, the dimension of the hypercube, the cycles of random traffic, or 1 for a
  /// row of the catalogue, which is played once.
  std::uint32_t scale;
  /// With 0 messages, or a row played 0 times, what is left is start-up.
  std::function<Measured(std::uint32_t scale)> run;
};

std::vector<Case> bench_cases();

}  // namespace flitcast
