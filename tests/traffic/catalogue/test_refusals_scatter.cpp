#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/refusals.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/row/lower_bound.h"

// What the rows of one-to-all scatter and gather cannot do.

namespace flitcast::test_refusals_scatter {
namespace {

struct Refusal {
  std::string id;
  Topology topology;
  std::string key;
  std::string message;
  NodeId root = 0;
  std::string variant = {};
};

const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kTorus = TopologyKind::kTorus;
const TopologyKind kRing = TopologyKind::kRing;
const TopologyKind kLine = TopologyKind::kLine;
const TopologyKind kTree = TopologyKind::kTree;

std::vector<Refusal> refusals() {
  std::vector<Refusal> list = {
      {"oas-grid-wh",
       {kTree, {3}},
       "topology.kind",
       "tree does not fit; the algorithm lives on a hypercube, mesh, torus, ring or line"},
      {"oas-grid-wh",
       {kHypercube, {0}},
       "topology.dims",
       "a hypercube of dimension 0 is a single node; the smallest is 1"},
      {"oas-grid-wh", {kMesh, {1, 1}}, "topology.dims", "1x1 is a single node; the nearest is 2x1"},
      {"oas-grid-wh",
       {kRing, {5}},
       "traffic.root",
       "5 is not a node of ring 5; the nearest is 4",
       5},
      {"oas-grid-sf",
       {kHypercube, {3}},
       "topology.kind",
       "hypercube does not fit; the algorithm lives on a mesh, torus, line or ring"},
      {"oas-grid-sf", {kLine, {1}}, "topology.dims", "1 is a single node; the nearest is 2"},
      {"oas-torus2d-balanced",
       {kMesh, {4, 4}},
       "topology.kind",
       "mesh does not fit; the algorithm lives on a torus"},
      {"oas-torus2d-balanced",
       {kRing, {4}},
       "topology.kind",
       "ring does not fit; the algorithm lives on a torus"},
      {"oas-torus2d-balanced",
       {kTorus, {5, 4}},
       "topology.dims",
       "5x4 is not a square; the nearest is 5x5"},
      {"oas-torus2d-balanced",
       {kTorus, {4, 4, 4}},
       "topology.dims",
       "4x4x4 is not a square; the nearest is 4x4"},
      {"oas-torus2d-balanced",
       {kTorus, {2, 2}},
       "topology.dims",
       "2x2 has a side of less than 3 nodes; the nearest is 3x3"},
      {"oas-torus2d-balanced",
       {kTorus, {4, 4}},
       "router.ports",
       "1 cannot feed four subtrees at the same time; take all"},
      {"oas-line-wh-rd",
       {kLine, {5}},
       "traffic.root",
       "3 is not the first node of the line; take 0",
       3},
      {"oas-line-wh-rd",
       {kLine, {5}},
       "traffic.variant",
       "there is no variant \"flor\"; the nearest is floor",
       0,
       "flor"},
      {"scatter-line", {kLine, {5}}, "topology.dims", "5 is not a power of two; the nearest is 4"},
      {"gather-line", {kRing, {6}}, "topology.dims", "6 is not a power of two; the nearest is 8"},
      {"scatter-mesh",
       {kMesh, {7, 12}},
       "topology.dims",
       "7x12 has a side that is not a power of two; the nearest is 8x16"},
      {"gather-mesh",
       {kTorus, {4, 4}},
       "topology.kind",
       "torus does not fit; the algorithm lives on a mesh"},
      {"scatter-mesh",
       {kMesh, {2, 2, 2}},
       "topology.dims",
       "2x2x2 does not have two dimensions; the nearest is 2x4"},
      {"gather-mesh",
       {kMesh, {4, 4}},
       "traffic.root",
       "16 is not a node of mesh 4x4; the nearest is 15",
       16},
  };
  for (const char* id : {"oas-hc-necklace", "gather-hc"}) {
    list.push_back({id,
                    {kMesh, {4, 4}},
                    "topology.kind",
                    "mesh does not fit; the algorithm lives on a hypercube"});
    list.push_back({id,
                    {kHypercube, {0}},
                    "topology.dims",
                    "a hypercube of dimension 0 is a single node; the smallest is 1"});
  }
  for (const char* id : {"oas-ring-sf", "oas-ring-sf-combining"}) {
    list.push_back({id,
                    {kLine, {5}},
                    "topology.kind",
                    "line does not fit; the algorithm lives on a ring or a torus of one "
                    "dimension"});
    list.push_back({id, {kRing, {2}}, "topology.dims", "2 nodes are too few; the smallest is 3"});
  }
  for (const char* id : {"oas-line-wh-rd", "scatter-line", "gather-line"}) {
    list.push_back({id,
                    {kHypercube, {2}},
                    "topology.kind",
                    "hypercube does not fit; the algorithm lives on a line or ring"});
    list.push_back({id,
                    {kMesh, {4, 4}},
                    "topology.dims",
                    "4x4 has more than one dimension; the nearest is 4"});
    list.push_back({id, {kLine, {1}}, "topology.dims", "1 is a single node; the nearest is 2"});
  }
  return list;
}

TEST(ScatterRefusals, SayWhatWouldBeRight) {
  for (const Refusal& refusal : refusals()) {
    const Routing routing(refusal.topology, RoutingOrder::kAscending);
    expect_refusal(refusal.id, {refusal.topology, routing, 1, refusal.root, refusal.variant},
                   refusal.key, refusal.message);
  }
}

TEST(ScatterForms, OfLongWormsDoNotCoverStoreAndForward) {
  const Topology line(kLine, {8});
  const Topology mesh(kMesh, {4, 4});
  for (const char* id :
       {"oas-line-wh-rd", "scatter-line", "gather-line", "scatter-mesh", "gather-mesh"}) {
    const bool on_mesh = std::string(id).find("mesh") != std::string::npos;
    const Topology& topology = on_mesh ? mesh : line;
    const Routing routing(topology, RoutingOrder::kAscending);
    RowRequest request{topology, routing, 1};
    EXPECT_TRUE(find_row(id).closed_form(request).has_value()) << id;
    request.switching = Switching::kStoreAndForward;
    EXPECT_FALSE(find_row(id).closed_form(request).has_value()) << id;
  }
}

// 24 packets of 5 words over 4 links or over 1, at 3 cycles a word; 3 links at the side of a mesh
TEST(ScatterBounds, ShareThePacketsAmongTheLinksOfTheRoot) {
  const TimingModel model = {14, 2, 3};
  const auto bound = [&](const char* id, const Topology& topology, NodeId root, bool all) {
    const Routing routing(topology, RoutingOrder::kAscending);
    RowRequest request{topology, routing, 5, root};
    request.ports = all ? topology.degree() : 1;
    return lower_bound(*find_row(id).operation, request, model);
  };
  EXPECT_EQ(bound("oas-torus2d-balanced", {kTorus, {5, 5}}, 7, true), 14 + 2 + 30 * 3);
  EXPECT_EQ(bound("oas-grid-sf", {kTorus, {5, 5}}, 7, true), 14 + 2 + 30 * 3);
  EXPECT_EQ(bound("oas-grid-sf", {kTorus, {5, 5}}, 7, false), 14 + 2 + 120 * 3);
  EXPECT_EQ(bound("oas-grid-sf", {kMesh, {5, 5}}, 2, true), 14 + 2 + 40 * 3);
  EXPECT_EQ(bound("oas-grid-sf", {kMesh, {5, 5}}, 24, true), 14 + 2 + 60 * 3);
  EXPECT_EQ(bound("oas-ring-sf", {kRing, {8}}, 3, true), 14 + 2 + 18 * 3);
  EXPECT_EQ(bound("oas-hc-necklace", {kHypercube, {6}}, 3, true), 14 + 2 + 53 * 3);
  EXPECT_EQ(bound("oas-hc-necklace", {kHypercube, {6}}, 3, false), 14 + 2 + 315 * 3);
}

// 25 nodes, of which 5 times as many know something after every start-up with four ports: two more
// after the first. With one port, 5 start-ups.
TEST(ScatterBounds, CountTheStartUps) {
  const Topology torus(kTorus, {5, 5});
  const Routing routing(torus, RoutingOrder::kAscending);
  RowRequest request{torus, routing, 1, 0};
  request.ports = 4;
  const TimingModel model = {1000, 2, 1};
  EXPECT_EQ(lower_bound(*find_row("oas-torus2d-balanced").operation, request, model), 1003 + 1000);
  request.ports = 1;
  EXPECT_EQ(lower_bound(*find_row("oas-grid-sf").operation, request, model), 1003 + 4 * 1000);
}

}  // namespace
}  // namespace flitcast::test_refusals_scatter
