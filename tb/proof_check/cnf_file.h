#pragma once

#include <string>
#include <unordered_map>
#include <vector>

namespace flitcast::proof {

/// Literals in the order of their numbers: a variable, from 1 on, or as a negative number its
/// negation.
using Clause = std::vector<int>;

/// A formula as a file has it.
struct CnfFile {
  std::string file;
  std::unordered_map<std::string, int> variables;  ///< by what they mean, each something else
  std::vector<Clause> clauses;
  std::vector<std::size_t> lines;  ///< of the clauses
};

/// Throws FileError with file and line for what is no formula, and for variables without meaning.
CnfFile read_cnf(const std::string& file);

}  // namespace flitcast::proof
