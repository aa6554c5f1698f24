#pragma once

#include <vector>

#include "hw/probe.h"

namespace flitcast {

/// When flits left routers for a port, in order.
struct Departures final : Probe {
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

}  // namespace flitcast
