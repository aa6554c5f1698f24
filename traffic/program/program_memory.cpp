#include "traffic/program/program_memory.h"

#include <algorithm>

#include "traffic/play/payload.h"

namespace flitcast {
namespace {

WordSeries sum(const WordSeries& one, const WordSeries& other) {
  return {one.first + other.first, one.step + other.step};
}

std::string text_of(const ChunkContent& content, std::uint32_t ranks) {
  const std::string piece = std::to_string(content.piece);
  const std::string rank = std::to_string(content.origin);
  if (content.summed == 1) {
    return "chunk " + piece + " of rank " + rank;
  }
  return content.summed == ranks ? "the sum of all chunks " + piece
                                 : "the sum of chunks " + piece + " of ranks " + rank + " to " +
                                       std::to_string(content.origin + content.summed - 1);
}

}  // namespace

ProgramMemory::ProgramMemory(const Program& program, std::uint64_t seed)
    : program_(program), seed_(seed) {
  std::size_t chunks = 0;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    first_.push_back(chunks);
    chunks += program.rank(rank).chunks;
  }
  chunks_.resize(chunks, WordSeries{0, 0});
  written_.resize(chunks, false);
  for (const ChunkContent& content : program.starts_with) {
    write(content.rank, content.place, words_of(content));
  }
}

void ProgramMemory::write(std::uint32_t rank, std::uint32_t place, const WordSeries& words) {
  chunks_[first_[rank] + place] = words;
  written_[first_[rank] + place] = true;
}

WordSeries ProgramMemory::words_of(const ChunkContent& content) const {
  constexpr std::uint32_t kPartBits = 16;
  const auto of = [&](std::uint32_t origin) {
    return generated_words(seed_, make_block(origin, content.piece >> kPartBits,
                                             content.piece & ((1U << kPartBits) - 1)));
  };
  WordSeries words{0, 0};
  for (std::uint32_t i = 0; i < content.summed; ++i) {
    words = sum(words, of(content.origin + i));
  }
  return words;
}

void ProgramMemory::send(std::uint32_t rank, std::uint32_t op, std::vector<WordSeries>& words) {
  const ProgramOp& what = program_[op];
  words.clear();
  if (what.source == ProgramOp::kNone) {
    words.push_back(generated_words(seed_, make_block(rank, op >> 16U, op & 0xFFFFU)));
    return;
  }
  for (std::uint32_t i = 0; i < chunks_of(what); ++i) {
    words.push_back(read(rank, op, program_.place(what, what.source, i)));
  }
}

void ProgramMemory::check_size(std::uint32_t op, std::uint64_t flits) {
  const std::uint64_t room = program_[op].amount;
  if (room == flits) {
    return;
  }
  const bool fits = room > flits && program_.chunk_flits == 0;
  smaller_ += fits ? 1 : 0;
  std::string& first = fits ? first_smaller_ : error_;
  if (first.empty()) {
    first = program_.describe(op) + ", gets a message of " + std::to_string(flits);
  }
}

void ProgramMemory::receive(std::uint32_t rank, std::uint32_t op,
                            const std::vector<WordSeries>& words) {
  const ProgramOp& what = program_[op];
  if (what.target == ProgramOp::kNone) {
    return;
  }
  const std::size_t chunks = std::min<std::size_t>(words.size(), chunks_of(what));
  for (std::uint32_t i = 0; i < chunks; ++i) {
    WordSeries series = words[i];
    if (what.kind == OpKind::kReceiveAdd) {
      series = sum(series, read(rank, op, program_.place(what, what.source, i)));
    }
    write(rank, program_.place(what, what.target, i), series);
  }
}

void ProgramMemory::copy(std::uint32_t rank, std::uint32_t op) {
  const ProgramOp& what = program_[op];
  for (std::uint32_t i = 0; i < chunks_of(what); ++i) {
    const std::uint32_t target = program_.place(what, what.target, i);
    WordSeries words = read(rank, op, program_.place(what, what.source, i));
    if (what.kind == OpKind::kReduce) {
      words = sum(words, read(rank, op, target));
    }
    write(rank, target, words);
  }
}

WordSeries ProgramMemory::read(std::uint32_t rank, std::uint32_t op, std::uint32_t place) {
  const std::size_t chunk = first_[rank] + place;
  if (error_.empty() && !written_[chunk]) {
    error_ = program_.describe(op) + ": reads chunk " + std::to_string(place) +
             ", which nothing has written";
  }
  return chunks_[chunk];
}

std::string ProgramMemory::first_error() const {
  if (!error_.empty()) {
    return error_;
  }
  for (const ChunkContent& content : program_.promises) {
    const WordSeries expected = words_of(content);
    const WordSeries& found = chunks_[first_[content.rank] + content.place];
    if (found.first != expected.first || found.step != expected.step) {
      return "rank " + std::to_string(content.rank) + " does not hold, in chunk " +
             std::to_string(content.place) + " of its memory, " +
             text_of(content, program_.ranks());
    }
  }
  return "";
}

}  // namespace flitcast
