#include "traffic/verify/dependency_graph.h"

#include <algorithm>

namespace flitcast {
namespace {

enum class Mark : std::uint8_t { kNew, kOpen, kDone };

}  // namespace

DependencyGraph::DependencyGraph(const Channels& channels, const DependencyOptions& options)
    : channels_(channels),
      options_(options),
      wanted_(channels.size() * static_cast<std::size_t>(options.classes), places()),
      wanted_behind_receive_(options.receive_ports ? channels.nodes() : 0, places()) {
  if (options.pairs) {
    group_ = channels.pairs();
  }
  if (options.receive_ports) {
    receives_.resize(wanted_.rows(), false);
  }
}

void DependencyGraph::append_leaving(NodeId node, const BitRows& sets, std::size_t row,
                                     std::vector<Resource>& out) const {
  sets.for_each(row, [&](std::size_t place) {
    const ChannelId channel =
        channels_.leaving(node, static_cast<std::uint32_t>(place % channels_.ports()));
    const int vc_class = static_cast<int>(place / channels_.ports());
    out.push_back(grouped() ? group_[channel] : resource({channel, vc_class}));
  });
}

void DependencyGraph::append_behind(ChannelId channel, Resource resource,
                                    std::vector<Resource>& out) const {
  if (!receives_.empty() && receives_[resource]) {
    out.push_back(static_cast<Resource>(wanted_.rows()) + channels_.target(channel));
  }
  if (!wanted_.empty(resource)) {
    append_leaving(channels_.target(channel), wanted_, resource, out);
  }
}

void DependencyGraph::append_wanted(Resource resource, std::vector<Resource>& out) const {
  if (!is_channel(resource)) {
    const NodeId node = node_of(resource);
    append_leaving(node, wanted_behind_receive_, node, out);
    return;
  }
  const std::size_t before = out.size();
  append_behind(channel_of(resource), resource, out);
  if (options_.pairs) {
    const ChannelId back = channels_.opposite(resource);
    append_behind(back, back, out);
  } else if (grouped()) {
    for (ChannelId at = channels_.straight_on(resource); at != resource;
         at = channels_.straight_on(at)) {
      append_behind(at, at, out);
    }
    out.erase(std::remove(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), resource),
              out.end());
  }
}

void DependencyGraph::join_rings() {
  group_ = channels_.rings();
}

// Depth-first search from every channel; of the resources on the way, `pending` holds what has not
// been followed yet.
std::string DependencyGraph::cycle() const {
  struct Visit {
    Resource resource;
    std::size_t first_pending;
  };
  std::vector<Mark> marks(wanted_.rows() + wanted_behind_receive_.rows(), Mark::kNew);
  std::vector<Visit> way;
  std::vector<Resource> pending;
  const auto enter = [&](Resource resource) {
    marks[resource] = Mark::kOpen;
    way.push_back({resource, pending.size()});
    append_wanted(resource, pending);
  };
  for (Resource root = 0; root < wanted_.rows(); ++root) {
    const Resource start = grouped() ? group_[root] : root;
    if (wanted_.empty(root) || marks[start] != Mark::kNew) {
      continue;
    }
    enter(start);
    while (!way.empty()) {
      if (pending.size() == way.back().first_pending) {
        marks[way.back().resource] = Mark::kDone;
        way.pop_back();
        continue;
      }
      const Resource next = pending.back();
      pending.pop_back();
      if (marks[next] == Mark::kNew) {
        enter(next);
      } else if (marks[next] == Mark::kOpen) {
        std::vector<Resource> found;
        for (auto at = way.end(); found.empty() || found.back() != next;) {
          found.push_back((--at)->resource);
        }
        std::reverse(found.begin(), found.end());
        return grouped() ? describe_groups(found) : describe(found);
      }
    }
  }
  return {};
}

std::string DependencyGraph::describe(std::vector<Resource> cycle) const {
  if (!is_channel(cycle.front())) {  // a port lies between two channels
    std::rotate(cycle.begin(), cycle.begin() + 1, cycle.end());
  }
  std::string text = std::to_string(channels_.source(channel_of(cycle.front())));
  for (const Resource resource : cycle) {
    if (!is_channel(resource)) {
      text += "->[receive at " + std::to_string(node_of(resource)) + "]";
      continue;
    }
    text += "->" + std::to_string(channels_.target(channel_of(resource)));
    if (options_.classes > 1) {
      text += " (class " + std::to_string(resource / channels_.size()) + ")";
    }
  }
  return text;
}

std::string DependencyGraph::describe_groups(const std::vector<Resource>& cycle) const {
  const auto name = [this](Resource resource) {
    if (!is_channel(resource)) {
      return "[receive at " + std::to_string(node_of(resource)) + "]";
    }
    return options_.pairs ? channels_.pair_name(resource)
                          : "[ring of " + channels_.name(resource) + "]";
  };
  std::string text;
  for (const Resource resource : cycle) {
    text += name(resource) + "->";
  }
  return text + name(cycle.front());
}

}  // namespace flitcast
