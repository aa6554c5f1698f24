#include "traffic/verify/forked_worms.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "hw/routing/rectangle.h"
#include "traffic/schedule/messages.h"
#include "traffic/schedule/worms_of_round.h"

namespace flitcast {
namespace {

bool goes_to_one_node(const MessageView& m, const Routing& routing) {
  return m.destinations.size() == 1 && routing.follows_base_routes() &&
         (m.base_route || (follows_base_route(m, routing) &&
                           m.nodes().back() == routing.topology().router_of(m.destinations[0])));
}

WormTree tree_of(std::uint64_t number, const Round& round, std::size_t first,
                 const Routing& routing) {
  const std::vector<NodeId> destinations = destinations_of_worm(round, first);
  const MessageView head = round[first];
  const std::string worm = "the worm of " + name_of(head);
  try {
    WormTree tree = tree_to(routing, head.source, destinations);
    if (tree.copies() == destinations.size()) {
      return tree;
    }
  } catch (const std::invalid_argument& error) {
    throw ScheduleError(number, worm + " is no tree: " + error.what());
  }
  throw ScheduleError(number, worm + " goes twice to one node");
}

}  // namespace

std::string name_of(const MessageView& m) {
  const NodeId end = m.destinations.empty() ? m.source : m.destinations.back();
  const std::string ends = "message " + std::to_string(m.source) + "->" + std::to_string(end);
  return m.blocks.empty() ? ends : ends + " (block " + to_string(m.blocks[0]) + ")";
}

std::vector<ChannelId> check_joining(std::uint64_t number, const Round& round, std::size_t i,
                                     const Routing& routing, const VerifyOptions& options,
                                     const Channels& channels) {
  const MessageView m = round[i];
  const auto refuse = [&](const std::string& why) {
    throw ScheduleError(number, name_of(m) + " joins the worm of " + why);
  };
  if (options.network == nullptr || options.network->forks == Forks::kNone) {
    refuse("another message, and worms do not fork here");
  }
  if (i == 0) {
    refuse("the message before it, and is the first of its round");
  }
  const MessageView before = round[i - 1];
  const std::string other = name_of(before);
  if (m.source != before.source) {
    refuse(other + ", which starts at node " + std::to_string(before.source));
  }
  if (m.transfer != before.transfer ||
      !std::equal(m.blocks.begin(), m.blocks.end(), before.blocks.begin(), before.blocks.end())) {
    refuse(other + ", which carries other blocks, or does something else with them");
  }
  for (const MessageView& each : {before, m}) {
    if (!goes_to_one_node(each, routing)) {
      refuse(other + ", and " + name_of(each) + " does not follow the base route to one node");
    }
  }
  std::vector<ChannelId> way;
  way.reserve(m.hops());
  channels.for_each_of(m.source, m.ports, [&](ChannelId channel) { way.push_back(channel); });
  return way;
}

std::uint64_t count_trees(std::uint64_t number, const Round& round, const Routing& routing,
                          const Channels& channels, LinkUse& links) {
  std::uint64_t worms = 0;
  for (std::size_t first = 0; first < round.size();) {
    const std::size_t end = round.end_of_worm(first);
    if (end - first > 1) {
      const WormTree tree = tree_of(number, round, first, routing);
      for (std::size_t i = round[first].hops() + 1; i < tree.stops().size(); ++i) {
        const WormTree::Stop& stop = tree.stops()[i];
        links.add(channels.leaving(tree.stops()[stop.parent].node, stop.port));
      }
      ++worms;
    }
    first = end;
  }
  return worms;
}

}  // namespace flitcast
