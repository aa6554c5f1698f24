#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "traffic/channel_load/class_shares.h"

namespace flitcast::test_class_shares {
namespace {

std::vector<double> shares(const Topology& topology, const RoutingPolicy& policy,
                           Datelines datelines, const PatternSettings& pattern = {}) {
  RoutingOptions options;
  options.ties = Ties::kDrawn;
  options.datelines = datelines;
  const Routing routing(topology, RoutingOrder::kAscending, policy, options);
  return class_shares(routing, *make_pattern(topology, pattern));
}

constexpr double kOfASample = 0.01;

// Uniform traffic round a ring of 8, of each way: 1, 2 and 3 links, and half of the time 4, from
// all 8 nodes: 8·8 links in all. Of k links k begin so that they take the wrap link, which makes
// 1 + 4 + 9 + 16/2 times k links in class 1; with datelines on crossing only those from there on
// are in it, 1 + 3 + 6 + 10/2.
TEST(ClassShares, OfDatelinesAreMoreEvenOnEntering) {
  const Topology torus(TopologyKind::kTorus, {8, 8});
  const std::vector<double> entering = shares(torus, ascending_policy(), Datelines::kEntering);
  ASSERT_EQ(entering.size(), 2U);
  EXPECT_NEAR(entering[1], 22.0 / 64, kOfASample);
  EXPECT_NEAR(entering[0], 42.0 / 64, kOfASample);
  EXPECT_NEAR(shares(torus, ascending_policy(), Datelines::kCrossing)[1], 15.0 / 64, kOfASample);
}

TEST(ClassShares, OfTwoPhasesAreHalvesOfIt) {
  const Topology torus(TopologyKind::kTorus, {8, 8});
  for (const auto* const policy : {&valiant_policy(), &romm_policy()}) {
    const std::vector<double> each = shares(torus, *policy, Datelines::kEntering);
    ASSERT_EQ(each.size(), 4U);
    EXPECT_NEAR(each[0] + each[1], 0.5, kOfASample) << policy->word;
    EXPECT_GT(each[1], 0.1) << policy->word;
  }
  const Topology mesh(TopologyKind::kMesh, {8, 8});
  EXPECT_NEAR(shares(mesh, o1turn_policy(), Datelines::kCrossing)[0], 0.5, kOfASample);
}

// Two packets of a flit over one link each, the second over the wrap link, and three more flits.
TEST(ClassShares, OfATraceCountFlits) {
  const Topology ring(TopologyKind::kRing, {4});
  PatternSettings trace;
  trace.word = "trace";
  trace.text = "0,0,1,1\n0,3,0,4\n";
  const std::vector<double> each = shares(ring, ascending_policy(), Datelines::kEntering, trace);
  ASSERT_EQ(each.size(), 2U);
  EXPECT_DOUBLE_EQ(each[1], 0.8);
}

TEST(ClassShares, AreNotKnownWhereHeadersChoose) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  EXPECT_TRUE(shares(mesh, adaptive_policy(), Datelines::kCrossing).empty());
  EXPECT_TRUE(
      shares(Topology(TopologyKind::kMesh, {1, 1}), ascending_policy(), Datelines::kCrossing)
          .empty());
}

}  // namespace
}  // namespace flitcast::test_class_shares
