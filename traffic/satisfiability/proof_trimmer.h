#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "traffic/satisfiability/formula.h"
#include "traffic/satisfiability/lrat_proof.h"

namespace flitcast {

/// Follows a proof by unit propagation, two literals of each clause watched, and remembers why each
/// step holds. What is known of single literals stays known: clauses are erased to save time only.
class ProofTrimmer {
 public:
  explicit ProofTrimmer(const Formula& formula);

  /// There is a contradiction; no more steps are needed.
  bool refuted() const { return refuted_; }
  /// False where the clause does not follow.
  bool add_lemma(const Clause& lemma);
  void erase(Clause clause);
  /// When refuted: the steps that the contradiction needs.
  LratProof trimmed() const;

 private:
  struct Stored {
    Clause literals;  // the watched ones first
    std::vector<ClauseId> hints;
    bool erased = false;
  };

  static constexpr ClauseId kNone = 0;

  static std::size_t index(Literal literal) {
    return 2 * static_cast<std::size_t>(literal < 0 ? -literal : literal) + (literal < 0 ? 1 : 0);
  }
  static std::size_t variable(Literal literal) { return index(literal) / 2; }
  signed char value(Literal literal) const { return values_[index(literal)]; }

  ClauseId store(Clause literals, std::vector<ClauseId> hints);
  void watch(ClauseId id);
  void assign(Literal literal, ClauseId reason);
  void undo();
  ClauseId propagate();
  ClauseId visit(Literal falsified);
  bool watches_another(ClauseId id, Literal falsified);
  void settle();
  std::vector<ClauseId> units_and(ClauseId last, Literal without) const;
  void refute(ClauseId conflict);
  std::vector<ClauseId> hints_of(const Clause& lemma, ClauseId conflict);

  std::size_t formula_clauses_;
  std::vector<Stored> clauses_{1};  // by id
  std::unordered_multimap<std::uint64_t, ClauseId> by_hash_;
  std::vector<std::vector<ClauseId>> watches_;  // by index of the literal
  std::vector<signed char> values_;             // likewise: 1 true, -1 false, 0 open
  std::vector<ClauseId> reasons_;               // by variable
  std::vector<ClauseId> units_;                 // likewise: the clause that is the literal alone
  std::vector<std::size_t> needed_;             // likewise: lemma whose conflict needs it
  std::vector<Literal> trail_;
  std::size_t settled_ = 0;     // of the trail: known whatever is assumed
  std::size_t propagated_ = 0;  // of the trail
  std::size_t lemmas_ = 0;
  bool refuted_ = false;
};

}  // namespace flitcast
