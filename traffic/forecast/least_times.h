#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "hw/topology/link_times.h"
#include "traffic/program/placement.h"
#include "traffic/schedule/schedule.h"
#include "traffic/theory/message_times.h"

namespace flitcast {

/// What messages between ranks take at least, whoever else sends.
class LeastTimes {
 public:
  /// With the ranks on `nodes`, or, null, wherever they are. All references must outlive it.
  LeastTimes(const Routing& routing, const NetworkConfig& network, const Placement* nodes);

  /// Cycles from issue until all is in the memory of the destination.
  Cycle to_end(std::uint32_t source, std::uint32_t destination, std::uint64_t payload_flits);
  /// Cycles from issue until the next message may be at the port.
  Cycle at_port(std::uint32_t source, std::uint32_t destination, std::uint64_t payload_flits);
  /// Ports of a node that send side by side.
  Cycle senders() const { return times_.senders(ports_); }
  /// Cycles in which so many flits come over the links of a rank's node.
  Cycle over_links(std::uint32_t rank, Cycle flits) const;

 private:
  bool takes_base_routes() const {
    return nodes_ != nullptr && routing_.follows_base_routes() && routing_.draw() == nullptr;
  }
  void find_way(std::uint32_t source, std::uint32_t destination);
  /// Where it may take another way than the base route.
  std::size_t hops(std::uint32_t source, std::uint32_t destination) const;

  const Routing& routing_;
  const Placement* nodes_;
  int ports_;
  LinkTimes links_;
  NetworkConfig fastest_;
  MessageTimes times_;
  Round way_;
  std::size_t nearest_;  // links between any two ranks
};

}  // namespace flitcast
