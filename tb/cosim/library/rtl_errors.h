#pragma once

#include <stdexcept>

namespace flitcast::cosim {

/// A library of routers cannot be made. what() says why: what is to be installed, or what verilator
/// or the compiler said.
class RtlBuildError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace flitcast::cosim
