#include "traffic/optimal/demand.h"

#include <algorithm>

#include "traffic/operations/operations.h"

namespace flitcast {

std::string to_string(DemandKind kind) {
  constexpr const char* kWords[] = {"broadcast",  "multicast",  "scatter",
                                    "all-gather", "all-to-all", "all-reduce"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string to_string(const Demand& demand) {
  std::string text = to_string(demand.kind);
  if (demand.is_rooted()) {
    text += " at node " + std::to_string(demand.root);
  }
  if (demand.kind == DemandKind::kMulticast) {
    text += " to " + std::to_string(demand.destinations.size()) +
            (demand.destinations.size() == 1 ? " other" : " others");
  }
  return text;
}

std::uint64_t Demand::ids() const {
  return std::uint64_t{chunks} * (is_rooted() ? 1 : nodes) * (is_personal() ? nodes : 1);
}

DemandedChunk Demand::chunk(std::uint64_t id) const {
  const auto part = static_cast<std::uint32_t>(id % chunks);
  const std::uint64_t ends = id / chunks;
  const std::uint64_t targets = is_personal() ? nodes : 1;
  return {is_rooted() ? root : static_cast<NodeId>(ends / targets),
          is_personal() ? static_cast<NodeId>(ends % targets) : kNoNode, part};
}

std::uint64_t Demand::entering(const std::vector<bool>& members) const {
  const auto is_member = [&](NodeId node) { return members[node]; };
  const bool has_root = is_member(root);
  const bool has_destination = std::any_of(destinations.begin(), destinations.end(), is_member);
  const auto inside =
      static_cast<std::uint64_t>(std::count(members.begin(), members.begin() + nodes, true));
  const std::uint64_t outside = nodes - inside;
  switch (kind) {
    case DemandKind::kBroadcast:
      return has_root ? 0 : chunks;
    case DemandKind::kMulticast:
      return has_root || !has_destination ? 0 : chunks;
    case DemandKind::kScatter:
      return has_root ? 0 : inside * chunks;
    case DemandKind::kAllGather:
      return outside * chunks;
    case DemandKind::kAllToAll:
      return inside * outside * chunks;
    case DemandKind::kAllReduce:
      break;
  }
  // Of every chunk of the vector, since there are operands of it outside.
  return std::uint64_t{nodes} * chunks;
}

const OperationKind& operation_of(DemandKind kind) {
  switch (kind) {
    case DemandKind::kBroadcast:
      return operations::broadcast();
    case DemandKind::kMulticast:
      return operations::multicast();
    case DemandKind::kScatter:
      return operations::one_to_all_scatter();
    case DemandKind::kAllGather:
      return operations::all_to_all_broadcast();
    case DemandKind::kAllToAll:
      return operations::all_to_all_scatter();
    case DemandKind::kAllReduce:
      break;
  }
  return operations::all_reduce();
}

std::vector<bool> Demand::receiving() const {
  std::vector<bool> marked(nodes, kind != DemandKind::kMulticast);
  for (const NodeId node : destinations) {
    marked[node] = true;
  }
  return marked;
}

std::optional<DemandOfOperation> demand_of(const OperationKind& operation) {
  if (&operation == &operations::all_reduce()) {
    return DemandOfOperation{DemandKind::kAllReduce, Making::kTwice};
  }
  constexpr DemandKind kKinds[] = {DemandKind::kBroadcast, DemandKind::kMulticast,
                                   DemandKind::kScatter, DemandKind::kAllGather,
                                   DemandKind::kAllToAll};
  for (const DemandKind kind : kKinds) {
    if (&operation == &operation_of(kind)) {
      return DemandOfOperation{kind, Making::kForward};
    }
  }
  for (const DemandKind kind : kKinds) {
    const auto dual = operation_of(kind).dual();
    if (dual && &operation == dual->kind) {
      return DemandOfOperation{kind, Making::kBackward};
    }
  }
  return std::nullopt;
}

}  // namespace flitcast
