#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace flitcast::area {

/// What synthesis says of a router: before layout and without wires, so that only ratios between
/// routers mean anything (kAreaCaveat).
struct RouterArea {
  std::uint64_t cells = 0;  ///< of the liberty file; without one, yosys's own gates
  std::uint64_t flip_flops = 0;
  std::uint64_t lut4 = 0;           ///< look-up tables with four inputs, of an FPGA
  std::optional<double> gates;      ///< area in NAND2 cells; needs a liberty file
  std::optional<double> period_ns;  ///< the shortest; needs a liberty file and OpenSTA
};

inline bool operator==(const RouterArea& a, const RouterArea& b) {
  return a.cells == b.cells && a.flip_flops == b.flip_flops && a.lut4 == b.lut4 &&
         a.gates == b.gates && a.period_ns == b.period_ns;
}

/// Gates as they are told.
inline double tenths(double gates) {
  return std::round(gates * 10) / 10;
}

/// Stands beside all such numbers.
inline constexpr const char* kAreaCaveat =
    "before layout and without wires: only ratios between configurations mean anything";

}  // namespace flitcast::area
