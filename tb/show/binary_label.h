#pragma once

#include <string>

#include <fmt/format.h>

#include "hw/topology/topology.h"

namespace flitcast {

/// A label with so many binary digits, "0110".
inline std::string binary(NodeId label, int digits) {
  return fmt::format("{:0{}b}", label, digits);
}

}  // namespace flitcast
