#pragma once

#include <cstddef>
#include <string>

#include "tb/proof_check/cnf_file.h"

namespace flitcast::proof {

/// The file, LRAT without deletions, proves that not all clauses of the formula hold. Every line
/// "NUMBER LITERALS 0 HINTS 0" adds a clause, numbered on from the formula's: suppose that none of
/// its literals holds; then each hint, the number of a clause before, has one literal left that
/// must hold, and the last one has none. The last line's clause is empty. Throws FileError with
/// file and line; returns the number of lines.
std::size_t check_lrat(const std::string& file, const CnfFile& cnf);

}  // namespace flitcast::proof
