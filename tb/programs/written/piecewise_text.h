#pragma once

#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tb/programs/written/program_writers.h"

namespace flitcast {

/// Collects text and hands it on in large pieces.
class PiecewiseText {
 public:
  explicit PiecewiseText(const ProgramSink& sink) : sink_(sink) {}

  template <typename... Parts>
  void add(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Parts>(parts)...);
    if (text_.size() >= kPiece) {
      flush();
    }
  }
  void flush() {
    sink_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kPiece = 1 << 16;

  const ProgramSink& sink_;
  std::string text_;
};

}  // namespace flitcast
