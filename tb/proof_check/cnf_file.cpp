#include "tb/proof_check/cnf_file.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "tb/proof_check/text_words.h"

namespace flitcast::proof {
namespace {

/// "c 7 = chunk 0.1 at 5 by step 2" is the meaning of variable 7, the next one; other comments say
/// nothing.
void read_comment(TextWords& text, CnfFile& cnf) {
  const std::size_t next = cnf.variables.size() + 1;
  if (!text.takes(std::to_string(next)) || !text.takes("=")) {
    return;
  }
  if (!cnf.variables.emplace(text.rest(), static_cast<int>(next)).second) {
    text.fail("two variables mean the same");
  }
}

Clause read_clause(TextWords& text, int variables) {
  Clause clause;
  while (const int literal = text.number()) {
    if (std::abs(literal) > variables) {
      text.fail(fmt::format("there is no variable {}", std::abs(literal)));
    }
    clause.push_back(literal);
  }
  text.end_of_line();
  std::sort(clause.begin(), clause.end());
  return clause;
}

}  // namespace

CnfFile read_cnf(const std::string& file) {
  TextWords text(file);
  CnfFile cnf{file, {}, {}, {}};
  int variables = -1;
  std::size_t clauses = 0;
  while (text.next_line()) {
    if (text.takes("c")) {
      read_comment(text, cnf);
    } else if (variables < 0) {
      if (!text.takes("p") || !text.takes("cnf")) {
        text.fail("clauses come after a line \"p cnf VARIABLES CLAUSES\"");
      }
      variables = text.number();
      clauses = static_cast<std::size_t>(text.number());
      text.end_of_line();
      if (cnf.variables.size() != static_cast<std::size_t>(variables)) {
        text.fail(fmt::format("{} variables, of which {} have a meaning, told in order", variables,
                              cnf.variables.size()));
      }
    } else {
      cnf.clauses.push_back(read_clause(text, variables));
      cnf.lines.push_back(text.line());
    }
  }
  if (variables < 0 || cnf.clauses.size() != clauses) {
    text.fail(fmt::format("ends after {} of {} clauses", cnf.clauses.size(), clauses));
  }
  return cnf;
}

}  // namespace flitcast::proof
