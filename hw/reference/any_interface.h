#pragma once

#include "hw/reference/channel.h"
#include "hw/reference/clock.h"
#include "hw/reference/message.h"

namespace flitcast::reference {

/// What a network knows of the interface of a node. In a cycle it reads, then sends.
class AnyInterface {
 public:
  virtual ~AnyInterface() = default;

  /// Ports are attached in ascending order.
  virtual void attach(Channel& injection, Channel& ejection) = 0;
  virtual void post(Message& message) = 0;
  virtual void read(Clock& clock) = 0;
  virtual void send(Clock& clock) = 0;
};

}  // namespace flitcast::reference
