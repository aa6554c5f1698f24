#pragma once

#include <stdexcept>

namespace flitcast::cosim {

/// A library of routers cannot be made. what() says why: what is to be installed, or what verilator
/// or the compiler said.
class RtlBuildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A router in SystemVerilog ended a run, because it broke the rules of its neighbours. what() says
/// where, when and which.
class RtlBreachError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace flitcast::cosim
