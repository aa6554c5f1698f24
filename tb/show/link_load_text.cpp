#include <algorithm>

#include <fmt/format.h>

#include "tb/results/schedule_report.h"
#include "tb/show/schedule_writers.h"
#include "traffic/verify/channels.h"

namespace flitcast {
namespace {

/// Directed links that the network has.
std::size_t links_of(const Topology& topology) {
  std::size_t links = 0;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      links += topology.neighbour(node, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
    }
  }
  return links;
}

}  // namespace

void write_link_load(const Draft& draft, const TextSink& sink) {
  const Schedule& schedule = draft.schedule();
  const std::size_t links = links_of(draft.topology());
  const Channels channels(draft.topology());
  TextStream stream(sink);
  stream.text() += fmt::format("{}\n{} directed links\n\n", title(draft), links);
  stream.text() += fmt::format("  {:>7}  {:>8}  {:>11}  {:>12}  {:>10}\n", "round", "messages",
                               "links taken", "most on one", "such links");
  Round round(draft.topology());
  for (std::uint64_t number = 0; number < schedule.rounds; ++number) {
    round.clear();
    schedule.fill(number, round);
    std::vector<std::uint64_t> loads(channels.size());
    for (std::size_t i = 0; i < round.size(); ++i) {
      channels.for_each_of(round[i].source, round[i].ports,
                           [&](ChannelId channel) { ++loads[channel]; });
    }
    const auto free = std::count(loads.begin(), loads.end(), 0U);
    const auto taken = static_cast<std::ptrdiff_t>(loads.size()) - free;
    const std::uint64_t most = taken > 0 ? *std::max_element(loads.begin(), loads.end()) : 0;
    stream.text() +=
        fmt::format("  {:>7}  {:>8}  {:>11}  {:>12}  {:>10}\n", number, round.size(), taken, most,
                    most > 0 ? std::count(loads.begin(), loads.end(), most) : 0);
    stream.pause();
  }
  stream.flush();
}

}  // namespace flitcast
