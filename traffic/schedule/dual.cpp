#include "traffic/schedule/dual.h"

#include <stdexcept>

namespace flitcast {
namespace {

/// The block of the dual that goes where `block` came from.
Block dual_block(OperationKind dual, const Block& block) {
  const auto origin = static_cast<NodeId>(block.origin);
  const auto final = static_cast<NodeId>(block.final);
  const auto part = static_cast<std::uint32_t>(block.part);
  switch (dual) {
    case OperationKind::kGather:
      return make_block(final, origin, part);
    case OperationKind::kReduction:
      return make_block(0, Block::kEveryone, part);
    default:
      return make_block(0, origin, part);
  }
}

/// What moves still moves; what was copied is added up.
Transfer dual_transfer(Transfer transfer) {
  return transfer == Transfer::kMove ? Transfer::kMove : Transfer::kMoveAndAdd;
}

void append_dual(OperationKind dual, const MessageView& m, Round& out) {
  if (m.destinations.size() != 1) {
    throw std::logic_error("a worm with several destinations has no dual");
  }
  out.begin(m.path.back());
  out.add_destination(m.source);
  for (std::size_t hop = m.hops(); hop > 0; --hop) {
    out.add_hop(m.path[hop - 1]);
  }
  for (const Block& block : m.blocks) {
    out.add_block(dual_block(dual, block));
  }
}

}  // namespace

OperationKind dual_operation(OperationKind kind) {
  switch (kind) {
    case OperationKind::kOneToAllScatter:
      return OperationKind::kGather;
    case OperationKind::kBroadcast:
      return OperationKind::kReduction;
    case OperationKind::kAllToAllBroadcast:
      return OperationKind::kAllToAllReduction;
    default:
      throw std::logic_error(std::string("there is no dual of ") + to_string(kind));
  }
}

Schedule dual(Schedule schedule, std::string_view algorithm) {
  const OperationKind kind = dual_operation(schedule.operation.kind);
  Schedule result = schedule;
  result.algorithm = algorithm;
  result.operation.kind = kind;
  result.fill = [kind, forward = std::move(schedule)](std::uint64_t round, Round& out) {
    Round original;
    forward.fill(forward.rounds - 1 - round, original);
    out.set_copy_flits(original.copy_flits());
    for (std::size_t i = 0; i < original.size(); ++i) {
      out.set_transfer(dual_transfer(forward.transfer_of(original[i])));
      append_dual(kind, original[i], out);
    }
  };
  return result;
}

}  // namespace flitcast
