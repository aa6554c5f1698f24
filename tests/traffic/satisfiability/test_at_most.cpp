#include <gtest/gtest.h>

#include "traffic/satisfiability/at_most.h"
#include "traffic/satisfiability/sat_solver.h"

namespace flitcast::test_at_most {
namespace {

std::string meaning(std::size_t least, std::size_t begin, std::size_t end) {
  return std::to_string(least) + " of " + std::to_string(begin) + " to " + std::to_string(end);
}

/// Whether there is a model in which just those inputs hold whose bits are set.
bool allows(std::size_t inputs, std::size_t most, unsigned set) {
  Formula formula;
  std::vector<Literal> literals;
  for (std::size_t input = 0; input < inputs; ++input) {
    literals.push_back(formula.variable([] { return "input"; }));
  }
  add_at_most(formula, literals, most, meaning);
  for (std::size_t input = 0; input < inputs; ++input) {
    formula.add({(set >> input & 1U) != 0 ? literals[input] : -literals[input]});
  }
  return SatSolver(formula, false).solve({}) == SatAnswer::kModel;
}

TEST(AtMost, AllowsJustWhatIsNotMore) {
  for (std::size_t inputs = 1; inputs <= 6; ++inputs) {
    for (std::size_t most = 0; most <= inputs; ++most) {
      for (unsigned set = 0; set < 1U << inputs; ++set) {
        EXPECT_EQ(allows(inputs, most, set),
                  static_cast<std::size_t>(__builtin_popcount(set)) <= most)
            << inputs << " inputs, " << most << ", set " << set;
      }
    }
  }
}

TEST(AtMost, NeedsNothingWhereAllMayHold) {
  Formula formula;
  const std::vector<Literal> inputs{formula.variable([] { return "a"; }),
                                    formula.variable([] { return "b"; })};
  add_at_most(formula, inputs, 2, meaning);
  EXPECT_TRUE(formula.clauses().empty());
  EXPECT_EQ(formula.variables(), 2);
}

}  // namespace
}  // namespace flitcast::test_at_most
