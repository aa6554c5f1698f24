#include "traffic/satisfiability/formula.h"

#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace flitcast {

Literal Formula::variable(std::string meaning) {
  if (meanings_.size() == static_cast<std::size_t>(std::numeric_limits<Literal>::max() / 2)) {
    throw std::length_error("a formula with more variables than a literal has numbers");
  }
  meanings_.push_back(std::move(meaning));
  return variables();
}

void Formula::begin_rule(std::string rule) {
  rules_.push_back({clauses_.size(), std::move(rule)});
}

std::string Formula::dimacs(const std::string& title) const {
  std::string text = fmt::format("c {}\n", title);
  auto out = std::back_inserter(text);
  for (Literal variable = 1; variable <= variables(); ++variable) {
    fmt::format_to(out, "c {} = {}\n", variable, meaning(variable));
  }
  fmt::format_to(out, "p cnf {} {}\n", variables(), clauses_.size());
  auto rule = rules_.begin();
  for (std::size_t at = 0; at < clauses_.size(); ++at) {
    for (; rule != rules_.end() && rule->first_clause == at; ++rule) {
      fmt::format_to(out, "c {}\n", rule->text);
    }
    fmt::format_to(out, "{} 0\n", fmt::join(clauses_[at], " "));
  }
  return text;
}

}  // namespace flitcast
