// What every row does, at the sizes and on the hardware that tests/tb/sim asks for.

#include "tests/support/rows/simulated_row.h"

namespace flitcast {
namespace {

TEST_P(SimulatedRow, MeetsItsClosedFormToTheCycleAndDeliversItsData) {
  const auto& [run, hardware] = GetParam();
  RawConfig raw;
  give_all(raw, run, hardware);
  expect_simulated(raw, run, hardware);
}

}  // namespace
}  // namespace flitcast
