#include "traffic/program/program_memory.h"

#include "traffic/play/payload.h"

namespace flitcast {
namespace {

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
  WordSeries sum{0, 0};
  for (std::uint32_t i = 0; i < content.summed; ++i) {
    const WordSeries operand = of(content.origin + i);
    sum = {sum.first + operand.first, sum.step + operand.step};
  }
  return sum;
}

std::string ProgramMemory::first_difference() const {
  for (const ChunkContent& content : program_.promises) {
    const WordSeries expected = words_of(content);
    const WordSeries& found = at(content.rank, content.place);
    if (found.first != expected.first || found.step != expected.step) {
      return "rank " + std::to_string(content.rank) + " does not hold, in chunk " +
             std::to_string(content.place) + " of its memory, " +
             text_of(content, program_.ranks());
    }
  }
  return "";
}

}  // namespace flitcast
