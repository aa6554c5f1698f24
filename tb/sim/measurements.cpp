#include "tb/sim/measurements.h"

#include <algorithm>
#include <cmath>

namespace flitcast {
namespace {

Cycle nearest_rank(const std::map<Cycle, std::uint64_t>& histogram, std::uint64_t total,
                   double fraction) {
  const auto rank = static_cast<std::uint64_t>(std::ceil(fraction * static_cast<double>(total)));
  std::uint64_t seen = 0;
  for (const auto& [latency, count] : histogram) {
    seen += count;
    if (seen >= rank) {
      return latency;
    }
  }
  return 0;
}

}  // namespace

LatencyResult summarise_latencies(const std::map<Cycle, std::uint64_t>& histogram) {
  if (histogram.empty()) {
    return {};
  }
  std::uint64_t total = 0;
  double sum = 0;
  for (const auto& [latency, count] : histogram) {
    total += count;
    sum += static_cast<double>(latency) * static_cast<double>(count);
  }
  return {histogram.begin()->first,
          sum / static_cast<double>(total),
          nearest_rank(histogram, total, 0.50),
          nearest_rank(histogram, total, 0.95),
          nearest_rank(histogram, total, 0.99),
          histogram.rbegin()->first};
}

LinkResult summarise_links(const Fabric& fabric, Cycle cycles) {
  LinkResult result;
  double sum = 0;
  for (const Fabric::NetworkLink& network_link : fabric.network_links()) {
    const Link& link = *network_link.link;
    const double busy = static_cast<double>(link.busy_cycles(cycles));
    const double utilization = cycles > 0 ? busy / static_cast<double>(cycles) : 0;
    sum += utilization;
    result.max_utilization = std::max(result.max_utilization, utilization);
    result.waits += link.waits();
  }
  for (const Fabric::LocalLinks& local : fabric.local_links()) {
    result.waits += local.ejection->waits();
  }
  if (!fabric.network_links().empty()) {
    result.mean_utilization = sum / static_cast<double>(fabric.network_links().size());
  }
  return result;
}

std::vector<ChannelResult> list_channels(const Fabric& fabric, Cycle cycles) {
  std::vector<ChannelResult> channels;
  const auto add = [&](NodeId from, NodeId to, bool receive_port, const Link& link) {
    channels.push_back(
        {from, to, receive_port, link.flits(), link.busy_cycles(cycles), link.waits()});
  };
  for (const Fabric::NetworkLink& link : fabric.network_links()) {
    add(link.from, link.to, false, *link.link);
  }
  for (const Fabric::LocalLinks& local : fabric.local_links()) {
    add(local.node, local.node, true, *local.ejection);
  }
  return channels;
}

}  // namespace flitcast
