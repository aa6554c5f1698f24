#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/networks/adaptive_mesh.h"
#include "tests/support/networks/proved_routing.h"
#include "tests/support/networks/routed_networks.h"
#include "traffic/verify/routing_proof.h"

namespace flitcast::test_routing_proof {
namespace {

constexpr const char* kNoCycle = "the channel dependency graph has no cycle";
constexpr const char* kEscape =
    "headers can always escape, and the extended channel dependency graph of the escape has no "
    "cycle";

TEST(RoutingProof, AcceptsEveryPolicyOnEveryNetworkThatItFits) {
  for (const auto& policy : kRoutingPolicies) {
    int fits = 0;
    for (const Topology& topology : routed_networks()) {
      try {
        const Routing routing(topology, RoutingOrder::kDescending, policy(),
                              options_for(policy(), topology));
        const int classes = routing.relation().classes();
        for (const int vcs : {classes, classes + 1}) {
          const RoutingProof proof = prove_routing(routing, with_vcs(vcs));
          EXPECT_TRUE(proof.free) << topology.describe() << ' ' << policy().word << proof.argument;
          EXPECT_EQ(proof.circle, "");
        }
        ++fits;
      } catch (const std::invalid_argument&) {
      }
    }
    EXPECT_GT(fits, 0) << policy().word;
  }
}

// Sides of all kinds: even, odd, and those whose routes take one link of a ring.
TEST(RoutingProof, AcceptsEveryRuleForTiesAndDatelinesOnTori) {
  const std::vector<std::vector<std::uint32_t>> tori{{4, 4}, {8, 3}, {5, 6},
                                                     {2, 4}, {2, 2}, {3, 4, 2}};
  int proofs = 0;
  for (const auto& policy : kRoutingPolicies) {
    for (const auto& dims : tori) {
      const Topology torus(TopologyKind::kTorus, dims);
      for (const Ties ties : {Ties::kUp, Ties::kDrawn}) {
        for (const Datelines datelines : {Datelines::kCrossing, Datelines::kEntering}) {
          try {
            RoutingOptions options = options_for(policy(), torus);
            options.ties = ties;
            options.datelines = datelines;
            const Routing routing(torus, RoutingOrder::kAscending, policy(), options);
            for (int more = 0; more < 3; ++more) {
              const RoutingProof proof =
                  prove_routing(routing, with_vcs(routing.relation().classes() + more));
              EXPECT_TRUE(proof.free)
                  << torus.describe() << ' ' << policy().word << ": " << proof.argument;
              ++proofs;
            }
          } catch (const std::invalid_argument&) {
          }
        }
      }
    }
  }
  // Of the policies that fit tori, and of one that needs rings of three nodes and more.
  EXPECT_EQ(proofs, (10 * 6 + 3) * 4 * 3);
}

// One class too few, whatever the rules: rings of four links and more close.
TEST(RoutingProof, ShowsTheCircleRoundARingWithoutDatelines) {
  const Topology torus(TopologyKind::kTorus, {4, 4});
  for (const Ties ties : {Ties::kUp, Ties::kDrawn}) {
    RoutingOptions options;
    options.ties = ties;
    options.datelines = Datelines::kEntering;
    EXPECT_FALSE(
        prove_routing(Routing(torus, RoutingOrder::kAscending, ascending_policy(), options),
                      with_vcs(1))
            .free);
  }
}

TEST(RoutingProof, TellsAcyclicGraphsFromEscapes) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  EXPECT_EQ(proof_of(west_first_policy(), mesh, 1).argument, kNoCycle);
  EXPECT_EQ(proof_of(adaptive_policy(), mesh, 2).argument, kEscape);
  EXPECT_EQ(proof_of(min_adapt_policy(), mesh, 2).argument, kEscape);
  EXPECT_EQ(proof_of(adaptive_policy(), Topology(TopologyKind::kLine, {5}), 1).argument, kNoCycle);
}

// With a virtual channel less all of them are one class, and groups wait for each other.
TEST(RoutingProof, TakesAClassForEveryGlobalLinkOfADragonfly) {
  const Topology dragonfly(TopologyKind::kDragonfly, {2, 4, 2});
  for (const auto& [policy, vcs] : {std::pair{&ascending_policy(), 2},
                                    {&valiant_policy(), 3},
                                    {&ugal_policy(), 3},
                                    {&ugal_global_policy(), 3}}) {
    EXPECT_EQ(proof_of(*policy, dragonfly, vcs).argument, kNoCycle) << policy->word;
    const RoutingProof proof = proof_of(*policy, dragonfly, vcs - 1);
    EXPECT_FALSE(proof.free) << policy->word;
    EXPECT_NE(proof.circle, "") << policy->word;
  }
}

TEST(RoutingProof, ShowsTheCircleWhereAClassIsMissing) {
  using Case = std::pair<const RoutingPolicy*, Topology>;
  const std::vector<Case> cases{{&ascending_policy(), {TopologyKind::kTorus, {4, 4}}},
                                {&any_order_policy(), {TopologyKind::kTorus, {4, 4}}},
                                {&o1turn_policy(), {TopologyKind::kMesh, {3, 3}}},
                                {&romm_policy(), {TopologyKind::kMesh, {3, 3}}},
                                {&romm_policy(), {TopologyKind::kTorus, {4, 4}}},
                                {&valiant_policy(), {TopologyKind::kMesh, {2, 2}}},
                                {&valiant_policy(), {TopologyKind::kTorus, {4, 4}}},
                                {&valiant_policy(), {TopologyKind::kHypercube, {3}}},
                                {&ugal_policy(), {TopologyKind::kTorus, {4, 4}}},
                                {&ugal_policy(), {TopologyKind::kHypercube, {3}}},
                                {&opposite_tori_policy(), {TopologyKind::kTorus, {3, 4}}},
                                {&adaptive_policy(), {TopologyKind::kMesh, {3, 3}}},
                                {&adaptive_policy(), {TopologyKind::kTorus, {4, 4}}},
                                {&adaptive_policy(), {TopologyKind::kHypercube, {3}}},
                                {&min_adapt_policy(), {TopologyKind::kMesh, {3, 3}}},
                                {&min_adapt_policy(), {TopologyKind::kTorus, {4, 4}}}};
  for (const auto& [policy, topology] : cases) {
    SCOPED_TRACE(topology.describe() + " " + std::string(policy->word));
    const Routing routing(topology, RoutingOrder::kAscending, *policy,
                          options_for(*policy, topology));
    const RoutingProof proof = prove_routing(routing, with_vcs(routing.relation().classes() - 1));
    EXPECT_FALSE(proof.free);
    EXPECT_EQ(proof.argument, "worms can wait for each other along " + proof.circle);
    expect_circle(proof.circle, topology);
  }
}

TEST(RoutingProof, RefusesAllTurnsWithoutAnEscape) {
  const Topology mesh(TopologyKind::kMesh, {2, 2});
  const RoutingProof proof = proof_of(AdaptiveMesh::any_turn(), mesh, 3);
  EXPECT_FALSE(proof.free);
  const std::set<std::string> round{"0->1->3->2->0", "1->3->2->0->1", "3->2->0->1->3",
                                    "2->0->1->3->2", "0->2->3->1->0", "2->3->1->0->2",
                                    "3->1->0->2->3", "1->0->2->3->1"};
  EXPECT_EQ(round.count(proof.circle), 1U) << proof.circle;
}

// A worm holds both directions of a link, whatever its class.
TEST(RoutingProof, CountsLinksThatCarryOneDirectionAtATime) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const Routing adaptive(mesh, RoutingOrder::kAscending, adaptive_policy());
  NetworkConfig half = with_vcs(2);
  half.duplex = Duplex::kHalf;
  EXPECT_FALSE(prove_routing(adaptive, half).free);
  half.switching = Switching::kCutThrough;
  EXPECT_TRUE(prove_routing(adaptive, half).free);
}

// A worm that has left a copy at node 1 holds the receive port there while it asks for the one at
// node 2, and one that comes the other way the other way round. On three nodes only worms that end
// ask for ports at the ends.
TEST(RoutingProof, CountsReceivePortsThatMulticastsHold) {
  const auto proof = [](const Topology& topology, const NetworkConfig& config) {
    return prove_routing(Routing(topology, RoutingOrder::kAscending), config, {nullptr, true});
  };
  const Topology line(TopologyKind::kLine, {4});
  const RoutingProof one_port = proof(line, with_vcs(1));
  EXPECT_FALSE(one_port.free);
  const std::set<std::string> round{"1->2->[receive at 2]->1->[receive at 1]",
                                    "2->1->[receive at 1]->2->[receive at 2]"};
  EXPECT_EQ(round.count(one_port.circle), 1U) << one_port.circle;
  EXPECT_TRUE(proof(Topology(TopologyKind::kLine, {3}), with_vcs(1)).free);
  NetworkConfig all_ports = with_vcs(1);
  all_ports.ports = 2;
  EXPECT_TRUE(proof(line, all_ports).free);
  NetworkConfig cut_through = with_vcs(1);
  cut_through.switching = Switching::kCutThrough;
  EXPECT_TRUE(proof(line, cut_through).free);
}

// Worms of both virtual channels of a link ask for receive ports: two for each of two links.
TEST(RoutingProof, CountsReceivePortsByVirtualChannels) {
  const Topology ring(TopologyKind::kRing, {6});
  NetworkConfig config = with_vcs(2);
  const Routing routing(ring, RoutingOrder::kAscending);
  config.ports = 2;
  EXPECT_FALSE(prove_routing(routing, config, {nullptr, true}).free);
  EXPECT_TRUE(prove_routing(routing, config).free);
  config.ports = 4;
  EXPECT_TRUE(prove_routing(routing, config, {nullptr, true}).free);
}

// On a ring of one virtual channel messages to the next node hold one channel each and wait for
// none, but those that go two hops round close the circle; a pair less opens it.
TEST(RoutingProof, IsOfThePairsThatSend) {
  const Topology ring(TopologyKind::kRing, {5});
  const Routing routing(ring, RoutingOrder::kAscending);
  std::vector<NodePair> next;
  std::vector<NodePair> second;
  for (NodeId to = 0; to < 5; ++to) {
    next.emplace_back((to + 4) % 5, to);
    second.emplace_back((to + 3) % 5, to);
  }
  const auto proof = [&](const std::vector<NodePair>& pairs, int vcs) {
    return prove_routing(routing, with_vcs(vcs), {nullptr, false, false, &pairs});
  };
  EXPECT_FALSE(prove_routing(routing, with_vcs(1)).free);
  EXPECT_TRUE(proof(next, 1).free);
  EXPECT_EQ(proof(second, 1).circle, "0->1->2->3->4->0");
  EXPECT_TRUE(proof(second, 2).free);
  second.pop_back();
  EXPECT_TRUE(proof(second, 1).free);
  EXPECT_TRUE(proof({}, 1).free);
}

// Requests wait for memories, and memories for replies to leave.
TEST(RoutingProof, TellsWhereRequestsAndRepliesMeet) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const Routing routing(mesh, RoutingOrder::kAscending);
  NetworkConfig config = with_vcs(2);
  config.memory = MemorySettings{4, 20, 1, 35, 1};
  const RoutingProof shared = prove_routing(routing, config);
  EXPECT_FALSE(shared.free);
  EXPECT_EQ(shared.circle, "0->1->[memory at 1]->0->[memory at 0]");
  config.memory->queue = 36;  // four of each of nine nodes
  EXPECT_TRUE(prove_routing(routing, config).free);
  config.memory->queue = 1;
  config.ports = 2;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.message_classes = 2;
  config.classes_at_ports = true;
  EXPECT_TRUE(prove_routing(routing, config).free);
}

TEST(RoutingProof, SaysWhatRequestsThatAreHeldInTheNetworkWaitFor) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const Routing routing(mesh, RoutingOrder::kAscending);
  NetworkConfig config = with_vcs(2);
  config.rates.resize(9);
  const auto argument = [&] { return prove_routing(routing, config).argument; };
  EXPECT_EQ(argument(), "the channel dependency graph has no cycle");
  config.rates[4].requests = 1;
  EXPECT_EQ(argument().find("the channel dependency graph has no cycle; requests wait for replies"),
            0U);
}

// A header in the escape has one way, in the escape; elsewhere all shortest ways and the escape.
TEST(RoutingProof, HeadersOfMinAdaptKeepToTheEscape) {
  for (const auto& [kind, escapes] :
       {std::pair(TopologyKind::kMesh, 1), std::pair(TopologyKind::kTorus, 2)}) {
    const Topology topology(kind, {5, 5});
    const Routing routing(topology, RoutingOrder::kAscending, min_adapt_policy());
    RouteCandidates ways;
    for (int vc_class = 0; vc_class <= escapes; ++vc_class) {
      routing.candidates(6, 1, vc_class, 18, ways);  // two columns and two rows up
      EXPECT_EQ(ways.size(), vc_class < escapes ? 1U : 3U);
      EXPECT_LT(ways[ways.size() - 1].vc_class, escapes);
      EXPECT_EQ(ways[ways.size() - 1].port, 0);
    }
    routing.candidates(6, kNoPort, 0, 18, ways);
    EXPECT_EQ(ways.size(), 3U);
  }
}

/// What it was told, and whether it never went back.
class Told final : public VerifyWatcher {
 public:
  void verifying(std::uint64_t round, std::uint64_t rounds) override {
    ascends_ = ascends_ && round >= last_;
    last_ = round;
    EXPECT_LE(round, rounds);
    rounds_ = rounds;
  }
  bool ascends() const { return ascends_; }
  std::uint64_t last() const { return last_; }
  std::uint64_t rounds() const { return rounds_; }

 private:
  bool ascends_ = true;
  std::uint64_t last_ = 0;
  std::uint64_t rounds_ = 0;
};

// The search of the escape is told of, too: on 256 nodes there is enough of it.
TEST(RoutingProof, TellsHowFarItIs) {
  const Topology mesh(TopologyKind::kMesh, {16, 16});
  Told walk;
  EXPECT_TRUE(prove_routing(Routing(mesh, RoutingOrder::kAscending), with_vcs(1), {&walk}).free);
  EXPECT_EQ(walk.last(), 255U);
  EXPECT_EQ(walk.rounds(), 256U);
  Told escape;
  EXPECT_TRUE(prove_routing(Routing(mesh, RoutingOrder::kAscending, adaptive_policy()), with_vcs(2),
                            {&escape})
                  .free);
  EXPECT_TRUE(escape.ascends());
  EXPECT_GT(escape.last(), 256U);
  EXPECT_EQ(escape.rounds(), 3 * 256U);
}

// Where bubbles keep every ring going, the order of dimensions is enough, with one class; routes
// that go back to a dimension are not.
TEST(RoutingProof, JoinsRingsThatBubblesKeepGoing) {
  for (const std::vector<std::uint32_t>& sides :
       {std::vector<std::uint32_t>{8}, {4, 4}, {5, 2, 3}, {2, 2}}) {
    const Topology torus(TopologyKind::kTorus, sides);
    for (const RoutingOrder order : {RoutingOrder::kAscending, RoutingOrder::kDescending}) {
      const Routing routing(torus, order);
      EXPECT_TRUE(prove_routing(routing, with_vcs(1), {nullptr, false, true}).free);
    }
  }
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const Routing ascending(torus, RoutingOrder::kAscending);
  EXPECT_EQ(prove_routing(ascending, with_vcs(1)).circle, "1->5->9->13->1");  // one of its rings
  const Routing romm(torus, RoutingOrder::kAscending, romm_policy());
  EXPECT_EQ(prove_routing(romm, with_vcs(1), {nullptr, false, true}).circle.substr(0, 9),
            "[ring of ");
}

}  // namespace
}  // namespace flitcast::test_routing_proof
