#pragma once

#include <cstdint>
#include <string>

#include "hw/flit.h"
#include "hw/packet.h"
#include "hw/rtl_router/rtl_parameters.h"
#include "hw/rtl_router/rtl_pins.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// What of a flit the routers have in another form than the model: the addresses of headers, and
/// the routes that they bring, which are with the packet in the model.
class HeaderPins {
 public:
  /// For the router of a node. With `tags` the upper RtlParameters::kTagBits of headers tell by
  /// which input virtual channel they came. What it gets must outlive it.
  HeaderPins(const RtlParameters& parameters, const Topology& topology, const PacketPool& packets,
             NodeId node, bool tags)
      : parameters_(parameters),
        topology_(topology),
        packets_(packets),
        node_(node),
        tags_(tags),
        has_route_(std::uint64_t{1} << (parameters.route_bits() - 1)) {}

  /// The word of a flit that came by `input`: of headers with the address by which the routers know
  /// a node.
  std::uint64_t word(const Flit& flit, int input) const;
  /// Whether `flit`, which came by `input`, shows at a port.
  bool shows(const FlitPins& pins, int port, const Flit& flit, int input) const;
  /// What is wrong with what shows at a port, where `flit` should and does not.
  std::string difference(const FlitPins& pins, int port, const Flit& flit, int input) const;
  /// Whether a flit is a header with a route that goes on behind this node.
  bool brings_route(const Flit& flit) const;
  /// The route of a header that has made `hop` steps: its port here, because who sends to the next
  /// router gives it the next one. 0 without a route.
  std::uint64_t arriving_route(const Flit& flit, std::uint32_t hop) const;
  /// What is left of it when the header leaves: that there is one.
  std::uint64_t leaving_route(const Flit& flit) const;

 private:
  const RtlParameters& parameters_;
  const Topology& topology_;
  const PacketPool& packets_;
  NodeId node_;
  bool tags_;
  std::uint64_t has_route_;  // the bit of a route that says so
};

}  // namespace flitcast
