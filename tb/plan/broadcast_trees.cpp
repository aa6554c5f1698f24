#include "tb/plan/broadcast_trees.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "hw/routing/rectangle.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

/// "the broadcast from 0 to 4 nodes, 5 to 10"
std::string name_of(const std::vector<NodeId>& to, NodeId from) {
  const auto [first, last] = std::minmax_element(to.begin(), to.end());
  return fmt::format("the broadcast from {} to {}, {} to {},", from, count_of(to.size(), "node"),
                     *first, *last);
}

/// Who sends to whom, by the worms that fork of a program; sources and destinations are nodes.
using Broadcasts = std::map<NodeId, std::map<std::vector<NodeId>, std::uint64_t>>;

/// Broadcasts have virtual channels of their own. Returns their class.
int check_classes(const std::set<std::uint32_t>& members, const Program& program,
                  const std::string& name, const Config& config) {
  std::set<int> of_trees;
  std::set<int> of_others;
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    if (program[op].kind == OpKind::kSend) {
      (members.count(op) != 0 ? of_trees : of_others).insert(program[op].message_class);
    }
  }
  // Messages of further classes count to the last.
  const auto apart = [&](int classes) {
    return std::none_of(of_trees.begin(), of_trees.end(), [&](int own) {
      return std::any_of(of_others.begin(), of_others.end(), [&](int other) {
        return std::min(own, classes - 1) == std::min(other, classes - 1);
      });
    });
  };
  const int classes = config.network.pipeline.message_classes;
  int enough = classes;
  while (!apart(enough) && enough <= std::numeric_limits<std::uint8_t>::max()) {
    ++enough;
  }
  if (enough > classes) {
    throw config.places.error("router.message_classes",
                              "broadcasts and other messages share virtual channels; give {}, so "
                              "that the broadcasts of {} have their own",
                              enough, name);
  }
  return *of_trees.begin();
}

}  // namespace

std::vector<TreeWorm> broadcast_trees(const Program& program, const Placement& nodes,
                                      const std::string& name, Config& config) {
  Broadcasts broadcasts;
  std::set<std::uint32_t> members;
  for (const std::vector<std::uint32_t>& sends : program.broadcasts()) {
    std::vector<NodeId> to;
    for (const std::uint32_t op : sends) {
      to.push_back(nodes[program[op].peer]);
      members.insert(op);
    }
    ++broadcasts[nodes[program.rank_of(sends.front())]][std::move(to)];
  }
  if (broadcasts.empty()) {
    if (config.network.forks != Forks::kNone) {
      config.ineffective.emplace_back(
          "router.forks has no effect on a program that does not broadcast");
    }
    return {};
  }
  const int message_class = check_classes(members, program, name, config);
  std::vector<TreeWorm> trees;
  for (const auto& [source, to] : broadcasts) {
    const bool again = to.size() > 1 || to.begin()->second > 1;
    for (const auto& [destinations, times] : to) {
      trees.push_back({tree_to(*config.routing, source, destinations),
                       name_of(destinations, source), true, message_class, again});
    }
  }
  return trees;
}

}  // namespace flitcast
