#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "tests/support/networks/drawn_graph.h"
#include "tests/support/optimal/chunk_networks.h"
#include "traffic/operations/operations.h"
#include "traffic/propose/synthesis.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_synthesis {
namespace {

using Dims = std::vector<std::uint32_t>;

SynthesisRequest request_of(const char* operation, std::uint32_t chunks = 1, NodeId root = 0) {
  SynthesisRequest request;
  request.operation = operation_called(operation);
  request.chunks = chunks;
  request.root = root;
  request.watch = [](const SynthesisState& state) { return state.tries < 3; };
  return request;
}

/// Throws where the schedule does not do what the operation promises.
void verify_rounds(const ChunkNetwork& network, const Synthesis& found) {
  Schedule schedule;
  schedule.algorithm = "found";
  schedule.operation = found.operation;
  schedule.rounds = found.rounds.size();
  schedule.fill = [&](std::uint64_t number, Round& out) { out = found.rounds[number]; };
  VerifyOptions options;
  options.ports = network.ports();
  options.duplex = network.duplex();
  options.disjoint_links = true;
  const Routing routing(network.topology(), RoutingOrder::kAscending);
  verify(schedule, routing, options);
}

const char* const kOperations[] = {"broadcast", "scatter",        "allgather", "alltoall",
                                   "reduce",    "reduce_scatter", "gather",    "allreduce"};

TEST(Synthesis, OfEveryOperationDoesWhatTheOperationPromises) {
  const std::pair<TopologyKind, Dims> networks[] = {
      {TopologyKind::kMesh, {3, 4}},   {TopologyKind::kTorus, {3, 3}},
      {TopologyKind::kRing, {5}},      {TopologyKind::kLine, {2}},
      {TopologyKind::kHypercube, {3}}, {TopologyKind::kUnidirectionalTorus, {3, 2}}};
  for (const auto& [kind, dims] : networks) {
    const Topology topology(kind, dims);
    for (const int ports : {0, 1}) {
      const ChunkNetwork network = chunk_network(topology, ports);
      for (const char* operation : kOperations) {
        for (const std::uint32_t chunks : {1U, 3U}) {
          const Synthesis found = synthesize(network, request_of(operation, chunks, 1));
          EXPECT_NO_THROW(verify_rounds(network, found)) << topology.describe() << operation;
          EXPECT_GE(found.time, found.bound.time) << topology.describe() << operation;
          // Links are alike, so that something starts at every time.
          EXPECT_EQ(found.time, static_cast<ChunkTime>(found.rounds.size()));
        }
      }
    }
  }
}

TEST(Synthesis, OnAnyGraphDoesWhatTheOperationPromises) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    Draw draw(seed);
    const auto nodes = draw.between<NodeId>(2, 7);
    const auto switches = draw.one_in(2) ? draw.between<NodeId>(0, 3) : 0;
    const Topology graph(graph_family(), {{}, "drawn", draw_graph(draw, nodes, switches, 1, 3)});
    const bool worms = switches > 0 || draw.one_in(3);
    const Duplex duplex = !worms && draw.one_in(2) ? Duplex::kHalf : Duplex::kFull;
    const ChunkNetwork network(graph, LinkTimes(graph, NetworkConfig()), draw.between(1, 3), duplex,
                               worms || draw.one_in(2) ? 0 : 6);
    for (const char* operation : kOperations) {
      const bool spreads = operation_called(operation) == operation_called("broadcast") ||
                           operation_called(operation) == operation_called("reduce");
      if (worms && !spreads) {
        continue;
      }
      SynthesisRequest request = request_of(operation, worms ? 1U : draw.between(1U, 3U),
                                            draw.between<NodeId>(0, nodes - 1));
      request.model = worms ? CostModel::kWorms : CostModel::kHops;
      const Synthesis found = synthesize(network, request);
      EXPECT_NO_THROW(verify_rounds(network, found)) << seed << operation;
      EXPECT_GE(found.time, found.bound.time) << seed << operation;
    }
  }
}

// Of one chunk over all ports it takes as many rounds as the farthest destination is away.
TEST(Synthesis, OfAMulticastLeavesNothingWithRelays) {
  const std::pair<TopologyKind, Dims> networks[] = {{TopologyKind::kMesh, {4, 3}},
                                                    {TopologyKind::kTorus, {4, 3}},
                                                    {TopologyKind::kRing, {7}},
                                                    {TopologyKind::kUnidirectionalTorus, {3, 3}},
                                                    {TopologyKind::kHypercube, {3}}};
  for (const auto& [kind, dims] : networks) {
    const Topology topology(kind, dims);
    const NodeId last = topology.processors() - 1;
    std::vector<NodeId> all(last);
    std::iota(all.begin(), all.end(), NodeId{1});
    for (const std::vector<NodeId>& destinations : {{last}, {2, 5}, all}) {
      for (const std::uint32_t chunks : {1U, 3U}) {
        for (const int ports : {0, 1}) {
          const ChunkNetwork network = chunk_network(topology, ports);
          SynthesisRequest request = request_of("multicast", chunks);
          request.destinations = destinations;
          const Synthesis found = synthesize(network, request);
          EXPECT_NO_THROW(verify_rounds(network, found)) << topology.describe();
          EXPECT_GE(found.time, found.bound.time) << topology.describe();
          NodeId farthest = 0;
          for (const NodeId node : destinations) {
            farthest = std::max(farthest, network.hops_from(0)[node]);
          }
          EXPECT_GE(found.time, farthest) << topology.describe();
          EXPECT_TRUE(chunks > 1 || ports > 0 || found.time == farthest) << topology.describe();
        }
      }
    }
  }
}

TEST(Synthesis, OfAMulticastGoesOverNodesThatAreNoDestinations) {
  const Topology ring(TopologyKind::kRing, {6});
  SynthesisRequest request = request_of("multicast", 4);
  request.destinations = {3};
  request.watch = [](const SynthesisState& state) { return state.tries < 50; };
  const Synthesis found = synthesize(chunk_network(ring), request);
  EXPECT_NO_THROW(verify_rounds(chunk_network(ring), found));
  EXPECT_EQ(found.time, 4);  // two chunks each way, three links
  EXPECT_TRUE(found.is_optimal());
}

TEST(Synthesis, StopsAtOnceWhereTheBoundIsMet) {
  const Topology torus(TopologyKind::kTorus, {8, 8});
  const ChunkNetwork network = chunk_network(torus);
  SynthesisRequest request = request_of("allreduce");
  request.watch = [](const SynthesisState& state) { return state.tries < 20; };
  const Synthesis found = synthesize(network, request);
  EXPECT_EQ(found.time, 32);
  EXPECT_TRUE(found.is_optimal());
  EXPECT_LT(found.tries, 20U);
  EXPECT_EQ(found.operation.parts, 64U);
}

TEST(Synthesis, OnUnequalLinksCountsTheirTimes) {
  const Topology dgx1 = make_dgx1();
  const ChunkNetwork network = chunk_network(dgx1);
  for (const char* operation : kOperations) {
    const Synthesis found = synthesize(network, request_of(operation, 2));
    EXPECT_NO_THROW(verify_rounds(network, found)) << operation;
    EXPECT_GE(found.time, found.bound.time) << operation;
  }
}

// All-gather in so many rounds is what Cai et al. found, PPoPP 2021.
TEST(Synthesis, InRoundsHasAMessageForWhatGoesTogether) {
  const Topology dgx1 = make_dgx1();
  for (const int ports : {4, 1}) {
    const ChunkNetwork network(dgx1, LinkTimes(dgx1, NetworkConfig()), ports, Duplex::kFull, 2);
    for (const char* operation : kOperations) {
      const Synthesis found = synthesize(network, request_of(operation, 3));
      EXPECT_NO_THROW(verify_rounds(network, found)) << operation;
      EXPECT_GE(found.time, found.bound.time) << operation;
      EXPECT_EQ(found.time, static_cast<ChunkTime>(found.rounds.size())) << operation;
    }
  }
  const ChunkNetwork network(dgx1, LinkTimes(dgx1, NetworkConfig()), 4, Duplex::kFull, 2);
  const ChunkTime rounds[] = {2, 3, 4, 5, 6, 7};
  for (std::uint32_t chunks = 1; chunks <= 6; ++chunks) {
    SynthesisRequest request = request_of("allgather", chunks);
    request.watch = [](const SynthesisState& state) { return state.tries < 500; };
    EXPECT_EQ(synthesize(network, request).time, rounds[chunks - 1]) << chunks;
  }
}

TEST(Synthesis, OfWormsGoesBothWays) {
  const Topology cube(TopologyKind::kHypercube, {5});
  const ChunkNetwork network = chunk_network(cube);
  for (const char* operation : {"broadcast", "reduce"}) {
    SynthesisRequest request = request_of(operation, 1, 9);
    request.model = CostModel::kWorms;
    request.watch = [](const SynthesisState& state) { return state.tries < 10; };
    const Synthesis found = synthesize(network, request);
    EXPECT_EQ(found.time, 2) << operation;
    EXPECT_TRUE(found.is_optimal()) << operation;
    EXPECT_NO_THROW(verify_rounds(network, found)) << operation;
  }
}

TEST(Synthesis, IsTheSameWithTheSameSeed) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const ChunkNetwork network = chunk_network(mesh);
  const Synthesis one = synthesize(network, request_of("alltoall"));
  const Synthesis other = synthesize(network, request_of("alltoall"));
  ASSERT_EQ(one.rounds.size(), other.rounds.size());
  for (std::size_t i = 0; i < one.rounds.size(); ++i) {
    ASSERT_EQ(one.rounds[i].size(), other.rounds[i].size());
    for (std::size_t j = 0; j < one.rounds[i].size(); ++j) {
      EXPECT_EQ(one.rounds[i][j].source, other.rounds[i][j].source);
      EXPECT_EQ(one.rounds[i][j].blocks[0], other.rounds[i][j].blocks[0]);
    }
  }
}

std::string refusal(const Topology& topology, const SynthesisRequest& request,
                    Duplex duplex = Duplex::kFull) {
  try {
    synthesize(chunk_network(topology, 0, duplex), request);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Synthesis, SaysWhatToGiveInstead) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  EXPECT_EQ(
      refusal(mesh, request_of("barrier")),
      "there is no synthesis of barrier; there is of broadcast, multicast, scatter, "
      "all-gather, all-to-all, their duals reduce, gather and reduce-scatter, and all-reduce");
  EXPECT_EQ(refusal(mesh, request_of("broadcast", 1, 9)),
            "the root is one of 0 to 8 in a mesh 3x3");
  EXPECT_EQ(refusal(Topology(TopologyKind::kMesh, {1}), request_of("broadcast")),
            "one node has nothing to send; give two or more");
  EXPECT_EQ(refusal(Topology(TopologyKind::kFatTree, {2, 2}), request_of("broadcast")),
            "hops are from node to node, and a fat_tree 2x2 has switches; give worms");
  EXPECT_EQ(refusal(mesh, request_of("allreduce", 8000)),
            "a block has at most 65535 parts; give fewer chunks");
  EXPECT_EQ(refusal(Topology(TopologyKind::kMesh, {64, 64}), request_of("allgather", 2)),
            "more than 16777216 chunks would have to arrive; give fewer, or a smaller network");
  SynthesisRequest worms = request_of("allgather");
  worms.model = CostModel::kWorms;
  EXPECT_EQ(refusal(mesh, worms),
            "worms are for broadcast and reduce; give hops for all-to-all broadcast");
  SynthesisRequest several = request_of("multicast", 2);
  several.destinations = {4};
  several.steps = 2;
  EXPECT_EQ(refusal(mesh, several),
            "in a multicast chunks go one by one, as relays give them away; give one chunk, or "
            "overlap for links that differ");
  worms = request_of("broadcast", 2);
  worms.model = CostModel::kWorms;
  EXPECT_EQ(refusal(mesh, worms), "worms carry whole blocks; give one chunk, or hops");
  worms.chunks = 1;
  EXPECT_EQ(refusal(mesh, worms, Duplex::kHalf),
            "worms along any ways are for full-duplex links; give base routes, or hops");
  SynthesisRequest hasty = request_of("allgather");
  hasty.watch = [](const SynthesisState&) { return false; };
  EXPECT_EQ(refusal(mesh, hasty), "no schedule was found in this time; give more");
}

}  // namespace
}  // namespace flitcast::test_synthesis
