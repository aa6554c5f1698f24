#pragma once

#include <stdexcept>

namespace flitcast::cosim {

/// A library of routers cannot be made. what() says why: what is to be installed, or what verilator
/// or the compiler said.
class RtlBuildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A user's router does not do. what() says why.
class UserRouterError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A router in SystemVerilog is not equal to the model. what() says where, when, and in which pin.
class MismatchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace flitcast::cosim
