#include "hw/rtl_router/protocol_violation.h"

namespace flitcast {

void ViolationReport::violation(int port, const std::string& what, Cycle now) const {
  throw ProtocolViolation("the RTL of node " + std::to_string(node_) +
                          " breaks the protocol in cycle " + std::to_string(now) + ": port " +
                          std::to_string(port) + " " + what);
}

void ViolationReport::differs(int port, const std::string& what, std::uint64_t expected,
                              std::uint64_t got, Cycle now) const {
  violation(port, what + ": expected " + std::to_string(expected) + ", got " + std::to_string(got),
            now);
}

void ViolationReport::stopped(const std::string& why, Cycle now) const {
  throw ProtocolViolation("the RTL of node " + std::to_string(node_) + " stops in cycle " +
                          std::to_string(now) + ": " + why);
}

void ViolationReport::stopped_at_reset(const std::string& why) const {
  throw ProtocolViolation("the RTL of node " + std::to_string(node_) + " stops at reset: " + why);
}

}  // namespace flitcast
