#include "traffic/schedule/dual.h"

#include <stdexcept>
#include <vector>

namespace flitcast {
namespace {

/// What moves still moves; what was copied is added up.
Transfer dual_transfer(Transfer transfer) {
  return transfer == Transfer::kMove ? Transfer::kMove : Transfer::kMoveAndAdd;
}

void append_dual(const DualOperation& dual, const MessageView& m, Round& out) {
  if (m.destinations.size() != 1 || m.joins) {
    throw std::logic_error("a worm with several destinations has no dual");
  }
  std::vector<PortId> back;
  NodeId at = m.source;
  for (const PortId port : m.ports) {
    back.push_back(m.topology->entry_port(at, port));
    at = m.topology->neighbour(at, port);
  }
  out.begin(at);
  out.add_destination(m.source);
  for (auto port = back.rbegin(); port != back.rend(); ++port) {
    out.add_port(*port);
  }
  for (const Block& block : m.blocks) {
    out.add_block(dual.block_of(block));
  }
}

}  // namespace

DualOperation dual(const OperationKind& kind) {
  if (const auto dual = kind.dual()) {
    return *dual;
  }
  throw std::logic_error(std::string("there is no dual of ") + kind.name());
}

Schedule dual(Schedule schedule, std::string_view algorithm) {
  const DualOperation operation = dual(*schedule.operation.kind);
  Schedule result = schedule;
  result.algorithm = algorithm;
  result.operation.kind = operation.kind;
  result.fill = [operation, forward = std::move(schedule)](std::uint64_t round, Round& out) {
    Round original(out.topology());
    forward.fill(forward.rounds - 1 - round, original);
    out.set_copy_flits(original.copy_flits());
    for (std::size_t i = 0; i < original.size(); ++i) {
      out.set_transfer(dual_transfer(forward.transfer_of(original[i])));
      append_dual(operation, original[i], out);
    }
  };
  return result;
}

}  // namespace flitcast
