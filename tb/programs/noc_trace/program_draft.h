#pragma once

#include <cstdint>
#include <vector>

#include "traffic/program/communication_program.h"

namespace flitcast {

/// Operations of any rank in any order, that become a program.
class ProgramDraft {
 public:
  /// Its number here. Throws std::length_error beyond Program::kMost.
  std::uint32_t add(std::uint32_t rank, const ProgramOp& op);
  std::uint32_t add(std::uint32_t rank, OpKind kind, std::uint64_t amount = 0,
                    std::uint16_t stream = 0);
  void require(std::uint32_t then, std::uint32_t first, bool on_start = false);

  /// Operations of a rank stay in their order. `numbers` becomes the number there of each of here.
  Program program(std::uint32_t ranks, std::vector<std::uint32_t>& numbers) const;

 private:
  struct Edge {
    std::uint32_t then;
    std::uint32_t first;
    bool on_start;
  };
  std::vector<ProgramOp> ops_;
  std::vector<std::uint32_t> ranks_;
  std::vector<Edge> edges_;
};

}  // namespace flitcast
