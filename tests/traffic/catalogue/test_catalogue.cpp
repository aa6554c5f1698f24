#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/refusals.h"
#include "tests/support/rows/row_cost.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/row/lower_bound.h"
#include "traffic/row/nearest_word.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_catalogue {
namespace {

TEST(Catalogue, HasEveryRowOnce) {
  std::set<std::string_view> ids;
  for (const Row& row : catalogue()) {
    EXPECT_TRUE(ids.insert(row.id).second) << row.id;
  }
}

TEST(Catalogue, EveryRowExplainsItself) {
  for (const Row& row : catalogue()) {
    SCOPED_TRACE(row.id);
    for (const std::string_view text :
         {row.topologies, row.source, row.definition, row.rounds, row.latency}) {
      EXPECT_FALSE(text.empty());
    }
  }
}

TEST(Catalogue, FindsARowByItsId) {
  EXPECT_EQ(find_row("aas-hc-dex").number, "A14");
}

TEST(Catalogue, ProposesTheNearestId) {
  try {
    find_row("oas-hc-sbtt");
    FAIL() << "found a row that does not exist";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.key(), "traffic.algorithm");
    EXPECT_STREQ(error.what(), "there is no algorithm \"oas-hc-sbtt\"; the nearest is oas-hc-sbt");
  }
}

TEST(Nearest, IsTheCandidateWithTheFewestEdits) {
  const std::vector<std::string> words = {"kitten", "sitting", "mitten"};
  EXPECT_EQ(nearest("siting", words), "sitting");
  EXPECT_EQ(nearest("itten", words), "kitten");
  EXPECT_EQ(nearest("mittenn", words), "mitten");
  EXPECT_EQ(nearest("", {"abc", "ab"}), "ab");
  EXPECT_EQ(nearest("word", {}), "");
}

const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kTorus = TopologyKind::kTorus;
const TopologyKind kRing = TopologyKind::kRing;
const RoutingOrder kAscending = RoutingOrder::kAscending;

/// Small networks, of which every row fits one or more.
const std::vector<Topology>& small_networks() {
  static const std::vector<Topology> networks = {{kHypercube, {3}},
                                                 {kRing, {8}},
                                                 {kRing, {7}},
                                                 {kTorus, {4, 4}},
                                                 {kTorus, {8, 8}},
                                                 {kMesh, {4, 4}},
                                                 {kMesh, {3, 4}},
                                                 {TopologyKind::kLine, {8}},
                                                 {TopologyKind::kLine, {7}},
                                                 {kTorus, {3, 4}},
                                                 {TopologyKind::kTree, {3}}};
  return networks;
}

/// Calls check(row, request) for every row and variant on every small network that it fits, in the
/// row's own model.
template <typename Check>
void for_each_row(Check&& check) {
  constexpr std::uint32_t kDividesEasily = 64;
  for (const Row& row : catalogue()) {
    SCOPED_TRACE(row.id);
    std::size_t accepted = 0;
    const RowParameters parameters{
        {1, 3, 5, 6}, 3, row.takes("traffic.segments") ? 4U : 1U, 2, {2, 1}};
    for (const Topology& topology : small_networks()) {
      const Routing routing(topology, row.model.order);
      std::vector<std::string_view> variants = row.variants;
      variants.emplace_back("");
      for (const std::string_view variant : variants) {
        RowRequest request{topology, routing, kDividesEasily, 0, std::string(variant)};
        request.switching = row.model.switching;
        request.ports =
            row.model.ports == RowModel::kAllPorts ? topology.degree() : row.model.ports;
        request.parameters = parameters;
        request.duplex = row.model.duplex;
        request.irc = row.model.irc;
        try {
          check_request(row, request);
        } catch (const ParameterError&) {
          continue;
        }
        ++accepted;
        check(row, request);
      }
    }
    EXPECT_GT(accepted, row.variants.size());
  }
}

std::string text_of(const Round& round) {
  std::string text;
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    for (const NodeId node : m.nodes()) {
      text += std::to_string(node) + ">";
    }
    for (const NodeId node : m.destinations) {
      text += " " + std::to_string(node);
    }
    for (const Block& block : m.blocks) {
      text += " " + to_string(block);
    }
    text += std::string(" ") + to_string(m.transfer) + "\n";
  }
  return text;
}

std::string round_of(const Schedule& schedule, const Topology& topology, std::uint64_t number) {
  Round round(topology);
  schedule.fill(number, round);
  return text_of(round);
}

TEST(Catalogue, RoundsCanBeFilledInAnyOrder) {
  for_each_row([](const Row& row, const RowRequest& request) {
    const Schedule schedule = row.build(request);
    std::vector<std::string> forwards;
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      forwards.push_back(round_of(schedule, request.topology, r));
    }
    const Schedule copy = row.build(request);
    for (std::uint64_t r = schedule.rounds; r-- > 0;) {
      EXPECT_EQ(round_of(copy, request.topology, r), forwards[r]);
    }
    EXPECT_EQ(std::set<std::string>(forwards.begin(), forwards.end()).size(), forwards.size());
  });
}

std::string text_of(const Schedule& schedule, const Topology& topology) {
  std::string text;
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    text += round_of(schedule, topology, r) + "--\n";
  }
  return text;
}

TEST(Catalogue, TheFirstVariantIsTheDefaultAndTheOthersDiffer) {
  std::set<std::string> different;
  for_each_row([&](const Row& row, const RowRequest& request) {
    if (row.variants.empty()) {
      return;
    }
    RowRequest other = request;
    other.variant.clear();
    const bool same =
        text_of(row.build(request), request.topology) == text_of(row.build(other), other.topology);
    if (request.variant.empty() || request.variant == row.variants.front()) {
      EXPECT_TRUE(same);
    } else if (!same) {
      different.insert(std::string(row.id) + " " + request.variant);
    }
  });
  for (const Row& row : catalogue()) {
    for (std::size_t i = 1; i < row.variants.size(); ++i) {
      EXPECT_EQ(different.count(std::string(row.id) + " " + std::string(row.variants[i])), 1U)
          << row.id << " " << row.variants[i];
    }
  }
}

TEST(Catalogue, OnlyCombiningRowsSendSeveralBlocksInAMessage) {
  std::set<std::string_view> combine;
  for_each_row([&](const Row& row, const RowRequest& request) {
    const Schedule schedule = row.build(request);
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      Round round(request.topology);
      schedule.fill(r, round);
      for (std::size_t i = 0; i < round.size(); ++i) {
        if (round[i].blocks.size() > 1) {
          combine.insert(row.id);
        }
      }
    }
  });
  for (const Row& row : catalogue()) {
    EXPECT_EQ(combine.count(row.id) == 1, row.combining) << row.id;
  }
}

VerifyReport report_of(const Schedule& schedule, const Row& row, const RowRequest& request) {
  VerifyOptions options;
  options.model = {14, 2, 3, 5, 7};
  options.switching = request.switching;
  options.ports = request.ports;
  options.irc = row.model.irc;
  options.duplex = row.model.duplex;
  return verify(schedule, request.routing, options);
}

// The coefficients, however many links a message takes and whatever the switching, add up to what
// the slowest message of every round costs. Where links are shared the formula tells more.
TEST(ClosedForm, IsTheSumOverTheRoundsOfTheSchedule) {
  for_each_row([](const Row& row, RowRequest request) {
    SCOPED_TRACE(request.topology.describe() + " " + request.variant);
    request.timing = {14, 2, 3, 5, 7};
    for (const Switching switching :
         {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
      request.switching = switching;
      if (row.model.irc && request.stores_and_forwards()) {
        continue;
      }
      const VerifyReport report = report_of(row.build(request), row, request);
      const auto formula = row.closed_form(request);
      EXPECT_TRUE(formula || switching != row.model.switching);
      if (formula && report.link_contention == 1) {
        EXPECT_EQ(to_string(*formula), to_string(report.lockstep_terms));
      }
      // Lockstep leaves out that worms on a link wait for each other; in turns they can go.
      EXPECT_LE(lower_bound(*row.operation, request, {14, 2, 3, 5, 7}),
                report.lockstep_cycles * static_cast<Cycle>(report.link_contention));
    }
  });
}

TEST(ClosedForm, OfLongWormsDoesNotCoverStoreAndForward) {
  const Topology cube(kHypercube, {3});
  const Routing cube_routing(cube, kAscending);
  const Topology mesh(kMesh, {3, 4});
  const Routing mesh_routing(mesh, kAscending);
  const auto covers = [](const char* id, const RowRequest& request, Switching switching) {
    RowRequest switched = request;
    switched.switching = switching;
    return find_row(id).closed_form(switched).has_value();
  };
  EXPECT_FALSE(covers("aas-hc-dex", {cube, cube_routing, 1}, Switching::kStoreAndForward));
  EXPECT_TRUE(covers("aas-hc-dex", {cube, cube_routing, 1}, Switching::kCutThrough));
  EXPECT_FALSE(covers("app-transpose", {cube, cube_routing, 1}, Switching::kStoreAndForward));
  EXPECT_TRUE(
      covers("app-transpose", {cube, cube_routing, 1, 0, "sex"}, Switching::kStoreAndForward));
  const Topology ring(kRing, {8});
  const Routing ring_routing(ring, kAscending);
  EXPECT_FALSE(covers("aas-ring-dex", {ring, ring_routing, 1}, Switching::kStoreAndForward));
  EXPECT_TRUE(covers("aas-ring-dex", {ring, ring_routing, 1}, Switching::kCutThrough));
  EXPECT_FALSE(covers("aas-mesh-nd-wh-ring", {mesh, mesh_routing, 1}, Switching::kStoreAndForward));
  EXPECT_TRUE(covers("aas-mesh-nd-wh-ring", {mesh, mesh_routing, 1}, Switching::kCutThrough));
  EXPECT_FALSE(covers("oab-mesh-irc-corner", {mesh, mesh_routing, 1}, Switching::kStoreAndForward));
  EXPECT_TRUE(covers("oab-mesh-irc-corner", {mesh, mesh_routing, 1}, Switching::kCutThrough));
}

TEST(ClosedForm, OfLongWormsOnATreeDoesNotCoverStoreAndForward) {
  const Topology tree(TopologyKind::kTree, {3});
  const Routing routing(tree, kAscending);
  const Row& row = find_row("oab-tree");
  RowRequest request{tree, routing, 1};
  EXPECT_TRUE(row.closed_form(request).has_value());
  request.switching = Switching::kStoreAndForward;
  EXPECT_FALSE(row.closed_form(request).has_value());
}

}  // namespace
}  // namespace flitcast::test_catalogue
