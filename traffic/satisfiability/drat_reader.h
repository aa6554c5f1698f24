#pragma once

#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "traffic/satisfiability/formula.h"

namespace flitcast {

/// A proof that is none.
class ProofError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The steps of a DRAT proof in text or binary, which is what has a byte 0. Throws ProofError with
/// the place, in bytes, of what is neither, and of a step that is cut off.
class DratReader {
 public:
  /// The proof must outlive it.
  explicit DratReader(std::string_view proof);

  /// Goes to the next step, if there is one.
  bool next();
  /// The clause is not needed any more; otherwise it is to follow from those before.
  bool erases() const { return erases_; }
  const Clause& clause() const { return clause_; }

 private:
  bool begin_text();
  Literal text_literal();
  bool begin_binary();
  Literal binary_literal();
  void skip_blanks();
  [[noreturn]] void fail(std::string_view why) const;

  std::string_view proof_;
  std::size_t at_ = 0;
  bool binary_;
  bool erases_ = false;
  Clause clause_;
};

}  // namespace flitcast
