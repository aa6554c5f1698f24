#include "traffic/satisfiability/formula.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace flitcast {

void Formula::begin_rule(std::string rule) {
  rules_.push_back({clauses_.size(), std::move(rule)});
}

const std::string& Formula::rule_of(std::size_t clause) const {
  const auto after = std::upper_bound(
      rules_.begin(), rules_.end(), clause,
      [](std::size_t number, const Rule& rule) { return number < rule.first_clause; });
  return std::prev(after)->text;
}

std::string Formula::dimacs(const std::string& title) const {
  std::string text = fmt::format("c {}\n", title);
  auto out = std::back_inserter(text);
  for (std::size_t at = 0; at < meanings_.size(); ++at) {
    fmt::format_to(out, "c {} = {}\n", at + 1, meanings_[at]);
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
