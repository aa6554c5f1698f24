#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/play/word_series.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// What the chunks of all ranks hold while a program is played, and what operations do to them. The
/// words of a chunk are generated ones, or a sum of such, and so a series: the words themselves are
/// on their way only.
class ProgramMemory {
 public:
  ProgramMemory(const Program& program, std::uint64_t seed);

  /// What the message of a send takes along, chunk by chunk; without data one series for all.
  void send(std::uint32_t rank, std::uint32_t op, std::vector<WordSeries>& words);
  /// A receive gets a message of `flits`. A smaller one than it takes is an error with data only.
  void check_size(std::uint32_t op, std::uint64_t flits);
  /// It has got it.
  void receive(std::uint32_t rank, std::uint32_t op, const std::vector<WordSeries>& words);
  /// A copy or a sum ends.
  void copy(std::uint32_t rank, std::uint32_t op);

  /// The first size or chunk that was wrong, or is at the end, in words; empty if all is as the
  /// program promises.
  std::string first_error() const;
  /// Receives without data that got smaller messages than they take, and the first, in words.
  std::uint64_t smaller() const { return smaller_; }
  const std::string& first_smaller() const { return first_smaller_; }

 private:
  /// A chunk that an operation is to have contents in. Zeros where it has none.
  WordSeries read(std::uint32_t rank, std::uint32_t op, std::uint32_t place);
  void write(std::uint32_t rank, std::uint32_t place, const WordSeries& words);
  std::uint32_t chunks_of(const ProgramOp& op) const {
    return static_cast<std::uint32_t>(op.amount / program_.chunk_flits);
  }
  WordSeries words_of(const ChunkContent& content) const;

  const Program& program_;
  std::uint64_t seed_;
  std::vector<std::size_t> first_;
  std::vector<WordSeries> chunks_;
  std::vector<bool> written_;  // from the start, or since
  std::string error_;
  std::uint64_t smaller_ = 0;
  std::string first_smaller_;
};

}  // namespace flitcast
