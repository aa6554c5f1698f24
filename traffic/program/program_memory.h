#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/play/word_series.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// What the chunks of all ranks hold while a program is played. The words of a chunk are generated
/// ones, or a sum of such, and so a series: the words themselves are on their way only.
class ProgramMemory {
 public:
  ProgramMemory(const Program& program, std::uint64_t seed);

  /// True from the start, or since write().
  bool has(std::uint32_t rank, std::uint32_t place) const { return written_[first_[rank] + place]; }
  /// Zeros, of a chunk that it does not have.
  const WordSeries& at(std::uint32_t rank, std::uint32_t place) const {
    return chunks_[first_[rank] + place];
  }
  void write(std::uint32_t rank, std::uint32_t place, const WordSeries& words);
  /// The first chunk that is not what the program promises, in words; empty if all are.
  std::string first_difference() const;

 private:
  WordSeries words_of(const ChunkContent& content) const;

  const Program& program_;
  std::uint64_t seed_;
  std::vector<std::size_t> first_;
  std::vector<WordSeries> chunks_;
  std::vector<bool> written_;
};

}  // namespace flitcast
