#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/refusals.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast::test_collective_refusals {
namespace {

const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kLine = TopologyKind::kLine;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kRing = TopologyKind::kRing;
const TopologyKind kTorus = TopologyKind::kTorus;
const TopologyKind kTree = TopologyKind::kTree;

struct Refusal {
  std::vector<const char*> ids;
  Topology topology;
  std::uint32_t message_flits;
  NodeId root;
  std::string key;
  std::string message;
};

const std::vector<const char*> kLineRows = {"oab-line", "aor-line"};
const std::vector<const char*> kMeshRows = {"oab-mesh", "aor-mesh"};
const std::vector<const char*> kRingRows = {"aab-ring", "aar-ring", "oab-vandegeijn"};
const std::vector<const char*> kTorusRows = {"aab-mesh", "aar-mesh"};
const std::vector<const char*> kCubeRows = {
    "aor-hc",           "aab-hc", "aar-hc", "oab-hc-scatter-allgather", "aor-hc-aar-gather",
    "allreduce-hc-rsag"};

const Refusal kRefusals[] = {
    {kLineRows,
     {kHypercube, {3}},
     1,
     0,
     "topology.kind",
     "hypercube does not fit; the algorithm lives on a line or ring"},
    {kLineRows,
     {kTree, {3}},
     1,
     0,
     "topology.kind",
     "tree does not fit; the algorithm lives on a line or ring"},
    {kLineRows,
     {kMesh, {4, 4}},
     1,
     0,
     "topology.dims",
     "4x4 has more than one dimension; the nearest is 4"},
    {kLineRows, {kLine, {1}}, 1, 0, "topology.dims", "1 is a single node; the nearest is 2"},
    {kLineRows, {kLine, {7}}, 1, 0, "topology.dims", "7 is not a power of two; the nearest is 8"},
    {kLineRows, {kRing, {6}}, 1, 0, "topology.dims", "6 is not a power of two; the nearest is 8"},
    {kLineRows, {kRing, {8}}, 1, 8, "traffic.root", "8 is not a node of ring 8; the nearest is 7"},
    {kLineRows, {kRing, {8}}, 0, 0, "traffic.message_flits", "0 is too small; the smallest is 1"},
    {kMeshRows,
     {kTorus, {4, 4}},
     1,
     0,
     "topology.kind",
     "torus does not fit; the algorithm lives on a mesh or line"},
    {kMeshRows, {kMesh, {1, 1}}, 1, 0, "topology.dims", "1x1 is a single node; the nearest is 2x1"},
    {kMeshRows,
     {kMesh, {4, 5, 15}},
     1,
     0,
     "topology.dims",
     "4x5x15 has a side that is not a power of two; the nearest is 4x4x16"},
    {kMeshRows,
     {kMesh, {4, 4}},
     1,
     16,
     "traffic.root",
     "16 is not a node of mesh 4x4; the nearest is 15"},
    {{"aor-tree"},
     {kMesh, {4, 4}},
     1,
     0,
     "topology.kind",
     "mesh does not fit; the algorithm lives on a tree"},
    {{"aor-tree"},
     {kTree, {3}},
     1,
     8,
     "traffic.root",
     "8 is not a processor of tree 3; the nearest is 7"},
    {kRingRows,
     {kLine, {8}},
     8,
     0,
     "topology.kind",
     "line does not fit; the algorithm lives on a ring or a torus of one dimension"},
    {kRingRows, {kRing, {2}}, 2, 0, "topology.dims", "2 nodes are too few; the smallest is 3"},
    {kRingRows,
     {kTorus, {4, 4}},
     16,
     0,
     "topology.dims",
     "4x4 has more than one dimension; the nearest is 4"},
    {{"oab-vandegeijn"},
     {kRing, {6}},
     6,
     6,
     "traffic.root",
     "6 is not a node of ring 6; the nearest is 5"},
    {{"oab-vandegeijn"},
     {kRing, {6}},
     10,
     0,
     "traffic.message_flits",
     "the scatter sends 6 equal parts, which 10 flits do not make; the nearest is 12"},
    {{"oab-vandegeijn"},
     {kRing, {16385}},
     16385,
     0,
     "topology.dims",
     "ring 16385 has 16385 nodes; an all-to-all broadcast takes at most 16384"},
    {{"aab-ring"},
     {kRing, {16385}},
     1,
     0,
     "topology.dims",
     "ring 16385 has 16385 nodes; an all-to-all broadcast takes at most 16384"},
    {{"aar-ring"},
     {kRing, {2049}},
     1,
     0,
     "topology.dims",
     "ring 2049 has 2049 nodes; an all-to-all reduction takes at most 2048"},
    {kTorusRows,
     {kMesh, {4, 4}},
     1,
     0,
     "topology.kind",
     "mesh does not fit; the algorithm lives on a torus or ring"},
    {kTorusRows,
     {kTorus, {2, 5}},
     1,
     0,
     "topology.dims",
     "2x5 has a side of less than 3 nodes; the nearest is 3x5"},
    {kCubeRows,
     {kMesh, {4, 4}},
     16,
     0,
     "topology.kind",
     "mesh does not fit; the algorithm lives on a hypercube"},
    {kCubeRows,
     {kHypercube, {0}},
     1,
     0,
     "topology.dims",
     "a hypercube of dimension 0 is a single node; the smallest is 1"},
    {{"aor-hc", "oab-hc-scatter-allgather", "aor-hc-aar-gather"},
     {kHypercube, {3}},
     8,
     8,
     "traffic.root",
     "8 is not a node of hypercube 3; the nearest is 7"},
    {{"oab-hc-scatter-allgather"},
     {kHypercube, {3}},
     12,
     0,
     "traffic.message_flits",
     "the scatter sends 8 equal parts, which 12 flits do not make; the nearest is 16"},
    {{"aor-hc-aar-gather", "allreduce-hc-rsag"},
     {kHypercube, {3}},
     3,
     0,
     "traffic.message_flits",
     "the nodes sum 8 equal parts, which 3 flits do not make; the nearest is 8"},
    {{"oab-hc-scatter-allgather", "aab-hc"},
     {kHypercube, {15}},
     1U << 15U,
     0,
     "topology.dims",
     "hypercube 15 has 32768 nodes; an all-to-all broadcast takes at most 16384"},
    {{"aor-hc-aar-gather", "allreduce-hc-rsag", "aar-hc"},
     {kHypercube, {12}},
     4096,
     0,
     "topology.dims",
     "hypercube 12 has 4096 nodes; an all-to-all reduction takes at most 2048"},
};

TEST(Collectives, RefuseWhatTheyCannotDoAndSayWhatWouldBeRight) {
  for (const Refusal& refusal : kRefusals) {
    const Routing routing(refusal.topology, RoutingOrder::kAscending);
    for (const char* id : refusal.ids) {
      expect_refusal(id, {refusal.topology, routing, refusal.message_flits, refusal.root},
                     refusal.key, refusal.message);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_collective_refusals
