#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/types.h"
#include "traffic/play/cycle_counts.h"
#include "traffic/steady_state/load_result.h"

namespace flitcast {

/// A packet that has arrived.
struct Arrival {
  Cycle at;  ///< its tail is in the network interface
  Cycle created;
  Cycle injected;  ///< its header entered the injection channel
  Cycle asked;     ///< a reply: when its request was created; else -1
  NodeId source;
  NodeId destination;
  std::uint32_t kind;  ///< its class
  std::uint32_t hops;

  Cycle latency() const { return at - created; }
};

/// What is counted of the packets that are measured, by class and by node.
class LoadMeter {
 public:
  LoadMeter(NodeId processors, std::vector<LoadClass> classes)
      : classes_(std::move(classes)), nodes_(processors) {}

  void count(const Arrival& arrival) {
    LoadClass& packets = classes_[arrival.kind];
    const auto latency = static_cast<std::uint64_t>(arrival.latency());
    ++packets.packets;
    packets.latency += latency;
    packets.queueing += static_cast<std::uint64_t>(arrival.injected - arrival.created);
    packets.most = std::max(packets.most, arrival.latency());
    LoadNode& source = nodes_[arrival.source];
    ++source.sent_packets;
    source.sent_flits += packets.flits;
    source.latency += latency;
    LoadNode& destination = nodes_[arrival.destination];
    ++destination.received_packets;
    destination.received_flits += packets.flits;
    hops_ += arrival.hops;
    network_.count(arrival.at - arrival.injected);
    if (arrival.asked >= 0) {
      round_trips_ += static_cast<std::uint64_t>(arrival.at - arrival.asked);
    }
  }

  /// From the injection channel on.
  const CycleCounts& network_latencies() const { return network_; }
  /// Classes, nodes and means over the packets.
  void report(LoadResult& result) const;

 private:
  std::vector<LoadClass> classes_;
  std::vector<LoadNode> nodes_;
  std::uint64_t hops_ = 0;
  std::uint64_t round_trips_ = 0;
  CycleCounts network_;
};

}  // namespace flitcast
