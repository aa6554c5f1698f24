#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace flitcast {

/// A variable, counted from 1, or its negation, as a negative number.
using Literal = int;
/// One of its literals holds.
using Clause = std::vector<Literal>;

/// A formula in conjunctive normal form that says what it is about: each variable has a meaning,
/// each clause comes from a rule.
class Formula {
 public:
  /// Without names it does not keep what variables mean, for a search only.
  explicit Formula(bool named = true) : named_(named) {}

  /// A new one; `meaning()` is a text.
  template <typename Meaning>
  Literal variable(const Meaning& meaning) {
    if (named_) {
      meanings_.push_back(meaning());
    }
    return ++variables_;
  }
  /// Whence the clauses come that are added from here on.
  void begin_rule(std::string rule);
  void add(Clause clause) { clauses_.push_back(std::move(clause)); }

  int variables() const { return variables_; }
  const std::vector<Clause>& clauses() const { return clauses_; }
  /// Of a variable that is named.
  const std::string& meaning(Literal variable) const {
    return meanings_[static_cast<std::size_t>(variable) - 1];
  }

  /// Whence a clause comes, counted from 0.
  const std::string& rule_of(std::size_t clause) const;

  /// In the format of DIMACS: the title, a comment "c 7 = chunk 0.1 at 5 by step 2" for each
  /// variable that is named, and before its clauses one for each rule.
  std::string dimacs(const std::string& title) const;

 private:
  struct Rule {
    std::size_t first_clause;
    std::string text;
  };

  bool named_;
  int variables_ = 0;
  std::vector<std::string> meanings_;
  std::vector<Rule> rules_;
  std::vector<Clause> clauses_;
};

}  // namespace flitcast
