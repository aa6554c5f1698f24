#include "traffic/satisfiability/lrat_proof.h"

#include <iterator>

#include <fmt/format.h>

#include "traffic/satisfiability/drat_reader.h"
#include "traffic/satisfiability/proof_trimmer.h"

namespace flitcast {

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
