#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/explore/choose/decide.h"
#include "tb/explore/choose/scenario_comparison.h"
#include "tb/explore/choose/scenarios.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast::explore::test_choose {
namespace {

using Texts = std::vector<std::string>;

TEST(NetworksOfNodes, AreAsSquareAsTheyCanBe) {
  EXPECT_EQ(dims_of_nodes(TopologyKind::kMesh, 64, {2}), Texts{"8x8"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kTorus, 64, {1, 2, 3}), (Texts{"64", "8x8", "4x4x4"}));
  EXPECT_EQ(dims_of_nodes(TopologyKind::kMesh, 12, {2}), Texts{"4x3"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kMesh, 96, {3}), Texts{"6x4x4"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kMesh, 7, {2}), Texts{});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kMesh, 2, {2}), Texts{});
}

TEST(NetworksOfNodes, HaveThatManyProcessors) {
  EXPECT_EQ(dims_of_nodes(TopologyKind::kHypercube, 64, {2}), Texts{"6"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kHypercube, 1, {2}), Texts{"0"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kHypercube, 65, {2}), Texts{});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kTree, 32, {2}), Texts{"5"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kRing, 7, {2}), Texts{"7"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kFatTree, 27, {2}), Texts{"3x3"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kFatTree, 64, {2}), (Texts{"2x6", "4x3", "8x2"}));
  EXPECT_EQ(dims_of_nodes(TopologyKind::kFatTree, 6, {2}), Texts{});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kFlattenedButterfly, 64, {2}),
            (Texts{"2x6", "4x3", "8x2"}));
  EXPECT_EQ(dims_of_nodes(TopologyKind::kCmesh, 64, {3}), Texts{"4x4x4"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kCmesh, 66, {3}), Texts{});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kDragonfly, 1056, {2}), Texts{"4x8x4"});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kDragonfly, 1000, {2}), Texts{});
  EXPECT_EQ(dims_of_nodes(TopologyKind::kGraph, 6, {2}), Texts{});
}

ChooseOptions asked(const std::string& rows, const std::map<std::string, std::string>& lists) {
  ChooseOptions request{rows, {}, {}, {2}};
  for (const auto& [key, list] : lists) {
    give(request.config, "sweep." + key, list, SourceLocation{"", 0, key});
  }
  return request;
}

Texts scenarios_of(const ChooseRequest& request) {
  Texts texts;
  for (const Scenario& scenario : request.scenarios) {
    texts.push_back(scenario.network + "; " + scenario.hardware);
  }
  return texts;
}

TEST(ChooseQuestion, AsksForTheUsualHardwareOfAllNetworksWithSoManyNodes) {
  ChooseOptions short_one = asked("alltoall", {});
  short_one.nodes = 16;
  const ChooseRequest request = request_of(short_one);
  EXPECT_EQ(request.operation, "all-to-all scatter");
  EXPECT_EQ(request.sizes.front(), 1U);
  EXPECT_EQ(request.sizes.back(), 4096U);
  const Texts texts = scenarios_of(request);
  ASSERT_EQ(texts.size(), 3U * 2 * 2);
  EXPECT_EQ(texts.front(), "hypercube 4; wormhole, 1 port");
  EXPECT_EQ(texts.back(), "torus 4x4; store and forward, all ports");
}

TEST(ChooseQuestion, CrossesItsLists) {
  const ChooseRequest request = request_of(asked("bcast", {{"topology.kind", "ring, line"},
                                                           {"topology.dims", "5, 6"},
                                                           {"router.switching", "cut_through"},
                                                           {"router.ports", "1"},
                                                           {"router.irc", "off, on"},
                                                           {"message_flits", "4, 1..2"}}));
  EXPECT_EQ(scenarios_of(request),
            (Texts{"ring 5; no IRC, 1 port, cut through", "ring 5; IRC, 1 port, cut through",
                   "ring 6; no IRC, 1 port, cut through", "ring 6; IRC, 1 port, cut through",
                   "line 5; no IRC, 1 port, cut through", "line 5; IRC, 1 port, cut through",
                   "line 6; no IRC, 1 port, cut through", "line 6; IRC, 1 port, cut through"}));
  EXPECT_EQ(request.sizes, (std::vector<std::uint32_t>{1, 2, 4}));
}

TEST(ChooseQuestion, LeavesOutNetworksThatDoNotFitAndSaysSo) {
  ChooseOptions odd = asked("bcast", {});
  odd.nodes = 9;
  const ChooseRequest request = request_of(odd);
  EXPECT_EQ(request.scenarios.front().network, "mesh 3x3");
  EXPECT_EQ(request.notes, Texts{"hypercube is left out: there is none of 9 nodes"});
}

void expect_refused(const ChooseOptions& request, const std::string& message) {
  try {
    request_of(request);
    ADD_FAILURE() << "accepted";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(ChooseQuestion, RefusesWhatItCannotAnswer) {
  expect_refused(asked("", {}),
                 "choose needs an operation, by its own name or MPI's; give one, like flitcast "
                 "choose all-to-all --nodes=64");
  expect_refused(asked("alltoal", {}),
                 "choose: there is no algorithm or operation \"alltoal\"; the nearest is alltoall");
  expect_refused(asked("aas-hc-sex,oab-hc-sbt", {}),
                 "choose: aas-hc-sex does the operation all-to-all scatter, and oab-hc-sbt "
                 "broadcast; only algorithms of one operation can be compared");
  expect_refused(asked("aas", {}),
                 "choose needs to know how large networks are; give --nodes=64, or "
                 "--topology.dims");
  expect_refused(asked("aas", {{"traffic.algorithm", "aas-hc-sex"}}),
                 "--traffic.algorithm: the algorithm is what is looked for; name the operation, or "
                 "its algorithms, instead");
  ChooseOptions three = asked("aas", {{"topology.kind", "mesh"}});
  three.nodes = 3;
  expect_refused(three,
                 "choose: there is no network; mesh is left out: there is none of 3 nodes with 2 "
                 "dimensions; --dimensions=1 has any number");
  expect_refused(asked("aas", {{"topology.kind", "graph"}}),
                 "choose: a graph is read from a file; give --topology.file=FILE");
  expect_refused(asked("aas", {{"ni.startup", "1..20000"}, {"topology.dims", "4"}}),
                 "choose: there are more than 10000 networks and kinds of hardware; make lists "
                 "shorter");
}

// In dataflow, and where random traffic is in the way, runs may be faster or slower than predicted
// without rule.
TEST(ChooseQuestion, RefusesWhatNoPredictionBounds) {
  expect_refused(asked("aas", {{"topology.dims", "4"}, {"traffic.sync", "barrier, dataflow"}}),
                 "choose: traffic.sync = dataflow: rounds overlap, so that no prediction is a "
                 "bound; compare by flitcast sweep, which simulates every point");
  expect_refused(asked("aas", {{"topology.dims", "4"}, {"load.rate", "0.1"}}),
                 "choose: load.rate = 0.1: messages wait for random traffic, so that no prediction "
                 "is a bound; compare by flitcast sweep, which simulates every point");
}

Texts forms_of(const std::string& id, const ChooseRequest& request) {
  Texts texts;
  const Topology& topology = *request.scenarios.front().topology;
  for (const KeyValues& form : choices_of(find_row(id), topology, request)) {
    std::string text;
    for (const auto& [key, value] : form) {
      text.append(text.empty() ? "" : " ").append(value);
    }
    texts.push_back(text);
  }
  return texts;
}

TEST(ChoicesOfARow, AreAllFormsWithinBounds) {
  const ChooseRequest cube =
      request_of(asked("aas", {{"topology.kind", "hypercube"}, {"topology.dims", "4"}}));
  EXPECT_EQ(forms_of("aas-hc-multiphase", cube), (Texts{"4", "3,1", "2,2", "2,1,1", "1,1,1,1"}));
  EXPECT_EQ(forms_of("aas-bruck", cube), (Texts{"2", "3", "4", "5", "6", "7", "8", "16"}));
  EXPECT_EQ(forms_of("aas-hc-dex", cube), Texts{""});
  const ChooseRequest mesh = request_of(asked(
      "oab", {{"topology.kind", "mesh"}, {"topology.dims", "4x3"}, {"message_flits", "1..5"}}));
  EXPECT_EQ(forms_of("oab-chain", mesh), (Texts{"1 0", "1 6", "2 0", "2 6", "4 0", "4 6"}));
}

TEST(ChoicesOfARow, AreThoseThatAreGiven) {
  const ChooseRequest request = request_of(asked("oab", {{"topology.kind", "mesh"},
                                                         {"topology.dims", "4x3"},
                                                         {"segments", "3, 5"},
                                                         {"traffic.root", "7"}}));
  EXPECT_EQ(forms_of("oab-chain", request), (Texts{"3", "5"}));
}

constexpr Cycle kX = kNever;

TEST(Regions, AreAsLargeAsTheyCanBeAndNameTies) {
  const Times times{{1, 2, 9, 9, 9}, {1, 2, 3, 4, 9}, {5, 2, 3, 9, 8}};
  const std::vector<SizeClass> classes = size_classes(times);
  ASSERT_EQ(classes.size(), 1U);
  const std::vector<Region> regions = regions_of(classes[0], times);
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0].last, 3U);
  EXPECT_EQ(regions[0].winners, std::vector<std::size_t>{1});
  EXPECT_EQ(regions[1].winners, std::vector<std::size_t>{2});
  EXPECT_EQ(runner_up(regions[0], 0, times), 0U);
  EXPECT_EQ(runner_up(regions[0], 3, times), 0U);
  const Times same{{4, 5}, {4, 5}};
  const std::vector<Region> tie = regions_of(size_classes(same)[0], same);
  ASSERT_EQ(tie.size(), 1U);
  EXPECT_EQ(tie[0].winners, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(runner_up(tie[0], 0, same), 2U);
}

TEST(Regions, KeepMultiplesApartFromOtherSizes) {
  const Times times{{5, 5, 5, 5, 5, 5}, {kX, 4, kX, 4, kX, 4}, {kX, kX, 6, 6, 6, kX}};
  const std::vector<SizeClass> classes = size_classes(times);
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].members, (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_EQ(classes[1].members, (std::vector<std::size_t>{1, 3, 5}));
  EXPECT_TRUE(size_classes({{kX, kX}}).empty());
  EXPECT_TRUE(size_classes({}).empty());
}

/// Plays simulator: every candidate takes what is predicted and, if messages may wait, so much more
/// at that size.
using Wait = std::function<Cycle(const std::string& name, Cycle flits)>;

/// Lets a comparison come to its end; returns how many simulations that took.
std::size_t play(ScenarioComparison& comparison, const Wait& wait) {
  std::size_t runs = 0;
  for (auto wanted = comparison.wanted(); !wanted.empty(); wanted = comparison.wanted()) {
    runs += wanted.size();
    for (const ScenarioComparison::Run& run : wanted) {
      const Candidate& candidate = comparison.candidates()[run.candidate];
      comparison.take(
          run, candidate.predicted[run.size] + wait(candidate.name, comparison.sizes()[run.size]));
    }
  }
  return runs;
}

class ContestOnATorus : public testing::Test {
 protected:
  ContestOnATorus()
      : request_(request_of(asked("aas-bruck,aas-torus2d-dex", {{"topology.kind", "torus"},
                                                                {"topology.dims", "8x8"},
                                                                {"router.switching", "wormhole"},
                                                                {"router.ports", "1"},
                                                                {"ni.startup", "500"},
                                                                {"message_flits", "1..600"}}))),
        comparison_(request_.scenarios.front(), request_.sizes, 0.1) {
    for (const Row* const row : request_.rows) {
      comparison_.enter(*row, choices_of(*row, *request_.scenarios.front().topology, request_));
    }
  }

  ChooseRequest request_;
  ScenarioComparison comparison_;
};

// Whatever the waiting is like, the fastest of every size is that of all sums of prediction and
// waiting, and few of the 600 sizes of 12 forms had to be simulated.
TEST_F(ContestOnATorus, FindsTheFastestOfEverySizeThoughMessagesWait) {
  const std::vector<Wait> waits{
      [](const std::string& name, Cycle flits) { return name[4] == 'b' ? 7 * flits : 0; },
      [](const std::string& name, Cycle flits) {
        return name[4] == 'b' ? std::max<Cycle>(0, 40 * (flits - 5)) : 0;
      },
      [](const std::string&, Cycle) { return Cycle{0}; }};
  for (const Wait& wait : waits) {
    ScenarioComparison comparison = comparison_;
    EXPECT_LT(play(comparison, wait), 300U);
    for (std::size_t at = 0; at < request_.sizes.size(); ++at) {
      Cycle best = kNever;
      Cycle found = kNever;
      for (std::size_t c = 0; c < comparison.candidates().size(); ++c) {
        const Candidate& candidate = comparison.candidates()[c];
        best = std::min(best, candidate.predicted[at] + wait(candidate.name, request_.sizes[at]));
        found = std::min(found, comparison.times()[c][at]);
      }
      ASSERT_EQ(found, best) << request_.sizes[at] << " flits";
    }
  }
}

TEST_F(ContestOnATorus, GoesOnWithoutWhatHasNoResult) {
  std::size_t out = comparison_.candidates().size();
  for (auto wanted = comparison_.wanted(); !wanted.empty(); wanted = comparison_.wanted()) {
    for (const ScenarioComparison::Run& run : wanted) {
      out = out == comparison_.candidates().size() ? run.candidate : out;
      const Cycle cycles = comparison_.candidates()[run.candidate].predicted[run.size];
      comparison_.take(run, run.candidate == out ? std::nullopt : std::optional(cycles));
    }
  }
  ASSERT_LT(out, comparison_.candidates().size());
  EXPECT_EQ(std::count(comparison_.times()[out].begin(), comparison_.times()[out].end(), kNever),
            600);
  EXPECT_FALSE(size_classes(comparison_.times()).empty());
}

}  // namespace
}  // namespace flitcast::explore::test_choose
