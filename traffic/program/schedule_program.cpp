#include "traffic/program/schedule_ops.h"
#include "traffic/schedule/block_index.h"

namespace flitcast {
namespace {

/// By node: the blocks that it starts with or is promised.
std::vector<std::vector<HeldBlock>> held_blocks(const Operation& operation) {
  std::vector<std::vector<HeldBlock>> held(operation.nodes);
  const auto look = [&](NodeId node, const Block& block) {
    const bool starts = operation.starts_with(node, block);
    const bool promised = operation.promises(node, block);
    if (starts || promised) {
      held[node].push_back({block, starts, promised});
    }
  };
  operation.blocks().visit_while([&](std::size_t /*number*/, const Block& block) {
    if (operation.family() == BlockFamily::kPersonalised && block.final != Block::kEveryone) {
      look(static_cast<NodeId>(block.origin), block);
      if (block.final != block.origin) {
        look(static_cast<NodeId>(block.final), block);
      }
      return true;
    }
    for (NodeId node = 0; node < operation.nodes; ++node) {
      look(node, block);
    }
    return true;
  });
  return held;
}

/// What the first chunks of the memory of a node hold. A piece is a part of what is for a node, or
/// for everyone: in a reduction all have one of it.
void tell_contents(const Operation& operation, NodeId node, const std::vector<HeldBlock>& held,
                   Program& program) {
  const bool sums = operation.family() == BlockFamily::kReduction;
  for (std::uint32_t place = 0; place < held.size(); ++place) {
    const Block& block = held[place].block;
    const NodeId final =
        block.final == Block::kEveryone ? operation.nodes : static_cast<NodeId>(block.final);
    const auto piece = static_cast<std::uint32_t>(final * operation.parts + block.part);
    const auto origin = static_cast<std::uint32_t>(block.origin);
    if (held[place].starts) {
      program.starts_with.push_back({node, place, sums ? node : origin, piece});
    }
    if (held[place].promised) {
      const OperandRange range = sums ? operation.promised_operands(node, block)
                                      : OperandRange{static_cast<NodeId>(origin), 1};
      program.promises.push_back({node, place, range.first, piece, range.count});
    }
  }
}

}  // namespace

Program program_of(const Schedule& schedule, const Topology& topology,
                   const NetworkConfig& network) {
  const Operation& operation = schedule.operation;
  const ScheduleOps ops(schedule, topology, network);
  Program program(operation.nodes);
  program.title = schedule.algorithm + ": " + operation.kind->name() + " of " +
                  std::to_string(operation.nodes) + " ranks";
  std::vector<std::vector<HeldBlock>> held;
  if (!operation.kind->idempotent() && operation.family() != BlockFamily::kLoose) {
    held = held_blocks(operation);
    program.chunk_flits = schedule.block_flits;
  }
  for (NodeId node = 0; node < operation.nodes; ++node) {
    program.begin_rank(node);
    ScheduleOps::Destination where;
    if (!held.empty()) {
      where.memory = &held[node];
      tell_contents(operation, node, held[node], program);
    }
    ops.append(program, node, where);
  }
  return program;
}

}  // namespace flitcast
