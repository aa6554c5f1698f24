#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/catalogue/catalogue.h"
#include "traffic/row/lower_bound.h"
#include "traffic/theory/bounds.h"

// Lower bounds of the all-to-all scatter, in packets of μ flits over the busiest channels.

namespace flitcast::test_alltoall_bounds {
namespace {

constexpr TopologyKind kTorus = TopologyKind::kTorus;
constexpr TopologyKind kMesh = TopologyKind::kMesh;
constexpr TopologyKind kRing = TopologyKind::kRing;
constexpr TopologyKind kHypercube = TopologyKind::kHypercube;
constexpr TimingModel kModel = {14, 2, 3};

Cycle cycles_of(std::int64_t words) {
  return 14 + 2 + words * 3;
}

Cycle bisection(TopologyKind kind, const std::vector<std::uint32_t>& sides, std::uint64_t mu) {
  return bisection_bound(kModel, Topology(kind, sides), mu);
}

// ½·⌈z1/2⌉·⌊z1/2⌋·Π z_i, rounded up
TEST(AllToAllBounds, A6CutsATorusAcrossItsLongestSide) {
  EXPECT_EQ(bisection(kRing, {3}, 1), cycles_of(1));
  EXPECT_EQ(bisection(kRing, {4}, 1), cycles_of(2));
  EXPECT_EQ(bisection(kRing, {5}, 1), cycles_of(3));
  EXPECT_EQ(bisection(kRing, {6}, 1), cycles_of(5));
  EXPECT_EQ(bisection(kRing, {6}, 2), cycles_of(9));
  EXPECT_EQ(bisection(kRing, {8}, 5), cycles_of(40));
  EXPECT_EQ(bisection(kTorus, {3, 3}, 1), cycles_of(3));
  EXPECT_EQ(bisection(kTorus, {3, 5}, 1), cycles_of(9));
  EXPECT_EQ(bisection(kTorus, {5, 3}, 1), cycles_of(9));
  EXPECT_EQ(bisection(kTorus, {8, 8}, 1), cycles_of(64));
  EXPECT_EQ(bisection(kTorus, {16, 16}, 1), cycles_of(512));
  EXPECT_EQ(bisection(kTorus, {3, 4, 5}, 1), cycles_of(36));
}

TEST(AllToAllBounds, A6CutsOneChannelOfEveryLineWhereThereIsOnlyOne) {
  EXPECT_EQ(bisection(kTorus, {2, 2}, 1), cycles_of(2));
  EXPECT_EQ(bisection(kTorus, {2, 2, 2}, 1), cycles_of(4));
}

TEST(AllToAllBounds, A7IsTwiceAsMuchOnAMesh) {
  EXPECT_EQ(bisection(TopologyKind::kLine, {8}, 1), cycles_of(16));
  EXPECT_EQ(bisection(kMesh, {4, 2}, 1), cycles_of(8));
  EXPECT_EQ(bisection(kMesh, {8, 8}, 1), cycles_of(128));
  EXPECT_EQ(bisection(kMesh, {4, 7}, 1), cycles_of(48));
  EXPECT_EQ(bisection(kMesh, {5, 3, 2}, 1), cycles_of(36));
  EXPECT_EQ(bisection(kMesh, {1, 6}, 2), cycles_of(18));
}

/// Packets from below the middle of dimension d to above it, over the channels that lead there.
std::int64_t packets_of_a_cut(const Topology& grid, int d) {
  const std::uint32_t middle = grid.side(d) / 2;
  const auto below = [&](NodeId node) { return grid.coordinate(node, d) < middle; };
  std::int64_t packets = 0;
  std::int64_t channels = 0;
  for (NodeId from = 0; from < grid.nodes(); ++from) {
    for (NodeId to = 0; to < grid.nodes(); ++to) {
      packets += below(from) && !below(to) ? 1 : 0;
    }
    for (int port = 0; port < grid.network_ports(); ++port) {
      const NodeId next = grid.neighbour(from, static_cast<PortId>(port));
      channels += next != kNoNode && below(from) && !below(next) ? 1 : 0;
    }
  }
  return (packets + channels - 1) / channels;
}

TEST(AllToAllBounds, A6AndA7AreTheTrafficThroughTheCut) {
  for (const TopologyKind kind : {kTorus, kMesh}) {
    for (std::uint32_t a = 2; a <= 9; ++a) {
      for (std::uint32_t b = 2; b <= a; ++b) {
        EXPECT_EQ(bisection(kind, {a, b}, 1), cycles_of(packets_of_a_cut({kind, {a, b}}, 0)));
        EXPECT_EQ(bisection(kind, {b, a}, 1), cycles_of(packets_of_a_cut({kind, {b, a}}, 1)));
      }
    }
  }
}

std::int64_t packets_of(const char* id, const Topology& topology, int ports) {
  const Routing routing(topology, RoutingOrder::kAscending);
  const Row& row = find_row(id);
  RowRequest request{topology, routing, 1};
  request.switching = row.model.switching;
  request.ports = ports;
  return row.closed_form(request)->mu_t_m.truncated();
}

TEST(AllToAllBounds, A6IsMetByMicropermutations) {
  for (std::uint32_t z = 8; z <= 40; z += 4) {
    const Topology ring(kRing, {z});
    EXPECT_EQ(bisection(kRing, {z}, 1), cycles_of(packets_of("aas-ring-dex", ring, 1)));
  }
  EXPECT_EQ(bisection(kRing, {4}, 1),
            cycles_of(packets_of("aas-ring-dex", Topology(kRing, {4}), 2)));
  for (const std::uint32_t z : {8U, 16U, 24U}) {
    const Topology torus(kTorus, {z, z});
    EXPECT_EQ(bisection(kTorus, {z, z}, 1), cycles_of(packets_of("aas-torus2d-dex", torus, 1)));
  }
}

TEST(AllToAllBounds, A7IsNotMetByExchangesOfAMesh) {
  EXPECT_EQ(packets_of("aas-mesh-qex", Topology(kMesh, {8, 8}), 1), 336);
  EXPECT_EQ(packets_of("aas-mesh-bex", Topology(kMesh, {8, 8}), 1), 448);
  EXPECT_EQ(packets_of("aas-mesh-dex", Topology(kMesh, {8, 8}), 1), 219);  // of 128
}

TEST(AllToAllBounds, OfAGridWithOnePortIsTheLargerOne) {
  const auto bound = [](const char* id, const Topology& grid, const TimingModel& model,
                        std::uint32_t mu) {
    const Routing routing(grid, RoutingOrder::kAscending);
    return lower_bound(*find_row(id).operation, {grid, routing, mu}, model);
  };
  EXPECT_EQ(bound("aas-mesh-dex", {kMesh, {8, 8}}, kModel, 5), cycles_of(std::int64_t{128} * 5));
  EXPECT_EQ(bound("aas-torus2d-dex", {kTorus, {3, 3}}, kModel, 5), cycles_of(std::int64_t{8} * 5));
  EXPECT_EQ(bound("aas-mesh-dex", {kMesh, {4, 2}}, {100, 2, 1}, 1), 102 + 1 + 2 * (99 + 1));
}

std::int64_t links_of_all_packets(int n) {
  std::int64_t links = 0;
  for (unsigned from = 0; from < 1U << n; ++from) {
    for (unsigned to = 0; to < 1U << n; ++to) {
      links += __builtin_popcount(from ^ to);
    }
  }
  return links;
}

// All packets take 2^n·n·2^(n−1) links, of which there are n·2^n directed ones.
TEST(AllToAllBounds, A8SharesTheLinksOfAHypercube) {
  for (int n = 1; n <= 10; ++n) {
    const std::int64_t arcs = std::int64_t{n} << n;
    const std::int64_t bound = std::int64_t{1} << (n - 1);
    EXPECT_EQ(links_of_all_packets(n), arcs * bound);
    const Topology cube(kHypercube, {static_cast<std::uint32_t>(n)});
    const Routing routing(cube, RoutingOrder::kAscending);
    EXPECT_EQ(packets_of("aas-hc-allport-sf", cube, n), bound);
    RowRequest request{cube, routing, 5};
    request.ports = n;
    EXPECT_EQ(lower_bound(*find_row("aas-hc-allport-sf").operation, request, kModel),
              cycles_of(bound * 5));
  }
}

// On an oriented ring all packets take p²(p − 1)/2 of p links.
TEST(AllToAllBounds, A23SharesTheLinksOfAnOrientedRing) {
  for (std::uint32_t p = 3; p <= 20; ++p) {
    std::int64_t links = 0;
    for (std::uint32_t from = 0; from < p; ++from) {
      for (std::uint32_t to = 0; to < p; ++to) {
        links += (to + p - from) % p;
      }
    }
    EXPECT_EQ(links, std::int64_t{p} * packets_of("aas-ring-1port", Topology(kRing, {p}), 1));
    EXPECT_EQ(packets_of("aas-ring-1port", Topology(kRing, {p}), 1), p * (p - 1) / 2);
  }
}

// p − 1 packets over the port of a node; over p·log p / 2 links of one direction at a time it is as
// much and one more, p, and over those of both directions half of that.
TEST(AllToAllBounds, A23CountsThePacketsOfANodeOfAHypercube) {
  for (int n = 1; n <= 8; ++n) {
    const Topology cube(kHypercube, {static_cast<std::uint32_t>(n)});
    const Routing routing(cube, RoutingOrder::kAscending);
    const std::int64_t p = std::int64_t{1} << n;
    EXPECT_EQ(packets_of("aas-hc-dex", cube, 1), p - 1);
    EXPECT_EQ(lower_bound(*find_row("aas-hc-dex").operation, {cube, routing, 40}, kModel),
              cycles_of((p - 1) * 40));
    EXPECT_EQ(links_of_all_packets(n) * 2, p * n * p);
  }
}

}  // namespace
}  // namespace flitcast::test_alltoall_bounds
