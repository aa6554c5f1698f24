#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/catalogue.h"

namespace flitcast {
namespace {

TEST(Catalogue, HasEveryRowOnce) {
  std::multiset<std::string> ids;
  std::multiset<std::string> numbers;
  for (const Row& row : catalogue()) {
    ids.emplace(row.id);
    numbers.emplace(row.number);
  }
  EXPECT_EQ(ids, (std::multiset<std::string>{"aas-hc-sex", "aas-ring-1port", "aas-ring-allport",
                                             "aas-torus-nd-sf", "aas-mesh-nd-wh-ring",
                                             "aas-hc-allport-sf", "aas-hc-dex", "aas-ring-dex",
                                             "app-transpose", "oas-hc-sbt", "oab-mesh-irc-corner",
                                             "oab-hc-sbt", "oab-tree", "allreduce-hc"}));
  EXPECT_EQ(numbers, (std::multiset<std::string>{"A1", "A2", "A3", "A4", "A5", "A12", "A14", "A17",
                                                 "A22", "S10", "M7", "M13", "M16", "G5"}));
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
       "variant split sends half a packet each way, and 5 flits cannot be halved; the nearest is "
       "6"},
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
      {"aas-ring-dex", {{kRing, {4}}}, "topology.dims", "4 nodes are too few; the smallest is 8"},
      {"aas-ring-dex",
       {{kRing, {9}}},
       "topology.dims",
       "9 nodes are not a multiple of 4; the nearest is 8"},
      {"aas-ring-dex",
       {{kRing, {11}}},
       "topology.dims",
       "11 nodes are not a multiple of 4; the nearest is 12"},
      {"aas-ring-dex",
       {{kTorus, {4, 5}}},
       "topology.dims",
       "4x5 has more than one dimension; the nearest is 8"},
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
    SCOPED_TRACE(refusal.id + " on " + setting.topology.describe());
    const Routing routing(setting.topology, setting.order);
    try {
      find_row(refusal.id)
          .validate(
              {setting.topology, routing, setting.message_flits, setting.root, setting.variant});
      ADD_FAILURE() << "accepted";
    } catch (const ParameterError& error) {
      EXPECT_EQ(error.key(), refusal.key);
      EXPECT_EQ(error.what(), refusal.message);
    }
  }
}

/// Small settings that every row accepts one of, by topology.
std::vector<Setting> small_settings() {
  return {{{kHypercube, {3}}, kAscending, 4},
          {{kRing, {8}}, kAscending, 4},
          {{kMesh, {3, 4}}, kAscending, 4},
          {{TopologyKind::kTree, {3}}, kAscending, 4}};
}

/// Calls check(row, request) for every row and variant on a small network.
template <typename Check>
void for_each_row(Check&& check) {
  for (const Row& row : catalogue()) {
    SCOPED_TRACE(row.id);
    std::size_t accepted = 0;
    for (const Setting& setting : small_settings()) {
      const Routing routing(setting.topology, setting.order);
      std::vector<std::string_view> variants = row.variants;
      variants.emplace_back("");
      for (const std::string_view variant : variants) {
        const RowRequest request{setting.topology, routing, setting.message_flits, 0,
                                 std::string(variant)};
        try {
          row.validate(request);
        } catch (const ParameterError& error) {
          EXPECT_EQ(error.key(), "topology.kind");
          continue;
        }
        ++accepted;
        check(row, request);
      }
    }
    EXPECT_EQ(accepted, row.variants.size() + 1);
  }
}

std::string text_of(const Round& round) {
  std::string text;
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    for (const NodeId node : m.path) {
      text += std::to_string(node) + ">";
    }
    for (const NodeId node : m.destinations) {
      text += " " + std::to_string(node);
    }
    for (const Block& block : m.blocks) {
      text += " " + to_string(block);
    }
    text += "\n";
  }
  return text;
}

std::string round_of(const Schedule& schedule, std::uint64_t number) {
  Round round;
  schedule.fill(number, round);
  return text_of(round);
}

TEST(Catalogue, RoundsCanBeFilledInAnyOrder) {
  for_each_row([](const Row& row, const RowRequest& request) {
    const Schedule schedule = row.build(request);
    std::vector<std::string> forwards;
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      forwards.push_back(round_of(schedule, r));
    }
    const Schedule copy = row.build(request);
    for (std::uint64_t r = schedule.rounds; r-- > 0;) {
      EXPECT_EQ(round_of(copy, r), forwards[r]);
    }
    EXPECT_EQ(std::set<std::string>(forwards.begin(), forwards.end()).size(), forwards.size());
  });
}

TEST(Catalogue, TheFirstVariantIsTheDefault) {
  for_each_row([](const Row& row, const RowRequest& request) {
    if (row.variants.empty()) {
      return;
    }
    RowRequest other = request;
    other.variant.clear();
    const bool is_default = request.variant.empty() || request.variant == row.variants.front();
    EXPECT_EQ(round_of(row.build(request), 0) == round_of(row.build(other), 0), is_default);
  });
}

TEST(Catalogue, OnlyCombiningRowsSendSeveralBlocksInAMessage) {
  for_each_row([](const Row& row, const RowRequest& request) {
    const Schedule schedule = row.build(request);
    std::size_t most = 0;
    for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
      Round round;
      schedule.fill(r, round);
      for (std::size_t i = 0; i < round.size(); ++i) {
        most = std::max(most, round[i].blocks.size());
      }
    }
    const bool combines = row.id == "app-transpose" ? request.variant == "sex" : row.combining;
    EXPECT_EQ(most > 1, combines);
  });
}

TEST(ClosedForm, OfOneHopRowsHoldsInEverySwitching) {
  for_each_row([](const Row& row, const RowRequest& request) {
    const std::set<std::string_view> long_worms = {"aas-hc-dex", "aas-mesh-nd-wh-ring",
                                                   "aas-ring-dex", "app-transpose", "oab-tree"};
    if (long_worms.count(row.id) != 0 || row.model.irc) {
      return;
    }
    const auto wormhole = row.closed_form(request, Switching::kWormhole);
    const auto cut_through = row.closed_form(request, Switching::kCutThrough);
    const auto store_and_forward = row.closed_form(request, Switching::kStoreAndForward);
    ASSERT_TRUE(wormhole && cut_through && store_and_forward);
    EXPECT_EQ(*wormhole, *cut_through);
    EXPECT_EQ(*wormhole, *store_and_forward);
  });
}

TEST(ClosedForm, OfLongWormsDoesNotCoverStoreAndForward) {
  const Topology cube(kHypercube, {3});
  const Routing cube_routing(cube, kAscending);
  const Topology mesh(kMesh, {3, 4});
  const Routing mesh_routing(mesh, kAscending);
  const auto covers = [](const char* id, const RowRequest& request, Switching switching) {
    return find_row(id).closed_form(request, switching).has_value();
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
  EXPECT_FALSE(row.closed_form({tree, routing, 1}, Switching::kStoreAndForward).has_value());
  EXPECT_TRUE(row.closed_form({tree, routing, 1}, Switching::kCutThrough).has_value());
}

Cycle bound(const char* id, const Topology& topology, std::uint32_t mu, const TimingModel& model) {
  const Routing routing(topology, kAscending);
  return find_row(id).lower_bound({topology, routing, mu}, model);
}

TEST(LowerBound, CountsTheWordsOfTheBusiestPortOrChannel) {
  const TimingModel model = {14, 2, 3};
  const Topology cube(kHypercube, {3});
  for (const char* id : {"aas-hc-sex", "aas-hc-dex", "app-transpose", "oas-hc-sbt"}) {
    EXPECT_EQ(bound(id, cube, 5, model), 14 + 2 + 7 * 5 * 3) << id;
  }
  EXPECT_EQ(bound("aas-hc-allport-sf", cube, 5, model), 14 + 2 + 4 * 5 * 3);
  EXPECT_EQ(bound("aas-ring-1port", Topology(kRing, {5}), 5, model), 14 + 2 + 6 * 5 * 3);
  EXPECT_EQ(bound("aas-ring-allport", Topology(kRing, {5}), 5, model), 14 + 2 + 15 * 3);
  EXPECT_EQ(bound("aas-ring-allport", Topology(kRing, {6}), 5, model), 14 + 2 + 23 * 3);
  EXPECT_EQ(bound("aas-torus-nd-sf", Topology(kTorus, {5, 9}), 5, model), 14 + 2 + 100 * 5 * 3);
  EXPECT_EQ(bound("aas-torus-nd-sf", Topology(kTorus, {3, 3}), 5, model), 14 + 2 + 8 * 5 * 3);
  EXPECT_EQ(bound("aas-mesh-nd-wh-ring", Topology(kMesh, {7, 4}), 5, model), 14 + 2 + 48 * 5 * 3);
  EXPECT_EQ(bound("aas-mesh-nd-wh-ring", Topology(kMesh, {3, 2}), 5, model), 14 + 2 + 5 * 5 * 3);
  EXPECT_EQ(bound("aas-ring-dex", Topology(kRing, {12}), 5, model), 14 + 2 + 18 * 5 * 3);
}

TEST(LowerBound, CountsTheStartUpsOfOnePort) {
  const TimingModel model = {100, 2, 1};
  const Topology cube(kHypercube, {3});
  for (const char* id : {"aas-hc-sex", "aas-hc-dex", "app-transpose", "oas-hc-sbt"}) {
    EXPECT_EQ(bound(id, cube, 1, model), 100 + 2 + 1 + 2 * (99 + 1)) << id;
  }
  EXPECT_EQ(bound("aas-torus-nd-sf", Topology(kTorus, {3, 3}), 1, model), 102 + 1 + 3 * (99 + 1));
  EXPECT_EQ(bound("aas-mesh-nd-wh-ring", Topology(kMesh, {3, 2}), 1, model),
            102 + 1 + 2 * (99 + 1));
  EXPECT_EQ(bound("aas-ring-dex", Topology(kRing, {8}), 1, model), 102 + 1 + 2 * (99 + 1));
  for (const char* id : {"oab-hc-sbt", "allreduce-hc"}) {
    EXPECT_EQ(bound(id, cube, 8, model), 100 + 2 + 8 + 2 * (99 + 1)) << id;
  }
  EXPECT_EQ(bound("oab-tree", Topology(TopologyKind::kTree, {3}), 8, model),
            100 + 2 + 8 + 2 * (99 + 1));
}

TEST(LowerBound, CountsTheLinksToTheOppositeCorner) {
  EXPECT_EQ(bound("oab-mesh-irc-corner", Topology(kMesh, {4, 3}), 5, {14, 2, 3}),
            14 + 5 * 2 + 5 * 3);
}

}  // namespace
}  // namespace flitcast
