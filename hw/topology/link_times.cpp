#include "hw/topology/link_times.h"

#include <algorithm>

namespace flitcast {
namespace {

LinkTime completed(const LinkTime& own, const NetworkConfig& config) {
  return {own.delay != 0 ? own.delay : config.link_delay,
          own.cycles_per_flit != 0 ? own.cycles_per_flit : config.cycles_per_flit};
}

}  // namespace

LinkTimes::LinkTimes(const Topology& topology, const NetworkConfig& config)
    : config_(config), ports_(static_cast<std::size_t>(topology.network_ports())) {
  smallest_ = largest_ = busiest_ = completed({}, config);
  if (!topology.has_link_times()) {
    return;
  }
  own_.reserve(topology.nodes() * ports_);
  bool first = true;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (std::size_t i = 0; i < ports_; ++i) {
      const auto port = static_cast<PortId>(i);
      const LinkTime& link = own_.emplace_back(completed(topology.link_time(node, port), config));
      if (topology.neighbour(node, port) == kNoNode) {
        continue;
      }
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

NetworkConfig LinkTimes::fastest() const {
  NetworkConfig fastest = config_;
  fastest.link_delay = smallest_.delay;
  fastest.cycles_per_flit = smallest_.cycles_per_flit;
  return fastest;
}

}  // namespace flitcast
