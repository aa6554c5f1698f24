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
  /// `told`: gets what() of a ProtocolViolation before that is thrown, because a simulation kernel
  /// may not pass it on; null: nobody.
  ViolationReport(NodeId node, std::string* told) : node_(node), told_(told) {}

  /// A rule that it broke at a port.
  [[noreturn]] void violation(int port, const std::string& what, Cycle now) const;
  /// The same where it shows a number that should be another one.
  [[noreturn]] void differs(int port, const std::string& what, std::uint64_t expected,
                            std::uint64_t got, Cycle now) const;
  /// An assertion in the SystemVerilog, or $finish.
  [[noreturn]] void stopped(const std::string& why, Cycle now) const;
  [[noreturn]] void stopped_at_reset(const std::string& why) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;

  NodeId node_;
  std::string* told_;
};

}  // namespace flitcast
