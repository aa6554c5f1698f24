#include "traffic/program/program_memory.h"

#include "traffic/play/payload.h"

namespace flitcast {

ProgramMemory::ProgramMemory(const Program& program, std::uint64_t seed)
    : program_(program), seed_(seed) {
  std::size_t chunks = 0;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    first_.push_back(chunks);
    chunks += program.rank(rank).chunks;
  }
  chunks_.resize(chunks, WordSeries{0, 0});
  for (const ChunkContent& content : program.starts_with) {
    at(content.rank, content.place) = words_of(content);
  }
}

WordSeries ProgramMemory::words_of(const ChunkContent& content) const {
  constexpr std::uint32_t kPartBits = 16;
  const auto of = [&](std::uint32_t origin) {
    return generated_words(seed_, make_block(origin, content.piece >> kPartBits,
                                             content.piece & ((1U << kPartBits) - 1)));
  };
  if (content.origin != ProgramOp::kAny) {
    return of(content.origin);
  }
  WordSeries sum{0, 0};
  for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
    const WordSeries operand = of(rank);
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
             (content.origin == ProgramOp::kAny
                  ? "the sum of all chunks " + std::to_string(content.piece)
                  : "chunk " + std::to_string(content.piece) + " of rank " +
                        std::to_string(content.origin));
    }
  }
  return "";
}

}  // namespace flitcast
