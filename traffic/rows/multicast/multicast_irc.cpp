#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/steps/chain.h"
#include "traffic/steps/worms.h"

namespace flitcast {
namespace rows::multicast_irc {

constexpr int kX = 0;

/// The destinations of one row, which differ in x only: their leader and the one farthest from it.
struct Group {
  NodeId leader;
  NodeId last;
  std::int64_t followers;

  std::int64_t hops() const { return std::int64_t{last} - leader; }  // ids of a row count x
};

/// One group for every row with destinations. They are in ascending order, so that a row's come
/// from left to right.
std::vector<Group> groups_of(const RowRequest& request) {
  std::vector<Group> groups;
  for (const NodeId node : request.parameters.destinations) {
    const NodeId row = request.topology.with_coordinate(node, kX, 0);
    if (groups.empty() || request.topology.with_coordinate(groups.back().leader, kX, 0) != row) {
      groups.push_back({node, node, 0});
    } else {
      groups.back().last = node;
      ++groups.back().followers;
    }
  }
  return groups;
}

Chain chain_of(const RowRequest& request, const std::vector<Group>& groups) {
  std::vector<NodeId> leaders;
  leaders.reserve(groups.size());
  for (const Group& group : groups) {
    leaders.push_back(group.leader);
  }
  return {request.routing, request.root, std::move(leaders), Chain::Split::kCeil};
}

bool have_followers(const std::vector<Group>& groups) {
  return std::any_of(groups.begin(), groups.end(),
                     [](const Group& group) { return group.followers > 0; });
}

void lay(const RowRequest& request, Schedule& schedule) {
  std::vector<Group> groups = groups_of(request);
  Chain chain = chain_of(request, groups);
  schedule.rounds = chain.rounds() + (have_followers(groups) ? 1 : 0);
  schedule.fill = [&routing = request.routing, news = news_of(request.root),
                   chosen = request.parameters.destinations, groups = std::move(groups),
                   chain = std::move(chain)](std::uint64_t round, Round& out) {
    if (round < chain.rounds()) {
      chain.for_each_message(round, [&](NodeId from, NodeId to, Span<NodeId>) {
        chain.begin(out, from, to);
        out.add_block(news);
      });
      return;
    }
    for (const Group& group : groups) {
      add_worm(out, routing, group.leader, group.last, news,
               [&](NodeId node) { return std::binary_search(chosen.begin(), chosen.end(), node); });
    }
  };
}

/// The longest worm of the last round need not be the one with the most addresses: t_d and t_m
/// decide which one is the slowest.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const std::vector<Group> groups = groups_of(request);
  Coefficients cost = chain_of(request, groups).cost(request);
  const auto cycles_of_header = [&](const Group& group) {
    return group.hops() * request.timing.t_d + group.followers * request.timing.t_m;
  };
  const Group slowest = *std::max_element(
      groups.begin(), groups.end(),
      [&](const Group& a, const Group& b) { return cycles_of_header(a) < cycles_of_header(b); });
  add_worm_round(cost, slowest.hops(), slowest.followers);
  return cost;
}

}  // namespace rows::multicast_irc

Row mc_mesh_irc_leaders() {
  Row row{};
  row.id = "mc-mesh-irc-leaders";
  row.number = "M6";
  row.operation = &operations::multicast();
  row.topologies = "mesh of any dimension, line";
  row.source =
      "after Tvrdík CS838 §12, general multicast with base-routing-conformed paths, bound "
      "⌈log2(z+1)⌉+2";
  row.conditions = "2 nodes or more; one destination or more";
  row.definition =
      "A chain multicast to the leftmost destination of every row, then a worm along each row that "
      "leaves a copy at its other destinations. Nobody else relays. On a mesh of more dimensions "
      "the rows are its lines along x.";
  row.rounds = "⌈log2(r+1)⌉+1 for destinations in r rows (one less if they are alone in theirs)";
  row.latency =
      "R·t_s + D·t_d + R·μ·t_m + (f-1)·t_m: R rounds; D adds up the longest ways of the chain and "
      "that of the slowest worm, which has f addresses";
  row.parameters = {"traffic.destinations"};
  row.model.irc = true;
  row.validate = check_mesh;
  row.lay = rows::multicast_irc::lay;
  row.closed_form = rows::multicast_irc::closed_form;
  return row;
}

}  // namespace flitcast
