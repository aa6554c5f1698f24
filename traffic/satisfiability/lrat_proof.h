#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traffic/satisfiability/formula.h"

namespace flitcast {

/// Clauses of a formula are 1, 2, …; those of a proof go on.
using ClauseId = std::uint32_t;

/// The clause holds, as its negation comes to nothing: each hint but the last leaves a single
/// literal, the last none.
struct LratStep {
  Clause clause;
  std::vector<ClauseId> hints;
};

/// That a formula has no model. Step i is clause number (clauses of the formula) + 1 + i, and the
/// last one is empty.
using LratProof = std::vector<LratStep>;

/// Checks a DRAT proof, in text or binary, from its beginning on, and keeps what the end needs.
/// Steps must follow by unit propagation, as those of CaDiCaL do. Throws ProofError.
LratProof check_and_trim(const Formula& formula, std::string_view drat);

/// Why a formula has no model: the part of it that is needed, and its proof.
struct Refutation {
  Formula core;
  LratProof proof;
};

/// The clauses of the formula, which is named, that the proof needs, and their variables.
Refutation core_of(const Formula& formula, const LratProof& proof);

/// As others read it.
std::string lrat_text(const LratProof& proof, const Formula& formula);

}  // namespace flitcast
