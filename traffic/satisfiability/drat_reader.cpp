#include "traffic/satisfiability/drat_reader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

#include <fmt/format.h>

namespace flitcast {

DratReader::DratReader(std::string_view proof)
    : proof_(proof), binary_(proof.find('\0') != std::string_view::npos) {}

bool DratReader::next() {
  if (!(binary_ ? begin_binary() : begin_text())) {
    return false;
  }
  clause_.clear();
  while (const Literal literal = binary_ ? binary_literal() : text_literal()) {
    clause_.push_back(literal);
  }
  return true;
}

bool DratReader::begin_text() {
  skip_blanks();
  while (at_ < proof_.size() && proof_[at_] == 'c') {
    at_ = std::min(proof_.find('\n', at_), proof_.size());
    skip_blanks();
  }
  if (at_ == proof_.size()) {
    return false;
  }
  erases_ = proof_[at_] == 'd';
  at_ += erases_ ? 1 : 0;
  return true;
}

Literal DratReader::text_literal() {
  skip_blanks();
  if (at_ == proof_.size()) {
    fail("ends within a step");
  }
  Literal literal = 0;
  const char* begin = proof_.data() + at_;
  const auto [end, error] = std::from_chars(begin, proof_.data() + proof_.size(), literal);
  if (error != std::errc() || literal == std::numeric_limits<Literal>::min()) {
    fail("no literal");
  }
  at_ += static_cast<std::size_t>(end - begin);
  return literal;
}

bool DratReader::begin_binary() {
  if (at_ == proof_.size()) {
    return false;
  }
  erases_ = proof_[at_] == 'd';
  if (!erases_ && proof_[at_] != 'a') {
    fail("no step, which begins with a or d");
  }
  ++at_;
  return true;
}

/// Twice the variable, and one more for a negation, seven bits a byte, the lowest first; all bytes
/// but the last have the highest bit.
Literal DratReader::binary_literal() {
  constexpr unsigned kMostShift = 28;
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (at_ == proof_.size()) {
      fail("ends within a step");
    }
    const auto byte = static_cast<unsigned char>(proof_[at_]);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (shift > kMostShift || value > std::numeric_limits<std::uint32_t>::max()) {
      fail("no literal");
    }
    ++at_;
    if ((byte & 0x80U) == 0) {
      break;
    }
  }
  const auto variable = static_cast<Literal>(value / 2);
  if (value == 1) {
    fail("no literal");
  }
  return value % 2 == 0 ? variable : -variable;
}

void DratReader::skip_blanks() {
  at_ = std::min(proof_.find_first_not_of(" \t\r\n", at_), proof_.size());
}

void DratReader::fail(std::string_view why) const {
  throw ProofError(fmt::format("{} at byte {} of a DRAT proof", why, at_));
}

}  // namespace flitcast
