#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/refusals.h"
#include "tests/support/rows/row_cost.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/row/lower_bound.h"

namespace flitcast::test_rows_irc_refusals {
namespace {

struct Refusal {
  std::string id;
  Topology topology;
  std::string key;
  std::string message;
  NodeId root = 0;
  std::vector<NodeId> destinations = {1};
  RoutingOrder order = RoutingOrder::kAscending;
  std::string variant = {};
};

const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kTorus = TopologyKind::kTorus;

const char* const kNoXy =
    "descending turns from columns to rows, and the worms turn from rows to columns; take "
    "ascending";
const char* const kMeshWanted = "torus does not fit; the algorithm lives on a mesh";

std::vector<Refusal> refusals_of_multicasts() {
  std::vector<Refusal> list = {
      {"mc-hc-chain",
       {kMesh, {4, 4}},
       "topology.kind",
       "mesh does not fit; the algorithm lives on a hypercube"},
      {"mc-hc-chain",
       {kHypercube, {3}},
       "traffic.destinations",
       "9 is not a node; the nodes are 0 to 7",
       0,
       {1, 9}},
      {"mc-hc-chain",
       {kHypercube, {3}},
       "traffic.root",
       "8 is not a node of hypercube 3; the nearest is 7",
       8},
      {"mc-hc-chain",
       {kHypercube, {3}},
       "traffic.variant",
       "there is no variant \"flor\"; the nearest is floor",
       0,
       {1},
       RoutingOrder::kDescending,
       "flor"},
      {"mc-mesh-chain",
       {kHypercube, {3}},
       "topology.kind",
       "hypercube does not fit; the algorithm lives on a mesh or line"},
      {"mc-mesh-irc-leaders",
       {kTorus, {4, 4}},
       "topology.kind",
       "torus does not fit; the algorithm lives on a mesh or line"},
  };
  for (const char* id : {"mc-mesh-chain", "mc-mesh-irc-leaders"}) {
    list.push_back({id,
                    {kMesh, {4, 4}},
                    "traffic.destinations",
                    "there is no destination; give a list of nodes, all or random:K",
                    0,
                    {}});
  }
  return list;
}

std::vector<Refusal> refusals_of_broadcasts() {
  std::vector<Refusal> list = {
      {"oab-mesh-irc-2round",
       {kMesh, {5, 3}},
       "traffic.root",
       "7 has more columns to either side than rows above or below; the nearest node that works is "
       "2, and oab-mesh-irc-3round takes any",
       7},
      {"oab-mesh-irc-2round",
       {kMesh, {9, 2}},
       "traffic.root",
       "13 has more columns to either side than rows above or below; the nearest node that works "
       "is 10, and oab-mesh-irc-3round takes any",
       13},
      {"oab-mesh-irc-2round",
       {kMesh, {6, 1}},
       "traffic.root",
       "2 has more columns to either side than rows above or below; the nearest node that works is "
       "0, and oab-mesh-irc-3round takes any",
       2},
      {"oab-mesh-irc-3round",
       {kMesh, {4, 4}},
       "traffic.variant",
       "there is no variant \"RC\"; the nearest is RC-C",
       0,
       {},
       RoutingOrder::kAscending,
       "RC"},
      {"oab-mesh-nd-irc",
       {kTorus, {4, 4}},
       "topology.kind",
       "torus does not fit; the algorithm lives on a mesh or line"},
      {"oab-mesh-nd-irc",
       {kMesh, {1, 1, 1}},
       "topology.dims",
       "1x1x1 is a single node; the nearest is 2x1x1"},
      {"oab-torus2d-irc",
       {kMesh, {4, 4}},
       "topology.kind",
       "mesh does not fit; the algorithm lives on a torus"},
      {"oab-torus2d-irc",
       {TopologyKind::kRing, {8}},
       "topology.kind",
       "ring does not fit; the algorithm lives on a torus"},
      {"oab-torus2d-irc",
       {kTorus, {3, 4, 5}},
       "topology.dims",
       "3x4x5 does not have two dimensions; the nearest is 3x20"},
      {"oab-torus2d-irc",
       {kTorus, {7}},
       "topology.dims",
       "7 does not have two dimensions; the nearest is 7x2"},
  };
  for (const char* id : {"oab-mesh-irc-2round", "oab-mesh-irc-3round"}) {
    list.push_back(
        {id, {kMesh, {4, 4}}, "router.routing", kNoXy, 0, {}, RoutingOrder::kDescending});
  }
  for (const char* id : {"oab-mesh-irc-2round", "oab-mesh-irc-3round", "oab-mesh-irc-allport"}) {
    list.push_back({id, {kTorus, {4, 4}}, "topology.kind", kMeshWanted});
    list.push_back({id,
                    {kMesh, {2, 3, 4}},
                    "topology.dims",
                    "2x3x4 does not have two dimensions; the nearest is 2x12"});
    list.push_back({id,
                    {kMesh, {4, 4}},
                    "traffic.root",
                    "16 is not a node of mesh 4x4; the nearest is 15",
                    16});
  }
  return list;
}

void expect_refused(const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) {
    const Routing routing(refusal.topology, refusal.order);
    RowRequest request{refusal.topology, routing, 1, refusal.root, refusal.variant};
    request.parameters.destinations = refusal.destinations;
    expect_refusal(refusal.id, request, refusal.key, refusal.message);
  }
}

TEST(MulticastRows, RefuseWhatTheyCannotServe) {
  expect_refused(refusals_of_multicasts());
}

TEST(IrcBroadcastRows, RefuseWhatTheyCannotServe) {
  expect_refused(refusals_of_broadcasts());
}

TEST(IrcRows, HaveNoFormulaForStoreAndForward) {
  const Topology mesh(kMesh, {4, 4});
  const Topology torus(kTorus, {4, 4});
  for (const char* id : {"mc-mesh-irc-leaders", "oab-mesh-irc-3round", "oab-mesh-irc-2round",
                         "oab-mesh-nd-irc", "oab-torus2d-irc", "oab-mesh-irc-allport"}) {
    const Topology& topology = std::string(id) == "oab-torus2d-irc" ? torus : mesh;
    const Routing routing(topology, RoutingOrder::kAscending);
    RowRequest request{topology, routing, 1};
    request.parameters.destinations = {1, 2};
    EXPECT_TRUE(find_row(id).closed_form(request).has_value()) << id;
    request.switching = Switching::kStoreAndForward;
    EXPECT_FALSE(find_row(id).closed_form(request).has_value()) << id;
  }
}

TEST(IrcRows, AreBoundedByTheWayToTheFarthestNode) {
  const TimingModel model = {14, 2, 3};
  const auto bound = [&](const char* id, const Topology& topology, NodeId root,
                         const std::string& variant = "") {
    const Routing routing(topology, RoutingOrder::kAscending);
    RowRequest request{topology, routing, 9, root, variant};
    request.parameters.destinations = {1, 4, 6, 13};
    const Row& row = find_row(id);
    return lower_bound(*row.operation, in_own_model(row, request), model);
  };
  const Topology mesh(kMesh, {5, 3});
  for (const char* id : {"oab-mesh-irc-3round", "oab-mesh-irc-2round", "oab-mesh-nd-irc"}) {
    EXPECT_EQ(bound(id, mesh, 6), 14 + (3 + 1) * 2 + 9 * 3) << id;
  }
  EXPECT_EQ(bound("oab-mesh-irc-allport", mesh, 6), 14 + (3 + 1) * 2 + 3 * 3);
  EXPECT_EQ(bound("oab-torus2d-irc", Topology(kTorus, {5, 4}), 6), 14 + (2 + 2) * 2 + 3 * 3);
  EXPECT_EQ(bound("oab-torus2d-irc", Topology(kTorus, {5, 4}), 6, "unidirectional"),
            14 + (2 + 2) * 2 + 9 * 3);
  EXPECT_EQ(bound("mc-mesh-irc-leaders", mesh, 0), 14 + 5 * 2 + 9 * 3);
  // Four destinations: three start-ups one after the other count for more than the way.
  EXPECT_EQ(bound("mc-mesh-chain", mesh, 0), 14 + 2 + 9 * 3 + 2 * (13 + 3));
  EXPECT_EQ(bound("mc-hc-chain", Topology(kHypercube, {4}), 0), 14 + 2 + 9 * 3 + 2 * (13 + 3));
}

}  // namespace
}  // namespace flitcast::test_rows_irc_refusals
