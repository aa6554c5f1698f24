#include <array>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/worms/worm_networks.h"
#include "traffic/operations/operations.h"
#include "traffic/play/payload.h"
#include "traffic/schedule/dual.h"
#include "traffic/verify/verifier.h"
#include "traffic/worms/planned_rounds.h"
#include "traffic/worms/worm_formula.h"
#include "traffic/worms/worm_rounds.h"

namespace flitcast::test_worm_formula {
namespace {

using Op = DemandKind;
using Kind = TopologyKind;

// Two nodes, a link each way, one round.
TEST(WormFormula, NamesItsVariablesAndRules) {
  const WormInstance instance{{Op::kBroadcast, 2}, {{0, 1}, {1, 0}}};
  const WormFormula formula(instance, 1);
  EXPECT_EQ(formula.formula().dimacs("t"),
            "c t\n"
            "c 1 = chunk 0 at 0 after round 0\n"
            "c 2 = chunk 0 at 0 after round 1\n"
            "c 3 = chunk 0 at 1 after round 0\n"
            "c 4 = chunk 0 at 1 after round 1\n"
            "c 5 = worm 0>1 in round 1\n"
            "c 6 = worm 1>0 in round 1\n"
            "p cnf 6 7\n"
            "c in the beginning a chunk is at its origin only\n1 0\n-3 0\n"
            "c in the end it is at all that want it, at no time at others\n4 0\n"
            "c a chunk that is at a node was there a round before or a worm brought it\n"
            "-2 1 6 0\n-4 3 5 0\n"
            "c a worm has a chunk only from where it was before the round\n-5 1 0\n-6 3 0\n");
}

TEST(WormFormula, RefusesWhatIsNoInstance) {
  EXPECT_THROW(WormFormula({{Op::kBroadcast, 2}, {{0, 1, 0}}}, 1), std::invalid_argument);
  EXPECT_THROW(WormFormula({{Op::kBroadcast, 2}, {{0}}}, 1), std::invalid_argument);
  EXPECT_THROW(WormFormula({{Op::kBroadcast, 2}, {{0, 2}}}, 1), std::invalid_argument);
  EXPECT_THROW(WormFormula({{Op::kBroadcast, 2}, {{0, 1}, {0, 1}}}, 1), std::invalid_argument);
  EXPECT_THROW(WormFormula({{Op::kBroadcast, 2, 2}, {{0, 1}}}, 1), std::invalid_argument);
  EXPECT_THROW(WormFormula({{Op::kAllGather, 2}, {{0, 1}}, 1, false, true}, 1),
               std::invalid_argument);
  WormInstance large = on_base_routes(Op::kAllGather, Kind::kMesh, {8, 8});
  EXPECT_THROW(WormFormula(large, 100), std::length_error);
}

/// A clause as a broken encoding has it, or nothing.
using Break = std::function<std::optional<Clause>(const std::string& rule, const Clause& clause)>;

/// The schedule that the formula has with some of its clauses broken, on a ring of four with one
/// port.
class BrokenSchedule {
 public:
  BrokenSchedule(Op operation, const OperationKind& kind, std::uint32_t rounds,
                 const Break& broken) {
    const WormInstance instance{{operation, 4}, base_ways(routing_), 1};
    const WormFormula right(instance, rounds);
    Formula formula(false);
    while (formula.variables() < right.formula().variables()) {
      formula.variable([] { return ""; });
    }
    for (std::size_t at = 0; at < right.formula().clauses().size(); ++at) {
      if (auto clause = broken(right.formula().rule_of(at), right.formula().clauses()[at])) {
        formula.add(std::move(*clause));
      }
    }
    SatSolver solver(formula, false);
    there_ = solver.solve({}) == SatAnswer::kModel;
    if (there_) {
      found_ = rounds_of(topology_, instance, plan_of(instance, right, rounds, solver));
    }
    schedule_.operation = {&kind, 4};
    schedule_.rounds = rounds;
    schedule_.fill = [this](std::uint64_t number, Round& out) { out = found_[number]; };
  }
  BrokenSchedule(const BrokenSchedule&) = delete;
  BrokenSchedule& operator=(const BrokenSchedule&) = delete;

  /// By the rules; empty where nothing is.
  std::string fault() const {
    if (!there_) {
      return "there is none";
    }
    VerifyOptions options;
    options.disjoint_links = true;
    try {
      verify(schedule_, routing_, options);
    } catch (const ScheduleError& error) {
      return error.what();
    }
    return "";
  }

  /// By the words alone, which no rule has looked at: of a broadcast backwards, which sums up. What
  /// a node sends in a round it has before the round.
  std::string wrong_words() const {
    const Schedule sum = dual(schedule_, "backwards");
    constexpr std::uint32_t kFlits = 3;
    SumPayload memory(1, sum.operation, kFlits);
    for (std::uint64_t number = 0; number < sum.rounds; ++number) {
      Round round(topology_);
      sum.fill(number, round);
      std::vector<std::array<Word, kFlits>> sent(round.size());
      for (std::size_t i = 0; i < round.size(); ++i) {
        memory.read(round[i].source, *round[i].blocks.begin(), 0, kFlits, sent[i].data());
      }
      for (std::size_t i = 0; i < round.size(); ++i) {
        memory.add(*round[i].destinations.begin(), *round[i].blocks.begin(), 0, kFlits,
                   sent[i].data());
      }
    }
    memory.finish();
    return memory.error();
  }

 private:
  Topology topology_{Kind::kRing, {4}};
  Routing routing_{topology_, RoutingOrder::kAscending};
  bool there_ = false;
  std::vector<Round> found_;
  Schedule schedule_;
};

std::string fault_of(Op operation, const OperationKind& kind, std::uint32_t rounds,
                     const Break& broken) {
  return BrokenSchedule(operation, kind, rounds, broken).fault();
}

Break without(const std::string& words) {
  return [words](const std::string& rule, const Clause& clause) {
    return rule.find(words) == std::string::npos ? std::optional(clause) : std::nullopt;
  };
}

const Break kRight = [](const std::string& /*rule*/, const Clause& clause) { return clause; };

TEST(BrokenFormula, ThatIsNoneHasRightSchedulesOnly) {
  EXPECT_EQ(fault_of(Op::kBroadcast, operations::broadcast(), 2, kRight), "");
  EXPECT_EQ(fault_of(Op::kAllToAll, operations::all_to_all_scatter(), 4, kRight), "");
  EXPECT_EQ(fault_of(Op::kBroadcast, operations::broadcast(), 1, kRight), "there is none");
  EXPECT_EQ(fault_of(Op::kAllToAll, operations::all_to_all_scatter(), 2, kRight), "there is none");
}

/// A schedule is found, and refused for what these words say.
void expect_caught(Op operation, std::uint32_t rounds, const Break& broken,
                   const std::string& words) {
  const OperationKind& kind = operation == Op::kBroadcast ? operations::broadcast()
                              : operation == Op::kScatter ? operations::one_to_all_scatter()
                                                          : operations::all_to_all_scatter();
  const std::string fault = fault_of(operation, kind, rounds, broken);
  EXPECT_NE(fault.find(words), std::string::npos) << fault;
}

TEST(BrokenFormula, LetsDataComeFromNowhere) {
  expect_caught(Op::kBroadcast, 1, without("a worm has a chunk"), "does not hold");
}

TEST(BrokenFormula, ForgetsWhoWantsTheData) {
  expect_caught(Op::kBroadcast, 1, without("in the end"), "after the last round");
}

TEST(BrokenFormula, LetsDataAppear) {
  expect_caught(Op::kBroadcast, 1, without("or a worm brought it"), "after the last round");
}

TEST(BrokenFormula, LetsWormsShareLinks) {
  expect_caught(Op::kAllToAll, 3, without("go over"), "link");
}

TEST(BrokenFormula, LetsPortsSendTwoWorms) {
  expect_caught(Op::kScatter, 2, without("go from"), "port");
}

// A worm has what is at its source after the round, not before.
std::optional<Clause> a_round_late(const std::string& rule, const Clause& clause) {
  Clause other = clause;
  if (rule.find("a worm has a chunk") != std::string::npos) {
    ++other.back();
  }
  return other;
}

TEST(BrokenFormula, IsARoundLate) {
  expect_caught(Op::kBroadcast, 1, a_round_late, "does not hold");
}

TEST(BrokenFormula, ForgetsPairs) {
  expect_caught(Op::kAllToAll, 1, without("from each node a worm goes"), "after the last round");
}

// With links or ports for two the words are right, and late: that is for the rules, and for the
// cycles of a simulation.
TEST(BrokenFormula, IsCaughtByTheWordsAlone) {
  const auto wrong_words = [](std::uint32_t rounds, const Break& broken) {
    return BrokenSchedule(Op::kBroadcast, operations::broadcast(), rounds, broken).wrong_words();
  };
  EXPECT_EQ(wrong_words(2, kRight), "");
  EXPECT_EQ(wrong_words(2, without("go over")), "");
  for (const Break& broken : std::vector<Break>{
           without("a worm has a chunk"), without("in the end"), without("or a worm brought it"),
           without("in the beginning"), a_round_late}) {
    const std::string words = wrong_words(1, broken);
    EXPECT_EQ(words.rfind("node 0, block 0->*, word 0: ", 0), 0U) << words;
  }
}

}  // namespace
}  // namespace flitcast::test_worm_formula
