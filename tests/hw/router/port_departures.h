#pragma once

#include <vector>

#include "hw/probe.h"
#include "tests/support/cores/core_network.h"

namespace flitcast {

/// When flits left routers for a port, in order.
struct Departures final : Probe {
  Departures() = default;
  /// Those of all routers of the network.
  explicit Departures(CoreNetwork& network) { network.attach_probe(this); }

  struct Departure {
    NodeId node;
    PortId port;
    Flit flit;
    Cycle at;
  };
  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override {
    sent.push_back({node, port, flit, at});
  }
  std::vector<Cycle> of(NodeId node, PortId port) const {
    std::vector<Cycle> dates;
    for (const Departure& departure : sent) {
      if (departure.node == node && departure.port == port) {
        dates.push_back(departure.at);
      }
    }
    return dates;
  }
  std::vector<Departure> sent;
};

/// Routers with stages of a cycle each.
inline NetworkConfig staged(int vcs = 1, Cycle buffer = 8) {
  NetworkConfig config;
  config.vcs = vcs;
  config.buffer_flits = buffer;
  config.pipeline.kind = PipelineKind::kStaged;
  return config;
}

}  // namespace flitcast
