#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/rectangle.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/draw.h"
#include "tests/support/reference/compared_network.h"

namespace flitcast::test_forks {
namespace {

NetworkConfig forking(Forks forks, int vcs = 2, Cycle buffer = 4) {
  NetworkConfig config;
  config.vcs = vcs;
  config.buffer_flits = buffer;
  config.forks = forks;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.injection = InjectionMode::kSerial;
  return config;
}

PostedMessage broadcast(const Routing& routing, NodeId source, const Rectangle& rectangle,
                        std::uint32_t flits) {
  PostedMessage message;
  message.source = source;
  message.payload_flits = flits;
  message.tree = std::make_shared<WormTree>(rectangle_tree(routing, source, rectangle));
  for (const WormTree::Stop& stop : message.tree->stops()) {
    if (stop.copies) {
      message.destinations.push_back(stop.node);
    }
  }
  return message;
}

/// A grid by its own arithmetic: links from `a` to `b`, or -1 where a mesh has no way.
struct Grid {
  TopologyKind kind;
  int columns;
  int rows;

  int nodes() const { return columns * rows; }
  bool one_way() const {
    return kind == TopologyKind::kOppositeTori || kind == TopologyKind::kUnidirectionalTorus;
  }
  bool rings() const { return kind != TopologyKind::kMesh; }
  int along(int from, int to, int side, bool down) const {
    const int up = ((to - from) % side + side) % side;
    if (one_way()) {
      return down ? (side - up) % side : up;
    }
    return rings() ? std::min(up, side - up) : std::abs(to - from);
  }
  int links(int a, int b) const {
    const bool down = a >= nodes();
    const int from = a % nodes();
    const int to = b % nodes();
    return along(from % columns, to % columns, columns, down) +
           along(from / columns, to / columns, rows, down);
  }
  // Round the ring where the last comes before the first.
  static bool between(int at, int first, int last) {
    return first <= last ? first <= at && at <= last : at >= first || at <= last;
  }
  std::set<NodeId> inside(int first, int last) const {
    std::set<NodeId> result;
    for (int node = 0; node < nodes(); ++node) {
      if (between(node % columns, first % nodes() % columns, last % nodes() % columns) &&
          between(node / columns, first % nodes() / columns, last % nodes() / columns)) {
        result.insert(static_cast<NodeId>(node + first / nodes() * nodes()));
      }
    }
    return result;
  }
  bool may_be(int first, int last) const {
    return rings() || (first % columns <= last % columns && first / columns <= last / columns);
  }
};

void expect_closed_form(const Grid& grid, int source, int first, int last, RoutingOrder order,
                        Forks forks) {
  const std::vector<std::uint32_t> dims{static_cast<std::uint32_t>(grid.columns),
                                        static_cast<std::uint32_t>(grid.rows)};
  NetworkConfig config = forking(forks);
  config.order = order;
  CoreNetwork network(grid.kind, dims, config, order);
  std::set<NodeId> inside = grid.inside(first, last);
  inside.erase(static_cast<NodeId>(source));
  const Rectangle rectangle{static_cast<NodeId>(first), static_cast<NodeId>(last)};
  if (inside.empty()) {
    EXPECT_THROW(rectangle_tree(network.routing(), static_cast<NodeId>(source), rectangle),
                 std::invalid_argument);
    return;
  }
  constexpr std::uint32_t kFlits = 3;
  const std::size_t message =
      network.add(broadcast(network.routing(), static_cast<NodeId>(source), rectangle, kFlits));
  network.run();
  const auto& times = network.times(message);
  ASSERT_EQ(times.tail.size(), inside.size());
  const auto [t_s, t_d, t_m, t_r, t_op] = network.model();
  for (const NodeId node : inside) {
    const Cycle head = t_s + grid.links(source, static_cast<int>(node)) * t_d;
    ASSERT_EQ(times.head.at(node), head) << source << ' ' << first << '-' << last << " at " << node;
    ASSERT_EQ(times.tail.at(node), head + kFlits * t_m);
  }
}

// Every tile hears a broadcast when a message of its own would be there: a router and a link after
// its parent. All rectangles, of one node and of all, round the rings, seen from all sources.
TEST(Forks, ABroadcastIsEverywhereAtTheDateOfItsClosedForm) {
  const std::vector<Grid> grids{{TopologyKind::kMesh, 3, 3},
                                {TopologyKind::kMesh, 4, 1},
                                {TopologyKind::kTorus, 4, 3},
                                {TopologyKind::kTorus, 2, 2},
                                {TopologyKind::kUnidirectionalTorus, 3, 2},
                                {TopologyKind::kOppositeTori, 3, 3}};
  for (const Grid& grid : grids) {
    const int all = grid.nodes() * (grid.kind == TopologyKind::kOppositeTori ? 2 : 1);
    for (int first = 0; first < all; ++first) {
      for (int last = 0; last < all; ++last) {
        if (first / grid.nodes() != last / grid.nodes() || !grid.may_be(first, last)) {
          continue;
        }
        // One source in three, another one for each rectangle, and both axes and kinds in turn.
        const int base = first / grid.nodes() * grid.nodes();
        for (int source = (first + last) % 3; source < grid.nodes(); source += 3) {
          expect_closed_form(
              grid, base + source, first, last,
              (first + source) % 2 == 0 ? RoutingOrder::kAscending : RoutingOrder::kDescending,
              (last + source) % 2 == 0 ? Forks::kHopByHop : Forks::kReserved);
        }
      }
    }
  }
}

TEST(Forks, ATreeHasASpineAlongTheFirstAxisAndBranchesAlongTheOther) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending);
  // From 0 at the corner to the rectangle of columns 1, 2 and rows 1, 2.
  const WormTree rows = rectangle_tree(routing, 0, {5, 10});
  const Routing descending(mesh, RoutingOrder::kDescending);
  const WormTree columns = rectangle_tree(descending, 0, {5, 10});
  EXPECT_EQ(rows.copies(), 4U);
  EXPECT_EQ(rows.at(1).ways.size(), 2U);  // on along the spine, and into column 1
  EXPECT_EQ(rows.at(2).ways.size(), 1U);  // the end of the spine
  EXPECT_FALSE(rows.at(1).copies);
  EXPECT_FALSE(rows.passes(4));
  EXPECT_EQ(columns.at(4).ways.size(), 2U);
  EXPECT_FALSE(columns.passes(1));
  EXPECT_EQ(columns.at(10).depth, 4U);
}

TEST(Forks, RectanglesThatAreNoneAreRefused) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  EXPECT_THROW(nodes_of(mesh, {5, 4}), std::invalid_argument);
  EXPECT_THROW(nodes_of(mesh, {0, 16}), std::invalid_argument);
  const Topology ring(TopologyKind::kTorus, {4, 4});
  EXPECT_EQ(nodes_of(ring, {5, 4}), (std::vector<NodeId>{5, 6, 7, 4}));
  const Topology tori(TopologyKind::kOppositeTori, {3, 3});
  EXPECT_THROW(nodes_of(tori, {0, 9}), std::invalid_argument);
  const Topology tree(TopologyKind::kFatTree, {2, 2});
  EXPECT_THROW(nodes_of(tree, {0, 1}), std::invalid_argument);
}

/// A network with broadcasts and messages to one node that are posted at nearly the same time.
DrawnNetwork drawn(std::uint64_t seed, Forks forks) {
  Draw draw(seed);
  DrawnNetwork network;
  const bool rings = draw.one_in(2);
  network.kind.topology = rings ? TopologyKind::kTorus : TopologyKind::kMesh;
  network.dims = {draw.between(2U, 4U), draw.between(2U, 4U)};
  network.config =
      forking(forks, draw.one_in(8) ? 16 : draw.between(2, 6), draw.between<Cycle>(1, 6));
  NetworkConfig& config = network.config;
  config.link_delay = draw.between<Cycle>(1, 3);
  config.cycles_per_flit = draw.one_in(3) ? 2 : 1;
  config.ports = draw.between(1, 2);
  config.pipeline.route_delay = draw.between<Cycle>(0, 2);
  config.pipeline.vc_delay = draw.between<Cycle>(0, 2);
  config.pipeline.switch_delay = draw.between<Cycle>(0, 2);
  config.pipeline.traversal_delay = draw.between<Cycle>(0, 2);
  config.pipeline.message_classes = draw.between(1, rings ? config.vcs / 2 : config.vcs);
  if (draw.one_in(4)) {
    config.pipeline.arbiter = ArbiterKind::kAge;
  }
  const Topology topology = network.topology();
  const Routing routing(topology, config.order);
  const NodeId last = topology.nodes() - 1;
  for (int i = draw.between(3, 24); i > 0; --i) {
    PostedMessage message;
    const auto source = draw.between<NodeId>(0, last);
    const auto to = draw.between<NodeId>(0, last);
    if (source == to) {
      continue;
    }
    message.source = source;
    message.destinations = {to};
    message.payload_flits = draw.between(0U, 20U);
    if (draw.one_in(2)) {
      const Rectangle rectangle{rings || source < to ? source : to,
                                rings || source < to ? to : source};
      try {
        message =
            broadcast(routing, draw.between<NodeId>(0, last), rectangle, draw.between(0U, 20U));
      } catch (const std::invalid_argument&) {
        continue;  // a mesh has no such rectangle
      }
      message.message_class = 1;
    }
    message.post_at = draw.between<Cycle>(0, 60);
    network.messages.push_back(message);
  }
  std::stable_sort(network.messages.begin(), network.messages.end(),
                   [](const auto& a, const auto& b) { return a.post_at < b.post_at; });
  network.visits = draw.one_in(2) ? CoreNetwork::Order::kForward : CoreNetwork::Order::kBackward;
  return network;
}

// Also where they get stuck.
TEST(Forks, CoresDoWhatTheReferenceDoes) {
  int stuck = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const DrawnNetwork network = drawn(seed, seed % 2 == 0 ? Forks::kHopByHop : Forks::kReserved);
    ComparedNetwork compared(network);
    compared.run();
    ASSERT_EQ(compared.difference(), "") << "seed " << seed;
    stuck += compared.reference().complete() ? 0 : 1;
  }
  EXPECT_GT(stuck, 1);
  EXPECT_LT(stuck, 60);
}

}  // namespace
}  // namespace flitcast::test_forks
