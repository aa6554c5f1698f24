#pragma once

#include <cstdint>
#include <vector>

#include "tb/programs/written/written_collective.h"
#include "traffic/program/communication_program.h"

namespace flitcast {

/// A step of a thread block.
struct MscclStep {
  const char* type;
  MscclPlace source{'i', 0};
  MscclPlace target{'i', 0};
  std::uint32_t count = 0;
  std::uint32_t after = ProgramOp::kNone;  // an operation
  bool awaited = false;
};

/// A thread block.
struct MscclBlock {
  std::int64_t send = -1;
  std::int64_t receive = -1;
  std::uint32_t channel = 0;
  std::vector<MscclStep> steps;
  std::uint32_t last = ProgramOp::kNone;  // operation
};

/// What a rank does as thread blocks: one for every message, but for what follows a receive.
class MscclBlocks {
 public:
  /// Chunks that messages need beside those of the layout are added to its scratch buffer.
  MscclBlocks(const Program& program, std::uint32_t rank, MscclLayout& layout);

  const std::vector<MscclBlock>& blocks() const { return blocks_; }
  /// Of an operation: its block, and its last step there.
  struct End {
    std::uint32_t block = 0;
    std::uint32_t step = 0;
  };
  const End& end_of(std::uint32_t op) const { return ends_[op - first_]; }

 private:
  using Places = std::vector<MscclPlace>;

  void place(std::uint32_t number);
  /// The operation may be the next one of the block of `first`, which it waits for: sends have
  /// blocks of their own, so that none waits until another has left.
  bool goes_on(const ProgramOp& op, std::uint32_t first) const;
  void add_steps(const ProgramOp& op, MscclBlock& block);
  void add_receive(bool adds, const Places& source, const Places& target);
  void add_local(const char* type, const Places& source, const Places& target);
  static bool is_run(const Places& places);
  static std::uint32_t count_of(const Places& places);
  Places places_of(const ProgramOp& op, std::uint32_t first) const;
  Places scratch(std::size_t count);

  const Program& program_;
  std::uint32_t first_;
  MscclLayout& layout_;
  std::vector<MscclBlock> blocks_;
  std::vector<End> ends_;                          // by operation of the rank
  std::vector<std::vector<std::uint32_t>> after_;  // likewise: what it waits for
  std::vector<MscclStep>* steps_ = nullptr;        // of the block that is added to
};

}  // namespace flitcast
