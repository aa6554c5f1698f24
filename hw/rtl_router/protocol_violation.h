#pragma once

#include <stdexcept>
#include <string>

#include "hw/types.h"

namespace flitcast {

/// A router in SystemVerilog broke the rules of its neighbours. what() says where, when and which.
class ProtocolViolation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws what the router of a node did wrong.
class ViolationReport {
 public:
  explicit ViolationReport(NodeId node) : node_(node) {}

  /// A rule that it broke at a port.
  [[noreturn]] void violation(int port, const std::string& what, Cycle now) const;
  /// The same where it shows a number that should be another one.
  [[noreturn]] void differs(int port, const std::string& what, std::uint64_t expected,
                            std::uint64_t got, Cycle now) const;
  /// An assertion in the SystemVerilog, or $finish.
  [[noreturn]] void stopped(const std::string& why, Cycle now) const;
  [[noreturn]] void stopped_at_reset(const std::string& why) const;

 private:
  NodeId node_;
};

}  // namespace flitcast
