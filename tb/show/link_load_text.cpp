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

/// The loads of all channels in a round.
class LinkLoads {
 public:
  explicit LinkLoads(const Topology& topology) : channels_(topology), loads_(channels_.size()) {}

  void count(const Round& round) {
    std::fill(loads_.begin(), loads_.end(), 0);
    for (std::size_t i = 0; i < round.size(); ++i) {
      const MessageView m = round[i];
      channels_.for_each_of(m.source, m.ports, [&](ChannelId channel) { ++loads_[channel]; });
    }
  }
  auto taken() const {
    return std::count_if(loads_.begin(), loads_.end(), [](std::uint64_t load) { return load > 0; });
  }
  std::uint64_t most() const {
    return loads_.empty() ? 0 : *std::max_element(loads_.begin(), loads_.end());
  }
  auto with(std::uint64_t load) const { return std::count(loads_.begin(), loads_.end(), load); }

 private:
  Channels channels_;
  std::vector<std::uint64_t> loads_;
};

}  // namespace

void write_link_load(const Draft& draft, const TextSink& sink) {
  const Schedule& schedule = draft.schedule();
  const std::size_t links = links_of(draft.topology());
  LinkLoads loads(draft.topology());
  TextStream stream(sink);
  stream.text() += fmt::format("{}\n{} directed links\n\n", title(draft), links);
  stream.text() += fmt::format("  {:>7}  {:>8}  {:>11}  {:>12}  {:>10}\n", "round", "messages",
                               "links taken", "most on one", "such links");
  Round round(draft.topology());
  for (std::uint64_t number = 0; number < schedule.rounds; ++number) {
    round.clear();
    schedule.fill(number, round);
    loads.count(round);
    stream.text() +=
        fmt::format("  {:>7}  {:>8}  {:>11}  {:>12}  {:>10}\n", number, round.size(), loads.taken(),
                    loads.most(), loads.most() > 0 ? loads.with(loads.most()) : 0);
    stream.pause();
  }
  stream.flush();
}

}  // namespace flitcast
