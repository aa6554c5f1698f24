#pragma once

#include <stdexcept>

namespace flitcast::cosim {

/// A router in SystemVerilog is not equal to the model. what() says where, when, and in which pin.
class MismatchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace flitcast::cosim
