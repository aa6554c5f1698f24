#include "traffic/dependency_graph.h"

#include <stdexcept>

namespace flitcast {
namespace {

constexpr std::size_t kMaskBits = 32;

enum class Mark : std::uint8_t { kNew, kOpen, kDone };

/// One channel on the way of the depth-first search, with the ports not followed yet.
struct Visit {
  ChannelId channel;
  std::uint32_t ports;
};

std::string describe(const Channels& channels, const std::vector<Visit>& way, ChannelId start) {
  std::size_t first = 0;
  while (way[first].channel != start) {
    ++first;
  }
  std::string text;
  for (std::size_t i = first; i < way.size(); ++i) {
    text += std::to_string(channels.source(way[i].channel)) + "->";
  }
  return text + std::to_string(channels.source(start));
}

}  // namespace

DependencyGraph::DependencyGraph(const Channels& channels)
    : channels_(channels), wanted_(channels.size(), 0) {
  if (channels.ports() > kMaskBits) {
    throw std::logic_error("a router with more than 32 network ports");
  }
}

std::string DependencyGraph::cycle() const {
  std::vector<Mark> marks(wanted_.size(), Mark::kNew);
  std::vector<Visit> way;
  for (ChannelId root = 0; root < wanted_.size(); ++root) {
    if (wanted_[root] == 0 || marks[root] != Mark::kNew) {
      continue;
    }
    marks[root] = Mark::kOpen;
    way.push_back({root, wanted_[root]});
    while (!way.empty()) {
      Visit& at = way.back();
      if (at.ports == 0) {
        marks[at.channel] = Mark::kDone;
        way.pop_back();
        continue;
      }
      const auto port = static_cast<std::uint32_t>(__builtin_ctz(at.ports));
      at.ports &= at.ports - 1;
      const ChannelId next = channels_.leaving(channels_.target(at.channel), port);
      if (marks[next] == Mark::kOpen) {
        return describe(channels_, way, next);
      }
      if (marks[next] == Mark::kNew) {
        marks[next] = Mark::kOpen;
        way.push_back({next, wanted_[next]});
      }
    }
  }
  return {};
}

}  // namespace flitcast
