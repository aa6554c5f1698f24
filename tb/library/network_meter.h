#pragma once

#include <cstdint>
#include <vector>

#include <flitcast/network.h>

#include "traffic/play/cycle_counts.h"

namespace flitcast {

/// Counts the packets of a network, by class.
class NetworkMeter {
 public:
  void post(const Network::Packet& packet);
  void leave(const Network::Packet& packet) { ++classes_[packet.message_class].counts.sent; }
  void arrive(const Network::Arrival& arrival);

  /// Of what has been counted; it is `now`.
  Network::Statistics statistics(Network::Cycle now) const;

 private:
  struct Class {
    Network::ClassStatistics counts;
    CycleCounts latencies;
    CycleCounts network_latencies;
  };

  std::vector<Class> classes_;
};

}  // namespace flitcast
