// What flitcast choose says of what it knows.

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/explore/choose/answer/decision_map.h"
#include "tb/explore/choose/decide.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore::test_choose_answers {
namespace {

using Texts = std::vector<std::string>;
using Lists = std::map<std::string, std::string>;

TEST(Subnetworks, AreNetworksWithoutSomeOfTheirLinks) {
  const Topology hypercube(TopologyKind::kHypercube, {4});
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Topology torus(TopologyKind::kTorus, {4, 4});
  const Topology line(TopologyKind::kLine, {16});
  const Topology ring(TopologyKind::kRing, {16});
  EXPECT_TRUE(is_part_of(mesh, torus));
  EXPECT_TRUE(is_part_of(line, ring));
  EXPECT_TRUE(is_part_of(mesh, hypercube));
  EXPECT_TRUE(is_part_of(torus, hypercube));
  EXPECT_FALSE(is_part_of(torus, mesh));
  EXPECT_FALSE(is_part_of(mesh, mesh));
  EXPECT_FALSE(is_part_of(hypercube, torus));
  EXPECT_FALSE(is_part_of(mesh, ring));
  EXPECT_FALSE(is_part_of(Topology(TopologyKind::kMesh, {8, 2}), torus));
  EXPECT_FALSE(is_part_of(Topology(TopologyKind::kMesh, {5, 3}), hypercube));
  EXPECT_FALSE(is_part_of(Topology(TopologyKind::kTree, {4}), hypercube));
}

/// A request with all of its comparisons, none of which is decided.
class Asking {
 public:
  Asking(const std::string& rows, const Lists& lists) {
    ChooseOptions asked{rows, {}, {}, {2}};
    for (const auto& [key, list] : lists) {
      give(asked.config, "sweep." + key, list, SourceLocation{"", 0, key});
    }
    request = request_of(asked);
    for (const Scenario& scenario : request.scenarios) {
      comparisons.emplace_back(scenario, request.sizes, 0.1);
      for (const Row* const row : request.rows) {
        comparisons.back().enter(*row, choices_of(*row, *scenario.topology, request));
      }
    }
  }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

  /// As if every simulation had taken what is predicted, and so much more on that network.
  void decide(const std::string& network, Cycle more) {
    for (ScenarioComparison& comparison : comparisons) {
      for (auto wanted = comparison.wanted(); !wanted.empty(); wanted = comparison.wanted()) {
        for (const ScenarioComparison::Run& run : wanted) {
          const Cycle waits = comparison.scenario().network == network ? more : 0;
          comparison.take(run, comparison.candidates()[run.candidate].predicted[run.size] + waits);
        }
      }
    }
  }
  DecisionMap answer(bool simulated) const {
    DecisionMap all{&request, {}, 0.1, simulated};
    for (const ScenarioComparison& comparison : comparisons) {
      all.scenarios.push_back(decision_of(comparison));
    }
    return all;
  }

  ChooseRequest request;
  std::vector<ScenarioComparison> comparisons;
};

const Lists kGrids{{"topology.kind", "mesh, torus"},
                   {"topology.dims", "4x4"},
                   {"router.switching", "WH"},
                   {"router.ports", "1"},
                   {"router.vcs", "2"},
                   {"message_flits", "4, 8"}};

TEST(ChooseAnswer, TitlesSayWhatASituationCameTo) {
  Asking asking("aas-bruck", kGrids);
  asking.decide("", 0);
  const std::string text = answer_text(asking.answer(true), 0);
  EXPECT_EQ(text.rfind("mesh 4x4, 1 port, wormhole, vcs 2: 2 VCs, buffers of 2 flits\n", 0), 0U)
      << text;
}

TEST(ChooseAnswer, AWordIsOneSituationHoweverItIsTyped) {
  Lists lists = kGrids;
  lists["router.switching"] = "WH, wormhole, SF, store_and_forward";
  const Asking asking("aas-bruck", lists);
  ASSERT_EQ(asking.request.scenarios.size(), 2U * 2);
  EXPECT_EQ(asking.request.scenarios[0].hardware, "1 port, wormhole, vcs 2");
  EXPECT_EQ(asking.request.scenarios[1].hardware, "1 port, store and forward, vcs 2");
}

// With two virtual channels the torus has one for each class, and waits there.
TEST(ChooseAnswer, SaysWhereANetworkLosesToOneThatIsPartOfItAndWhatToTry) {
  Asking asking("aas-bruck", kGrids);
  asking.decide("torus 4x4", 1000);
  const std::string text = side_by_side_text(asking.answer(true), 0);
  EXPECT_NE(text.find("\ntorus 4x4 is slower than mesh 4x4, which is part of it\n"
                      "  4 … 8 flits: aas-bruck, radix "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("its 2 VCs are one for each class of the datelines"), std::string::npos);
  EXPECT_NE(text.find("; try --router.vcs=4\n    1 port, wormhole, vcs 2\n"), std::string::npos)
      << text;
}

TEST(ChooseAnswer, SaysNothingOfNetworksThatDoNotLose) {
  Asking asking("aas-bruck", kGrids);
  asking.decide("mesh 4x4", 1000);
  EXPECT_EQ(side_by_side_text(asking.answer(true), 0).find("part of it"), std::string::npos);
}

// Most worms of the direct exchange share links on a mesh, and its closed form counts none of that:
// less than half of what the bisection of the mesh takes.
TEST(ChooseAnswer, TheoryIsNoAnswerWhereItCountsNoWaiting) {
  Asking asking("alltoall", {{"topology.kind", "mesh"},
                             {"topology.dims", "8x8"},
                             {"router.vcs", "4"},
                             {"router.switching", "wormhole"},
                             {"router.ports", "1"},
                             {"message_flits", "1, 64"}});
  ScenarioComparison& comparison = asking.comparisons.front();
  Cycle least = kNever;
  for (const Candidate& candidate : comparison.candidates()) {
    least = std::min(least, candidate.predicted.back());
  }
  const Cycle bound = lower_bound_of(comparison.scenario(), comparison.candidates().front(), 64);
  ASSERT_LT(least, bound);
  comparison.predict(true);
  EXPECT_FALSE(comparison.unpredicted().empty());
  const DecisionMap answer = asking.answer(false);
  ASSERT_FALSE(answer.scenarios.front().regions.empty());
  for (const DecisionRegion& region : answer.scenarios.front().regions) {
    EXPECT_GE(region.first.cycles, region.first.lower_bound);
    EXPECT_GE(region.last.cycles, region.last.lower_bound);
    for (const std::size_t winner : region.winners) {
      EXPECT_EQ(comparison.unpredicted().count(winner), 0U);
    }
  }
  EXPECT_NE(answer_text(answer, 0).find("not predicted, for its messages may wait"),
            std::string::npos);
}

TEST(ChooseAnswer, KeepsToTheWidthOfATerminal) {
  constexpr std::size_t kWidth = 80;
  Asking asking("alltoall", {{"topology.kind", "hypercube, mesh, torus"},
                             {"topology.dims", "4, 4x4"},
                             {"ni.startup", "0, 500"},
                             {"message_flits", "1..64 x2"}});
  asking.decide("torus 4x4", 100);
  std::istringstream text(answer_text(asking.answer(true), kWidth) +
                          side_by_side_text(asking.answer(true), kWidth));
  for (std::string line; std::getline(text, line);) {
    EXPECT_LE(text_width(line), kWidth) << line;
  }
}

}  // namespace
}  // namespace flitcast::explore::test_choose_answers
