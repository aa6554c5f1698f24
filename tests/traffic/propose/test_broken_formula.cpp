#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "tests/support/optimal/chunk_networks.h"
#include "traffic/operations/operations.h"
#include "traffic/propose/synthesized_rounds.h"
#include "traffic/satisfiability/solved_plan.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_broken_formula {
namespace {

/// A clause as a broken encoding has it, or nothing.
using Break = std::function<std::optional<Clause>(const std::string& rule, const Clause& clause)>;

Formula broken_formula(const Formula& right, const Break& broken) {
  Formula formula(false);
  while (formula.variables() < right.variables()) {
    formula.variable([] { return ""; });
  }
  for (std::size_t at = 0; at < right.clauses().size(); ++at) {
    if (auto clause = broken(right.rule_of(at), right.clauses()[at])) {
      formula.add(std::move(*clause));
    }
  }
  return formula;
}

/// What data say of the schedule that the formula of a broadcast of two chunks along a line of four
/// has with some of its clauses broken; empty where nothing is wrong.
std::string fault_of(std::uint32_t steps, const Break& broken) {
  const Topology line(TopologyKind::kLine, {4});
  const ChunkNetwork network = chunk_network(line);
  const HopInstance instance{{DemandKind::kBroadcast, 4, 0, 2}, network.channels()};
  const RoundsOfSteps rounds(steps, 1);
  const HopFormula right(instance, rounds);
  SatSolver solver(broken_formula(right.formula(), broken), false);
  if (solver.solve({}) != SatAnswer::kModel) {
    return "there is none";
  }
  const auto block = [](std::uint32_t chunk) { return make_block(0, Block::kEveryone, chunk); };
  std::vector<Round> found;
  append_rounds(network, plan_of(instance, right, rounds, solver), {block}, found);
  Schedule schedule;
  schedule.operation = {&operations::broadcast(), 4, 0, 2};
  schedule.rounds = found.size();
  if (found.size() > steps) {
    return std::to_string(found.size()) + " rounds";
  }
  schedule.fill = [&found](std::uint64_t number, Round& out) { out = found[number]; };
  VerifyOptions options;
  options.ports = network.ports();
  options.disjoint_links = true;
  try {
    verify(schedule, Routing(line, RoutingOrder::kAscending), options);
  } catch (const ScheduleError& error) {
    return error.what();
  }
  return "";
}

Break without(const std::string& words) {
  return [words](const std::string& rule, const Clause& clause) {
    return rule.find(words) == std::string::npos ? std::optional(clause) : std::nullopt;
  };
}

void expect_caught(std::uint32_t steps, const Break& broken, const std::string& words) {
  const std::string fault = fault_of(steps, broken);
  EXPECT_NE(fault.find(words), std::string::npos) << fault;
}

// Three hops, and the second chunk a round after the first.
TEST(BrokenHopFormula, ThatIsNoneHasRightSchedulesOnly) {
  const Break right = [](const std::string& /*rule*/, const Clause& clause) { return clause; };
  EXPECT_EQ(fault_of(4, right), "");
  EXPECT_EQ(fault_of(3, right), "there is none");
}

TEST(BrokenHopFormula, LetsChunksComeFromWhereTheyAreNot) {
  expect_caught(2, without("only from where it was"), "does not hold");
}

TEST(BrokenHopFormula, ForgetsWhoWantsThem) {
  expect_caught(3, without("in the end"), "after the last round");
}

TEST(BrokenHopFormula, LetsThemAppear) {
  expect_caught(3, without("or came over a link"), "after the last round");
}

TEST(BrokenHopFormula, LetsThemBeAnywhereInTheBeginning) {
  expect_caught(1, without("in the beginning"), "does not hold");
}

// Chunks follow one another over a link all the same, and it ends late.
TEST(BrokenHopFormula, LetsLinksCarryTwo) {
  expect_caught(3, without("no more than"), "4 rounds");
}

}  // namespace
}  // namespace flitcast::test_broken_formula
