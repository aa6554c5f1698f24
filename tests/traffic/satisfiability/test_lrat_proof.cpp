#include <gtest/gtest.h>

#include "traffic/satisfiability/drat_reader.h"
#include "traffic/satisfiability/lrat_proof.h"
#include "traffic/satisfiability/sat_solver.h"

namespace flitcast::test_lrat_proof {
namespace {

Formula formula_of(int variables, const std::vector<Clause>& clauses) {
  Formula formula;
  for (int variable = 0; variable < variables; ++variable) {
    formula.variable([] { return "v"; });
  }
  for (const Clause& clause : clauses) {
    formula.add(clause);
  }
  return formula;
}

/// One pigeon more than there are holes.
Formula pigeons(int holes) {
  const auto in = [holes](int pigeon, int hole) { return 1 + pigeon * holes + hole; };
  std::vector<Clause> clauses;
  for (int pigeon = 0; pigeon <= holes; ++pigeon) {
    Clause somewhere;
    for (int hole = 0; hole < holes; ++hole) {
      somewhere.push_back(in(pigeon, hole));
      for (int other = 0; other < pigeon; ++other) {
        clauses.push_back({-in(pigeon, hole), -in(other, hole)});
      }
    }
    clauses.push_back(somewhere);
  }
  return formula_of((holes + 1) * holes, clauses);
}

std::string objection(const Formula& formula, const std::string& drat) {
  try {
    check_and_trim(formula, drat);
  } catch (const ProofError& error) {
    return error.what();
  }
  return "";
}

const std::vector<Clause> kAllOfTwo{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}};

TEST(LratProof, SaysWhyEachStepFollows) {
  const Formula formula = formula_of(2, kAllOfTwo);
  // 1 follows from clauses 1 and 2; then 2 from clause 3, and clause 4 has no literal left.
  EXPECT_EQ(lrat_text(check_and_trim(formula, "1 0\n0\n"), formula),
            "5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 6 5 4 0\n");
}

TEST(LratProof, LeavesOutWhatTheEndDoesNotNeed) {
  std::vector<Clause> clauses = kAllOfTwo;
  clauses.push_back({3, 4});
  const Formula formula = formula_of(4, clauses);
  // 1 or 3 follows, and is not needed; nor is a clause that holds anyway, or that is erased twice.
  const LratProof proof =
      check_and_trim(formula, "1 3 0\nd 3 4 0\nd 3 4 0\n1 -1 0\n2 1 1 0\n1 0\n0\n");
  for (const LratStep& step : proof) {
    for (const Literal literal : step.clause) {
      EXPECT_LE(std::abs(literal), 2);
    }
  }
}

TEST(LratProof, HasACoreOfWhatItNeeds) {
  Formula formula;
  for (const char* name : {"a", "b", "c", "d"}) {
    formula.variable([&] { return name; });
  }
  formula.begin_rule("first");
  for (const Clause& clause : std::vector<Clause>{{1, 2}, {2, 4}, {2, -4}, {1, -2}}) {
    formula.add(clause);
  }
  formula.begin_rule("none of these");
  formula.add({1, 3});
  formula.begin_rule("last");
  formula.add({-2});
  const Refutation refutation = core_of(formula, check_and_trim(formula, "2 0\n0\n"));
  EXPECT_EQ(refutation.core.dimacs("core"),
            "c core\nc 1 = b\nc 2 = d\np cnf 2 3\nc first\n1 2 0\n1 -2 0\nc last\n-1 0\n");
  EXPECT_EQ(lrat_text(refutation.proof, refutation.core), "4 2 0 3 1 0\n5 0 4 3 2 0\n");
}

TEST(LratProof, NeedsNoStepsWhereUnitsDo) {
  const Formula chain = formula_of(3, {{1}, {-1, 2}, {-2, 3}, {-3}});
  EXPECT_EQ(lrat_text(check_and_trim(chain, ""), chain), "5 2 0 1 2 0\n6 3 0 5 3 0\n7 0 6 4 0\n");
  const Formula empty = formula_of(1, {{}});
  EXPECT_EQ(lrat_text(check_and_trim(empty, ""), empty), "2 0 1 0\n");
}

TEST(LratProof, HasNoHintThatTheLemmaSaysItself) {
  // −3 is known; the lemma names 3, so that its negation says −3.
  const Formula formula = formula_of(3, {{-3}, {1, 2, 3}, {1, -2, 3}, {-1, 2}, {-1, -2}});
  EXPECT_EQ(lrat_text(check_and_trim(formula, "1 3 0\n0\n"), formula).substr(0, 13),
            "6 1 3 0 2 3 0");
}

TEST(LratProof, RefusesWhatDoesNotFollow) {
  const Formula formula = formula_of(2, kAllOfTwo);
  EXPECT_EQ(objection(formula, "0\n"), "step 1 of a DRAT proof does not follow from those before");
  EXPECT_EQ(objection(formula, ""), "a DRAT proof ends before it has come to a contradiction");
  EXPECT_EQ(objection(formula, "3 0\n"), "a DRAT proof has variable 3; there are 2");
  const Formula with_model = formula_of(2, {{1, 2}, {1, -2}});
  EXPECT_EQ(objection(with_model, "1 0\n-1 0\n"),
            "step 2 of a DRAT proof does not follow from those before");
}

TEST(LratProof, TrimsWhatTheSolverProves) {
  for (const int holes : {1, 2, 3, 5, 7}) {
    const Formula formula = pigeons(holes);
    SatSolver solver(formula, true);
    ASSERT_EQ(solver.solve({}), SatAnswer::kRefuted);
    const std::string drat = solver.take_proof();
    const LratProof proof = check_and_trim(formula, drat);
    EXPECT_TRUE(proof.back().clause.empty());
    for (std::size_t step = 0; step < proof.size(); ++step) {
      for (const ClauseId hint : proof[step].hints) {
        EXPECT_LE(hint, formula.clauses().size() + step);
      }
    }
    EXPECT_TRUE(holes < 3 || !objection(formula, drat.substr(0, drat.size() / 2)).empty());
  }
}

}  // namespace
}  // namespace flitcast::test_lrat_proof
