#include "tb/programs/noc_trace/program_draft.h"

#include <stdexcept>

namespace flitcast {

std::uint32_t ProgramDraft::add(std::uint32_t rank, const ProgramOp& op) {
  if (ops_.size() == Program::kMost) {
    throw std::length_error("has more operations than " + std::to_string(Program::kMost));
  }
  ops_.push_back(op);
  ranks_.push_back(rank);
  return static_cast<std::uint32_t>(ops_.size() - 1);
}

std::uint32_t ProgramDraft::add(std::uint32_t rank, OpKind kind, std::uint64_t amount,
                                std::uint16_t stream) {
  ProgramOp op;
  op.kind = kind;
  op.amount = amount;
  op.stream = stream;
  return add(rank, op);
}

void ProgramDraft::require(std::uint32_t then, std::uint32_t first, bool on_start) {
  edges_.push_back({then, first, on_start});
}

Program ProgramDraft::program(std::uint32_t ranks, std::vector<std::uint32_t>& numbers) const {
  std::vector<std::vector<std::uint32_t>> of_rank(ranks);
  for (std::uint32_t op = 0; op < ops_.size(); ++op) {
    of_rank[ranks_[op]].push_back(op);
  }
  Program program(ranks);
  numbers.resize(ops_.size());
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    program.begin_rank(rank);
    for (const std::uint32_t op : of_rank[rank]) {
      numbers[op] = program.add(ops_[op]);
    }
  }
  for (const Edge& edge : edges_) {
    program.require(numbers[edge.then], numbers[edge.first], edge.on_start);
  }
  return program;
}

}  // namespace flitcast
