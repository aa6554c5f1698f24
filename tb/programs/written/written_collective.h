#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "traffic/program/communication_program.h"

namespace flitcast {

/// A chunk in the input, output or scratch buffer of a rank: 'i', 'o' or 's'.
struct MscclPlace {
  char buffer;
  std::uint32_t offset;
};
inline bool operator==(const MscclPlace& a, const MscclPlace& b) {
  return a.buffer == b.buffer && a.offset == b.offset;
}
inline bool operator!=(const MscclPlace& a, const MscclPlace& b) {
  return !(a == b);
}

/// Where the chunks of the memory of a rank are.
struct MscclLayout {
  std::uint32_t input_chunks = 0;
  std::uint32_t output_chunks = 0;
  std::uint32_t scratch_chunks = 0;
  std::vector<MscclPlace> places;  ///< by chunk of the memory
  /// What is there at the beginning and has to be somewhere else at the end.
  std::vector<std::pair<MscclPlace, MscclPlace>> first_copies;
};

/// The collective of MSCCL that a program with data is, told by what its ranks have and get.
class WrittenCollective {
 public:
  explicit WrittenCollective(const Program& program);

  const char* word() const { return word_; }
  /// One that MSCCL has; else what is to hold has to be told.
  bool is_known() const { return kind_ != Kind::kCustom; }
  bool in_place() const { return is_known() && kind_ != Kind::kAllToAll; }
  /// nchunksperloop.
  std::uint32_t chunks() const { return chunks_; }
  const std::vector<ChunkContent>& starts_with(std::uint32_t rank) const { return starts_[rank]; }
  const std::vector<ChunkContent>& promises(std::uint32_t rank) const { return promises_[rank]; }
  MscclLayout layout(std::uint32_t rank) const;

 private:
  enum class Kind { kAllGather, kAllToAll, kAllReduce, kReduceScatter, kCustom };
  using Contents = std::vector<ChunkContent>;

  bool gathers(std::uint32_t rank) const;
  bool exchanges(std::uint32_t rank) const;
  bool sums(std::uint32_t rank, std::uint32_t first, std::uint32_t count) const;
  template <typename Fits>
  bool all_ranks(Fits&& fits) const;

  const Program& program_;
  std::vector<Contents> starts_;  // by rank
  std::vector<Contents> promises_;
  std::uint32_t chunks_ = 1;
  std::uint32_t share_ = 1;  // of a rank
  Kind kind_ = Kind::kCustom;
  const char* word_ = "custom";
};

}  // namespace flitcast
