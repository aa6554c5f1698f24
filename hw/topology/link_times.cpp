#include "hw/topology/link_times.h"

#include <algorithm>

namespace flitcast {
LinkTimes::LinkTimes(const Topology& topology, const NetworkConfig& config)
    : topology_(topology), config_(config) {
  smallest_ = largest_ = busiest_ = completed({});
  if (!topology.has_link_times()) {
    return;
  }
  bool first = true;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int i = 0; i < topology.network_ports(); ++i) {
      const auto port = static_cast<PortId>(i);
      if (topology.neighbour(node, port) == kNoNode) {
        continue;
      }
      const LinkTime link = of(node, port);
      if (first) {
        smallest_ = largest_ = busiest_ = link;
        first = false;
      }
      include(link);
    }
  }
}

void LinkTimes::include(const LinkTime& link) {
  differ_ = differ_ || link.delay != config_.link_delay ||
            link.cycles_per_flit != config_.cycles_per_flit;
  smallest_ = {std::min(smallest_.delay, link.delay),
               std::min(smallest_.cycles_per_flit, link.cycles_per_flit)};
  largest_ = {std::max(largest_.delay, link.delay),
              std::max(largest_.cycles_per_flit, link.cycles_per_flit)};
  if (link.cycles_per_flit - link.delay > busiest_.cycles_per_flit - busiest_.delay) {
    busiest_ = link;
  }
}

TimingModel LinkTimes::fastest_model() const {
  NetworkConfig fastest = config_;
  fastest.link_delay = smallest_.delay;
  fastest.cycles_per_flit = smallest_.cycles_per_flit;
  return timing_model(fastest);
}

}  // namespace flitcast
