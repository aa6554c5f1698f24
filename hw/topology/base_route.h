#pragma once

#include "hw/types.h"

namespace flitcast {

/// The way of headers through one network, one port at a time.
class BaseRoute {
 public:
  virtual ~BaseRoute() = default;

  /// The network port a header for `destination` takes at `here`; here != destination.
  virtual PortId next_port(NodeId here, NodeId destination) const = 0;

  /// On rings the upward port of the dimension of `port`, for routes that only go up; elsewhere
  /// `port` itself.
  virtual PortId upwards(PortId port) const { return port; }

  /// See Routing. Called only where the family wraps.
  virtual bool crosses_dateline(NodeId /*here*/, PortId /*port*/) const { return false; }
  virtual int next_class(NodeId /*here*/, PortId /*input_port*/, int /*input_class*/,
                         PortId /*output_port*/) const {
    return 0;
  }
};

}  // namespace flitcast
