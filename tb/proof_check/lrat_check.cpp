#include "tb/proof_check/lrat_check.h"

#include <cstdlib>

#include <fmt/format.h>

#include "tb/proof_check/text_words.h"

namespace flitcast::proof {
namespace {

class LratCheck {
 public:
  LratCheck(const std::string& file, const CnfFile& cnf)
      : text_(file), variables_(cnf.variables.size()), clauses_(cnf.clauses) {
    holds_.resize(2 * variables_ + 1);
  }

  std::size_t run() {
    bool empty = false;
    while (text_.next_line()) {
      if (empty) {
        text_.fail("there is more after the empty clause");
      }
      check_line();
      empty = clauses_.back().empty();
    }
    if (!empty) {
      text_.fail("ends without the empty clause: nothing is proved");
    }
    return text_.line();
  }

 private:
  void check_line() {
    if (static_cast<std::size_t>(text_.number()) != clauses_.size() + 1) {
      text_.fail(fmt::format("the next clause has the number {}", clauses_.size() + 1));
    }
    Clause clause;
    while (const int literal = text_.number()) {
      if (static_cast<std::size_t>(std::abs(literal)) > variables_) {
        text_.fail(fmt::format("there is no variable {}", std::abs(literal)));
      }
      clause.push_back(literal);
      suppose(-literal);
    }
    bool contradiction = false;
    while (const int hint = text_.number()) {
      if (contradiction) {
        text_.fail("there are hints after the contradiction");
      }
      contradiction = follow(hint);
    }
    text_.end_of_line();
    if (!contradiction) {
      text_.fail("the clause does not follow from its hints");
    }
    for (const int literal : supposed_) {
      holds(literal) = false;
    }
    supposed_.clear();
    clauses_.push_back(clause);
  }

  /// Whether no literal of the clause may hold any more; if one may, it must.
  bool follow(int hint) {
    if (hint < 1 || static_cast<std::size_t>(hint) > clauses_.size()) {
      text_.fail(fmt::format("hint {} is no clause before this one", hint));
    }
    int left = 0;
    for (const int literal : clauses_[static_cast<std::size_t>(hint) - 1]) {
      if (holds(-literal)) {
        continue;
      }
      if (left != 0 || holds(literal)) {
        text_.fail(fmt::format("hint {} does not leave a single literal open", hint));
      }
      left = literal;
    }
    if (left != 0) {
      suppose(left);
    }
    return left == 0;
  }

  void suppose(int literal) {
    holds(literal) = true;
    supposed_.push_back(literal);
  }

  char& holds(int literal) {
    return holds_[static_cast<std::size_t>(literal + static_cast<int>(variables_))];
  }

  TextWords text_;
  std::size_t variables_;
  std::vector<Clause> clauses_;  // of the formula, then of the lines
  std::vector<char> holds_;      // by literal, from the negation of the last variable on
  std::vector<int> supposed_;
};

}  // namespace

std::size_t check_lrat(const std::string& file, const CnfFile& cnf) {
  return LratCheck(file, cnf).run();
}

}  // namespace flitcast::proof
