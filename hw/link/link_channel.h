#pragma once

#include <systemc>

#include "hw/cache_line.h"
#include "hw/link/link.h"

namespace flitcast {

/// What a router or network interface is bound to: one directed link, and which of its ports the
/// two ends mean by it.
class LinkInterface : virtual public sc_core::sc_interface {
 public:
  virtual Link& link() = 0;
  /// Port number at the module that writes.
  virtual PortId source_port() const = 0;
  /// Port number at the module that reads.
  virtual PortId sink_port() const = 0;
};

/// A link as a SystemC channel: a plain object, because the dates in the link (see VirtualChannel)
/// already do what a primitive channel's update phase is for. It begins with a cache line.
class alignas(kCacheLine) LinkChannel final : public LinkInterface {
 public:
  LinkChannel(const LinkParameters& parameters, PortId source_port, PortId sink_port)
      : link_(parameters), source_port_(source_port), sink_port_(sink_port) {}

  Link& link() override { return link_; }
  const Link& link() const { return link_; }
  PortId source_port() const override { return source_port_; }
  PortId sink_port() const override { return sink_port_; }

 private:
  Link link_;
  PortId source_port_;
  PortId sink_port_;
};

/// A module's side of any number of links.
using LinkPort = sc_core::sc_port<LinkInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND>;

}  // namespace flitcast
