#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/networks/irregular_network.h"
#include "tests/support/rows/refusals.h"

namespace flitcast::test_catalogue_refusals {
namespace {

/// A network, its routing and a request on it.
struct Setting {
  Topology topology;
  RoutingOrder order = RoutingOrder::kAscending;
  std::uint32_t message_flits = 1;
  NodeId root = 0;
  std::string variant = {};
};

struct Refusal {
  std::string id;
  Setting setting;
  std::string key;
  std::string message;
};

const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kTorus = TopologyKind::kTorus;
const TopologyKind kRing = TopologyKind::kRing;
const RoutingOrder kAscending = RoutingOrder::kAscending;

std::vector<Refusal> refusals() {
  std::vector<Refusal> list = {
      {"aas-hc-sex",
       {{kHypercube, {3}}, kAscending, 1, 0, "ascendin"},
       "traffic.variant",
       "there is no variant \"ascendin\"; the nearest is ascending"},
      {"app-transpose",
       {{kHypercube, {3}}, kAscending, 1, 0, "dexx"},
       "traffic.variant",
       "there is no variant \"dexx\"; the nearest is dex"},
      {"oas-hc-sbt",
       {{kHypercube, {3}}, kAscending, 1, 8},
       "traffic.root",
       "8 is not a node of hypercube 3; the nearest is 7"},
      {"oab-hc-sbt",
       {{kHypercube, {3}}, kAscending, 1, 9},
       "traffic.root",
       "9 is not a node of hypercube 3; the nearest is 7"},
      {"aas-ring-allport",
       {{kRing, {6}}, kAscending, 5, 0, "split"},
       "traffic.message_flits",
       "variant split sends half a packet each way, which 5 flits do not make; the nearest is 6"},
      {"oab-mesh-irc-corner",
       {{kMesh, {4, 4}}, kAscending, 1, 14},
       "traffic.root",
       "14 is not a corner of mesh 4x4; the nearest is 15"},
      {"oab-mesh-irc-corner",
       {{kMesh, {4, 4}}, kAscending, 1, 16},
       "traffic.root",
       "16 is not a node of mesh 4x4; the nearest is 15"},
      {"oab-tree",
       {{TopologyKind::kTree, {3}}, kAscending, 1, 8},
       "traffic.root",
       "8 is not a processor of tree 3; the nearest is 7"},
      {"oab-tree",
       {{TopologyKind::kTree, {0}}},
       "topology.dims",
       "a tree of depth 0 is a single node; the smallest is 1"},
      {"oab-tree",
       {{TopologyKind::kTree, {3}}, kAscending, 0},
       "traffic.message_flits",
       "0 is too small; the smallest is 1"},
      {"oab-tree",
       {{kHypercube, {3}}},
       "topology.kind",
       "hypercube does not fit; the algorithm lives on a tree"},
      {"oab-mesh-irc-corner",
       {{kMesh, {4, 4}}, RoutingOrder::kDescending},
       "router.routing",
       "descending turns from columns to rows, and the worms turn from rows to columns; take "
       "ascending"},
      {"oab-mesh-irc-corner",
       {{kMesh, {2, 3, 4}}},
       "topology.dims",
       "2x3x4 does not have two dimensions; the nearest is 2x12"},
      {"oab-mesh-irc-corner",
       {{kMesh, {1, 1}}},
       "topology.dims",
       "1x1 is a single node; the smallest are 2x1 and 1x2"},
      {"oab-mesh-irc-corner",
       {{kTorus, {4, 4}}},
       "topology.kind",
       "torus does not fit; the algorithm lives on a mesh"},
      {"oab-mesh-irc-corner",
       {{kMesh, {4, 4}}, kAscending, 1, 0, "R-C"},
       "traffic.variant",
       "there is no variant \"R-C\"; the nearest is RC-C"},
      {"aas-torus-nd-sf",
       {{kMesh, {4, 4}}},
       "topology.kind",
       "mesh does not fit; the algorithm lives on a torus or ring"},
      {"aas-torus-nd-sf",
       {{kTorus, {2, 5, 2}}},
       "topology.dims",
       "2x5x2 has a side of less than 3 nodes; the nearest is 3x5x3"},
      {"aas-torus-nd-sf",
       {{kRing, {2}}},
       "topology.dims",
       "2 has a side of less than 3 nodes; the nearest is 3"},
      {"aas-mesh-nd-wh-ring",
       {{kTorus, {4, 4}}},
       "topology.kind",
       "torus does not fit; the algorithm lives on a mesh or line"},
      {"aas-mesh-nd-wh-ring",
       {{kMesh, {1, 1}}},
       "topology.dims",
       "1x1 is a single node; the nearest is 2x1"},
      {"aas-mesh-nd-wh-ring",
       {{TopologyKind::kLine, {1}}},
       "topology.dims",
       "1 is a single node; the nearest is 2"},
      {"aas-ring-dex",
       {{TopologyKind::kLine, {8}}},
       "topology.kind",
       "line does not fit; the algorithm lives on a ring or a torus of one dimension"},
      {"aas-ring-dex", {{kRing, {3}}}, "topology.dims", "3 nodes are too few; the smallest is 4"},
      {"aas-ring-dex",
       {{kTorus, {4, 5}}},
       "topology.dims",
       "4x5 has more than one dimension; the nearest is 4"},
  };
  for (const char* id : {"aas-hc-sex", "aas-hc-allport-sf", "aas-hc-dex", "app-transpose",
                         "oas-hc-sbt", "oab-hc-sbt", "allreduce-hc"}) {
    list.push_back({id,
                    {{kMesh, {4, 4}}},
                    "topology.kind",
                    "mesh does not fit; the algorithm lives on a hypercube"});
    list.push_back({id,
                    {{kHypercube, {0}}},
                    "topology.dims",
                    "a hypercube of dimension 0 is a single node; the smallest is 1"});
    list.push_back({id,
                    {{kHypercube, {2}}, kAscending, 0},
                    "traffic.message_flits",
                    "0 is too small; the smallest is 1"});
  }
  for (const char* id : {"aas-torus-nd-sf", "aas-ring-dex"}) {
    list.push_back({id,
                    {{kRing, {8}}, kAscending, 0},
                    "traffic.message_flits",
                    "0 is too small; the smallest is 1"});
    list.push_back({id,
                    {{kRing, {16388}}},
                    "topology.dims",
                    "ring 16388 has 16388 nodes; an all-to-all scatter takes at most 16384"});
  }
  for (const char* id : {"aas-ring-1port", "aas-ring-allport"}) {
    list.push_back(
        {id,
         {{TopologyKind::kLine, {8}}},
         "topology.kind",
         "line does not fit; the algorithm lives on a ring or a torus of one dimension"});
    list.push_back({id, {{kRing, {2}}}, "topology.dims", "2 nodes are too few; the smallest is 3"});
    list.push_back({id,
                    {{kTorus, {4, 5}}},
                    "topology.dims",
                    "4x5 has more than one dimension; the nearest is 4"});
  }
  return list;
}

TEST(Catalogue, RefusesWhatARowCannotDoAndSaysWhatWouldBeRight) {
  for (const Refusal& refusal : refusals()) {
    const Setting& setting = refusal.setting;
    const Routing routing(setting.topology, setting.order);
    expect_refusal(
        refusal.id,
        {setting.topology, routing, setting.message_flits, setting.root, setting.variant},
        refusal.key, refusal.message);
  }
}

TEST(Catalogue, ARowTakesAnyNetworkOrRefusesOneThatLacksWhatItNeeds) {
  const Topology paw = IrregularNetwork::make();
  const Routing routing(paw, RoutingOrder::kAscending);
  RowRequest request{paw, routing, 4};
  request.parameters.destinations = {1};
  for (const Row& row : catalogue()) {
    SCOPED_TRACE(row.id);
    try {
      check_request(row, request);
      EXPECT_EQ(row.topologies, "any");
    } catch (const ParameterError& error) {
      EXPECT_EQ(error.key(), "topology.kind");
      EXPECT_EQ(std::string(error.what()).find("paw does not fit; the algorithm lives on a "), 0U)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace flitcast::test_catalogue_refusals
