// Relations that are wrong: no proof takes them for right.

#include <memory>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/networks/adaptive_mesh.h"
#include "tests/support/networks/proved_routing.h"

namespace flitcast::test_relation_proof {
namespace {

/// Every shortest way in class 1, and an escape in class 0 that is not one.
class BrokenEscape : public AdaptiveMesh {
 public:
  enum class Fault { kAnyTurn, kNotEverywhere, kLeavesWhatItKeeps };

  template <Fault kFault>
  static RoutingPolicy policy() {
    RoutingPolicy made;
    made.make = [](const RoutedNetwork& network) {
      return std::shared_ptr<const RoutingRelation>(new BrokenEscape(network.topology, kFault));
    };
    return made;
  }
  int classes() const override { return 2; }
  int escape_classes() const override { return 1; }
  bool keeps_escape() const override { return fault_ == Fault::kLeavesWhatItKeeps; }
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    RouteCandidates ways;
    AdaptiveMesh::candidates(here, from_port, from_class, destination, ways);
    out.clear();
    for (const RouteCandidate& way : ways) {
      out.add({way.port, 1});
    }
    if (fault_ == Fault::kAnyTurn) {
      for (const RouteCandidate& way : ways) {
        out.add({way.port, 0});
      }
    } else if (here != 4) {
      out.add({ways[0].port, 0});
    }
  }

 private:
  BrokenEscape(const Topology& mesh, Fault fault)
      : AdaptiveMesh(mesh, Turns::kAll), fault_(fault) {}

  Fault fault_;
};

TEST(ProofOfARelation, RefusesAnEscapeThatIsNone) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const RoutingProof turns =
      proof_of(BrokenEscape::policy<BrokenEscape::Fault::kAnyTurn>(), mesh, 2);
  EXPECT_FALSE(turns.free);
  expect_circle(turns.circle, mesh);
  EXPECT_NE(turns.circle.find("class 0"), std::string::npos) << turns.circle;
  const RoutingProof gaps =
      proof_of(BrokenEscape::policy<BrokenEscape::Fault::kNotEverywhere>(), mesh, 2);
  EXPECT_FALSE(gaps.free);
  expect_circle(gaps.circle, mesh);
}

TEST(ProofOfARelation, RefusesToLeaveAnEscapeThatIsKept) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  try {
    proof_of(BrokenEscape::policy<BrokenEscape::Fault::kLeavesWhatItKeeps>(), mesh, 2);
    FAIL();
  } catch (const std::logic_error& error) {
    EXPECT_NE(std::string(error.what()).find("out of an escape that is not to be left"),
              std::string::npos)
        << error.what();
  }
}

/// x before y in class 0. Who goes along y may take a step aside in class 1, from where class 0
/// leads back. So no worm takes y before x in class 0, but some hold y there while they ask for x.
class StepsAside : public RoutingRelation {
 public:
  static RoutingPolicy policy() {
    RoutingPolicy made;
    made.make = [](const RoutedNetwork& network) {
      return std::shared_ptr<const RoutingRelation>(new StepsAside(network));
    };
    return made;
  }
  int classes() const override { return 2; }
  int escape_classes() const override { return 1; }
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    out.set({base_->next_port(here, destination), 0});
    if (from_class == 0 && (from_port == 2 || from_port == 3)) {
      for (const PortId aside : {PortId{0}, PortId{1}}) {
        if (mesh_.neighbour(here, aside) != kNoNode) {
          out.add({aside, 1});
        }
      }
    }
  }

 private:
  explicit StepsAside(const RoutedNetwork& network)
      : mesh_(network.topology), base_(network.base) {}

  const Topology& mesh_;
  std::shared_ptr<const BaseRoute> base_;
};

TEST(ProofOfARelation, SeesWaitsByWayOfOtherClasses) {
  const Topology mesh(TopologyKind::kMesh, {3, 4});
  const RoutingProof proof = proof_of(StepsAside::policy(), mesh, 2);
  EXPECT_FALSE(proof.free);
  expect_circle(proof.circle, mesh);
  EXPECT_NE(proof.circle.find("class 1"), std::string::npos) << proof.circle;
  // Two nodes high, nobody passes a node along y.
  EXPECT_TRUE(proof_of(StepsAside::policy(), Topology(TopologyKind::kMesh, {3, 2}), 2).free);
}

class DeadEnd : public AdaptiveMesh {
 public:
  static RoutingPolicy policy() {
    RoutingPolicy made;
    made.make = [](const RoutedNetwork& network) {
      return std::shared_ptr<const RoutingRelation>(new DeadEnd(network.topology));
    };
    return made;
  }
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    AdaptiveMesh::candidates(here, from_port, from_class, destination, out);
    if (here == 1 && from_port != kNoPort) {
      out.clear();
    }
  }

 private:
  explicit DeadEnd(const Topology& mesh) : AdaptiveMesh(mesh, Turns::kAll) {}
};

TEST(ProofOfARelation, TellsOfAWayThatEnds) {
  const Topology mesh(TopologyKind::kMesh, {3, 1});
  const RoutingProof proof = proof_of(DeadEnd::policy(), mesh, 1);
  EXPECT_FALSE(proof.free);
  EXPECT_EQ(proof.argument, "a header from 2 to 0 may come to node 1 and find no way to go on");
  EXPECT_EQ(proof.circle, "");
}

}  // namespace
}  // namespace flitcast::test_relation_proof
