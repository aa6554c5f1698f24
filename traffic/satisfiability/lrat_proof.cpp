#include "traffic/satisfiability/lrat_proof.h"

#include <iterator>

#include <fmt/format.h>

#include "traffic/satisfiability/drat_reader.h"
#include "traffic/satisfiability/proof_trimmer.h"

namespace flitcast {
namespace {

/// Numbers variables and clauses of a part of a formula.
class Renumbering {
 public:
  Renumbering(const Formula& formula, const LratProof& proof)
      : formula_(formula),
        variables_(static_cast<std::size_t>(formula.variables()) + 1),
        clauses_(formula.clauses().size() + proof.size() + 1) {
    for (const LratStep& step : proof) {
      use_variables(step.clause);
      for (const ClauseId hint : step.hints) {
        clauses_[hint] = 1;
      }
    }
    for (std::size_t at = 0; at < formula.clauses().size(); ++at) {
      if (clauses_[at + 1] > 0) {
        use_variables(formula.clauses()[at]);
      }
    }
  }

  Formula core() {
    Formula core;
    for (Literal variable = 1; variable <= formula_.variables(); ++variable) {
      Literal& number = variables_[static_cast<std::size_t>(variable)];
      number = number > 0 ? core.variable([&] { return formula_.meaning(variable); }) : 0;
    }
    const std::string* rule = nullptr;
    for (std::size_t at = 0; at < formula_.clauses().size(); ++at) {
      if (clauses_[at + 1] > 0) {
        if (rule != &formula_.rule_of(at)) {
          rule = &formula_.rule_of(at);
          core.begin_rule(*rule);
        }
        core.add(renumbered(formula_.clauses()[at]));
        clauses_[at + 1] = static_cast<ClauseId>(core.clauses().size());
      }
    }
    for (std::size_t id = formula_.clauses().size() + 1; id < clauses_.size(); ++id) {
      clauses_[id] = static_cast<ClauseId>(core.clauses().size() + id - formula_.clauses().size());
    }
    return core;
  }

  /// Of the proof, after core().
  LratStep renumbered(const LratStep& step) const {
    LratStep other{renumbered(step.clause), {}};
    for (const ClauseId hint : step.hints) {
      other.hints.push_back(clauses_[hint]);
    }
    return other;
  }

 private:
  void use_variables(const Clause& clause) {
    for (const Literal literal : clause) {
      variables_[static_cast<std::size_t>(literal < 0 ? -literal : literal)] = 1;
    }
  }

  Clause renumbered(const Clause& clause) const {
    Clause other;
    for (const Literal literal : clause) {
      const Literal number = variables_[static_cast<std::size_t>(literal < 0 ? -literal : literal)];
      other.push_back(literal < 0 ? -number : number);
    }
    return other;
  }

  const Formula& formula_;
  std::vector<Literal> variables_;  // 1 where used, then the new number; 0 where not
  std::vector<ClauseId> clauses_;   // likewise
};

}  // namespace

LratProof check_and_trim(const Formula& formula, std::string_view drat) {
  ProofTrimmer trimmer(formula);
  DratReader reader(drat);
  for (std::size_t step = 1; !trimmer.refuted() && reader.next(); ++step) {
    if (reader.erases()) {
      trimmer.erase(reader.clause());
    } else if (!trimmer.add_lemma(reader.clause())) {
      throw ProofError(
          fmt::format("step {} of a DRAT proof does not follow from those before", step));
    }
  }
  if (!trimmer.refuted()) {
    throw ProofError("a DRAT proof ends before it has come to a contradiction");
  }
  return trimmer.trimmed();
}

Refutation core_of(const Formula& formula, const LratProof& proof) {
  Renumbering numbers(formula, proof);
  Refutation part{numbers.core(), {}};
  for (const LratStep& step : proof) {
    part.proof.push_back(numbers.renumbered(step));
  }
  return part;
}

std::string lrat_text(const LratProof& proof, const Formula& formula) {
  std::string text;
  auto out = std::back_inserter(text);
  std::size_t id = formula.clauses().size();
  for (const LratStep& step : proof) {
    fmt::format_to(out, "{} ", ++id);
    for (const Literal literal : step.clause) {
      fmt::format_to(out, "{} ", literal);
    }
    fmt::format_to(out, "0 {} 0\n", fmt::join(step.hints, " "));
  }
  return text;
}

}  // namespace flitcast
