#include "tb/schedules/operation_facts.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/topology/family.h"
#include "tb/text/shown_text.h"
#include "traffic/operations/operations.h"

namespace flitcast {
namespace {

using Value = ScheduleValue;

/// The member belongs to the operation, or is not there.
void check_given(bool given, bool belongs, const char* member, const OperationKind& kind) {
  if (given != belongs) {
    throw JsonFault(
        given
            ? fmt::format("a schedule with the operation \"{}\" has none; leave it out",
                          kind.name())
            : fmt::format("is missing; a schedule with the operation \"{}\" needs it", kind.name()),
        member);
  }
}

}  // namespace

void OperationFacts::set_kind(const std::string& word) {
  operation_.kind = operation_called(word);
  if (operation_.kind == nullptr) {
    throw unknown_word(word, operation_words());
  }
}

bool OperationFacts::number(ScheduleValue what, std::uint64_t value) {
  const auto node = static_cast<NodeId>(value);
  switch (what) {
    case Value::kNodes:
      if (value != topology_.processors()) {
        throw JsonFault(fmt::format("{} does not fit; {} has {}", value, topology_.describe(),
                                    topology_.processors()));
      }
      operation_.nodes = node;
      return true;
    case Value::kRoot:
      root_ = node;
      return true;
    case Value::kDestination:
      operation_.destinations.push_back(node);
      return true;
    case Value::kShift:
      shift_ = node;
      return true;
    case Value::kRing:
      operation_.ring.push_back(node);
      return true;
    case Value::kColumns:
      columns_ = node;
      return true;
    case Value::kParts:
      operation_.parts = static_cast<std::uint32_t>(value);
      return true;
    default:
      return false;
  }
}

Operation OperationFacts::operation() const {
  check_root();
  check_destinations();
  check_ring();
  check_columns();
  Operation operation = operation_;
  operation.root = root_.value_or(0);
  operation.shift = shift_.value_or(0);
  operation.columns = columns_.value_or(1);
  return operation;
}

void OperationFacts::check_root() const {
  check_given(root_.has_value(), operation_.kind->has_root(), "root", *operation_.kind);
}

void OperationFacts::check_destinations() const {
  const std::vector<NodeId>& nodes = operation_.destinations;
  check_given(!nodes.empty(), operation_.kind->has_destinations(), "destinations",
              *operation_.kind);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] == root_ || (i > 0 && nodes[i] <= nodes[i - 1])) {
      throw JsonFault(
          nodes[i] == root_
              ? fmt::format("{} is the root, which has the block", nodes[i])
              : fmt::format("{} does not ascend; give every node once, in ascending order",
                            nodes[i]),
          fmt::format("destinations[{}]", i));
    }
  }
}

void OperationFacts::check_ring() const {
  const bool shifts = operation_.kind->has_shift();
  check_given(shift_.has_value(), shifts, "shift", *operation_.kind);
  if (operation_.ring.empty()) {
    return;
  }
  check_given(true, shifts, "ring", *operation_.kind);
  std::vector<bool> found(operation_.nodes);
  for (std::size_t i = 0; i < operation_.ring.size(); ++i) {
    if (found[operation_.ring[i]]) {
      throw JsonFault(fmt::format("{} is there twice", operation_.ring[i]),
                      fmt::format("ring[{}]", i));
    }
    found[operation_.ring[i]] = true;
  }
  if (operation_.ring.size() != operation_.nodes) {
    throw JsonFault(fmt::format("has {} of {} nodes", operation_.ring.size(), operation_.nodes),
                    "ring");
  }
}

void OperationFacts::check_columns() const {
  const bool multiplies = operation_.kind->has_columns();
  check_given(columns_.has_value(), multiplies, "columns", *operation_.kind);
  if (!multiplies) {
    return;
  }
  if (!topology_.is_grid() || topology_.dimensions() != 2) {
    throw JsonFault(fmt::format("\"{}\" is for meshes and tori of two dimensions, not for {}",
                                operation_.kind->name(), topology_.describe()),
                    "operation");
  }
  if (*columns_ != topology_.side(0)) {
    throw JsonFault(fmt::format("{} does not fit; {} has {}", *columns_, topology_.describe(),
                                topology_.side(0)),
                    "columns");
  }
}

void check_network(const Topology& topology, const std::string& kind,
                   const std::vector<std::uint32_t>& dims) {
  const TopologyFamily& family = topology.family();
  const std::string told = family.from_file ? kind : fmt::format("{} {}", kind, join_dims(dims));
  if (told != (family.from_file ? std::string(family.word) : topology.describe())) {
    throw JsonFault(fmt::format(
        "the schedule is for {} {}, the network is {}; give topology.kind = {} and its size",
        brief(kind), join_dims(dims), topology.describe(), brief(kind)));
  }
}

}  // namespace flitcast
