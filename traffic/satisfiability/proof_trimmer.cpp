#include "traffic/satisfiability/proof_trimmer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "traffic/satisfiability/drat_reader.h"

namespace flitcast {
namespace {

/// Whatever the order of the literals.
std::uint64_t hash_of(const Clause& clause) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  std::uint64_t sum = 0;
  for (const Literal literal : clause) {
    std::uint64_t mixed = static_cast<std::uint64_t>(literal) * kOdd;
    mixed ^= mixed >> 32U;
    sum += mixed * kOdd;
  }
  return sum;
}

Clause without_copies(Clause clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  return clause;
}

}  // namespace

ProofTrimmer::ProofTrimmer(const Formula& formula) : formula_clauses_(formula.clauses().size()) {
  const std::size_t variables = static_cast<std::size_t>(formula.variables()) + 1;
  watches_.resize(2 * variables);
  values_.resize(2 * variables);
  reasons_.resize(variables);
  units_.resize(variables);
  needed_.resize(variables);
  for (const Clause& clause : formula.clauses()) {
    store(without_copies(clause), {});
  }
  for (ClauseId id = 1; id <= formula_clauses_ && !refuted_; ++id) {
    watch(id);
  }
}

ClauseId ProofTrimmer::store(Clause literals, std::vector<ClauseId> hints) {
  clauses_.push_back({std::move(literals), std::move(hints)});
  return static_cast<ClauseId>(clauses_.size() - 1);
}

/// Has the clause propagate from here on.
void ProofTrimmer::watch(ClauseId id) {
  Clause& literals = clauses_[id].literals;
  const auto open = std::partition(literals.begin(), literals.end(),
                                   [this](Literal literal) { return value(literal) >= 0; });
  if (literals.size() > 1) {
    watches_[index(literals[0])].push_back(id);
    watches_[index(literals[1])].push_back(id);
    by_hash_.emplace(hash_of(literals), id);
  }
  if (open == literals.begin()) {
    refute(id);
  } else if (open - literals.begin() == 1 && value(literals[0]) == 0) {
    assign(literals[0], id);
    settle();
  }
}

void ProofTrimmer::assign(Literal literal, ClauseId reason) {
  values_[index(literal)] = 1;
  values_[index(-literal)] = -1;
  reasons_[variable(literal)] = reason;
  trail_.push_back(literal);
}

/// Back to what is known without assumptions.
void ProofTrimmer::undo() {
  for (; trail_.size() > settled_; trail_.pop_back()) {
    values_[index(trail_.back())] = 0;
    values_[index(-trail_.back())] = 0;
  }
  propagated_ = settled_;
}

/// A clause without a literal that may hold, if it comes to one.
ClauseId ProofTrimmer::propagate() {
  while (propagated_ < trail_.size()) {
    const ClauseId conflict = visit(-trail_[propagated_++]);
    if (conflict != kNone) {
      return conflict;
    }
  }
  return kNone;
}

ClauseId ProofTrimmer::visit(Literal falsified) {
  std::vector<ClauseId>& watches = watches_[index(falsified)];
  ClauseId conflict = kNone;
  std::size_t kept = 0;
  for (const ClauseId id : watches) {
    if (clauses_[id].erased || (conflict == kNone && watches_another(id, falsified))) {
      continue;
    }
    watches[kept++] = id;
    const Literal other = clauses_[id].literals[0];
    if (conflict == kNone && value(other) < 0) {
      conflict = id;
    } else if (conflict == kNone && value(other) == 0) {
      assign(other, id);
    }
  }
  watches.resize(kept);
  return conflict;
}

/// Whether the clause could do without watching a literal that is false. Its other watched one is
/// the first after this.
bool ProofTrimmer::watches_another(ClauseId id, Literal falsified) {
  Clause& literals = clauses_[id].literals;
  if (literals[0] == falsified) {
    std::swap(literals[0], literals[1]);
  }
  if (value(literals[0]) > 0) {
    return false;
  }
  const auto other = std::find_if(literals.begin() + 2, literals.end(),
                                  [this](Literal literal) { return value(literal) >= 0; });
  if (other == literals.end()) {
    return false;
  }
  std::swap(literals[1], *other);
  watches_[index(literals[1])].push_back(id);
  return true;
}

/// Whatever follows without assumptions gets clauses of its own.
void ProofTrimmer::settle() {
  const ClauseId conflict = propagate();
  for (; settled_ < trail_.size(); ++settled_) {
    const Literal literal = trail_[settled_];
    const ClauseId reason = reasons_[variable(literal)];
    const bool alone = clauses_[reason].literals.size() == 1;
    units_[variable(literal)] = alone ? reason : store({literal}, units_and(reason, literal));
  }
  if (conflict != kNone) {
    refute(conflict);
  }
}

/// The clauses that falsify all literals of `last` but one, and `last`.
std::vector<ClauseId> ProofTrimmer::units_and(ClauseId last, Literal without) const {
  std::vector<ClauseId> hints;
  for (const Literal literal : clauses_[last].literals) {
    if (literal != without) {
      hints.push_back(units_[variable(literal)]);
    }
  }
  hints.push_back(last);
  return hints;
}

void ProofTrimmer::refute(ClauseId conflict) {
  store({}, units_and(conflict, 0));
  refuted_ = true;
}

bool ProofTrimmer::add_lemma(const Clause& lemma) {
  Clause literals = without_copies(lemma);
  bool holds = false;
  for (const Literal literal : literals) {
    if (variable(literal) >= units_.size()) {
      throw ProofError(fmt::format("a DRAT proof has variable {}; there are {}", variable(literal),
                                   units_.size() - 1));
    }
    holds = holds || value(literal) > 0;
    if (value(literal) == 0) {
      assign(-literal, kNone);
    }
  }
  if (holds) {  // whatever else does
    undo();
    return true;
  }
  const ClauseId conflict = propagate();
  if (conflict == kNone) {
    undo();
    return false;
  }
  std::vector<ClauseId> hints = hints_of(literals, conflict);
  undo();
  watch(store(std::move(literals), std::move(hints)));
  return true;
}

/// What leads from the negation of the lemma to the conflict, in this order.
std::vector<ClauseId> ProofTrimmer::hints_of(const Clause& lemma, ClauseId conflict) {
  ++lemmas_;
  std::vector<ClauseId> backwards;
  std::vector<std::size_t> known;  // variables
  const auto need = [&](ClauseId id) {
    backwards.push_back(id);
    for (const Literal literal : clauses_[id].literals) {
      const std::size_t of = variable(literal);
      if (needed_[of] != lemmas_) {
        needed_[of] = lemmas_;
        if (units_[of] != kNone) {
          known.push_back(of);
        }
      }
    }
  };
  for (const Literal literal : lemma) {
    if (units_[variable(literal)] != kNone) {
      needed_[variable(literal)] = lemmas_;  // the lemma itself says so
    }
  }
  need(conflict);
  for (std::size_t at = trail_.size(); at-- > settled_;) {
    const std::size_t of = variable(trail_[at]);
    if (needed_[of] == lemmas_ && reasons_[of] != kNone) {
      need(reasons_[of]);
    }
  }
  std::vector<ClauseId> hints;
  hints.reserve(known.size() + backwards.size());
  for (const std::size_t of : known) {
    hints.push_back(units_[of]);
  }
  hints.insert(hints.end(), backwards.rbegin(), backwards.rend());
  return hints;
}

void ProofTrimmer::erase(Clause clause) {
  clause = without_copies(std::move(clause));
  const auto [begin, end] = by_hash_.equal_range(hash_of(clause));
  for (auto each = begin; each != end; ++each) {
    Stored& stored = clauses_[each->second];
    if (std::is_permutation(clause.begin(), clause.end(), stored.literals.begin(),
                            stored.literals.end())) {
      stored.erased = true;
      by_hash_.erase(each);
      return;
    }
  }
}

LratProof ProofTrimmer::trimmed() const {
  std::vector<bool> needed(clauses_.size(), false);
  needed.back() = true;
  for (std::size_t id = clauses_.size(); --id > formula_clauses_;) {
    for (const ClauseId hint : clauses_[id].hints) {
      needed[hint] = needed[hint] || needed[id];
    }
  }
  std::vector<ClauseId> number(clauses_.size());
  LratProof proof;
  for (std::size_t id = 1; id < clauses_.size(); ++id) {
    if (id <= formula_clauses_) {
      number[id] = static_cast<ClauseId>(id);
    } else if (needed[id]) {
      proof.push_back({clauses_[id].literals, {}});
      for (const ClauseId hint : clauses_[id].hints) {
        proof.back().hints.push_back(number[hint]);
      }
      number[id] = static_cast<ClauseId>(formula_clauses_ + proof.size());
    }
  }
  return proof;
}

}  // namespace flitcast
