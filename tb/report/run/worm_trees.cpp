#include "tb/report/run/worm_trees.h"

#include <map>

#include <nlohmann/json.hpp>

#include "hw/routing/rectangle.h"
#include "tb/report/viewer/columns.h"

namespace flitcast::report {
namespace {

using Json = nlohmann::ordered_json;

/// A worm, by its sends.
struct Worm {
  std::vector<std::uint32_t> sends{};
  std::map<NodeId, Cycle> heard{};
};

/// By the first send.
std::map<std::uint32_t, Worm> worms_of(const std::vector<LoggedOperation>& ops,
                                       const std::vector<NodeId>& placement) {
  std::map<std::uint32_t, Worm> worms;
  for (std::uint32_t op = 0; op < ops.size(); ++op) {
    if (ops[op].worm != LoggedOperation::kNone) {
      worms[ops[op].worm].sends.push_back(op);
    }
  }
  for (const LoggedOperation& op : ops) {
    if (op.message != LoggedOperation::kNone && op.finished >= 0) {
      const std::uint32_t worm = ops.at(op.message).worm;
      if (worm != LoggedOperation::kNone) {
        worms[worm].heard[placement.at(op.rank)] = op.finished;
      }
    }
  }
  return worms;
}

/// Of a grid, or of tori whose links have one direction, which number their nodes alike.
class Places {
 public:
  explicit Places(const Topology& topology)
      : nodes_(topology.nodes() / topology.networks()),
        sides_(topology.is_one_way()        ? topology.dims()
               : topology.has_coordinates() ? topology.sides()
                                            : std::vector<std::uint32_t>{}) {}
  bool is_plane() const { return !sides_.empty() && sides_.size() <= 2; }
  NodeId x(NodeId node) const { return node % nodes_ % sides_[0]; }
  NodeId y(NodeId node) const { return node % nodes_ / sides_[0]; }

 private:
  NodeId nodes_;
  std::vector<std::uint32_t> sides_;
};

}  // namespace

Json tree_columns(const std::vector<LoggedOperation>& ops, const std::vector<NodeId>& placement,
                  const Routing& routing) {
  Columns columns({"worm", "node", "x", "y", "links", "parent", "parent_x", "parent_y", "heard",
                   "flits", "start", "end"});
  const Places at(routing.topology());
  std::size_t number = 0;
  for (const auto& [first, worm] : worms_of(ops, placement)) {
    if (!at.is_plane() || ++number > kMaxWormTrees) {
      break;
    }
    std::vector<NodeId> destinations;
    destinations.reserve(worm.sends.size());
    for (const std::uint32_t send : worm.sends) {
      destinations.push_back(placement.at(ops[send].peer));
    }
    const LoggedOperation& sent = ops[first];
    const WormTree tree = tree_to(routing, placement.at(sent.rank), destinations);
    for (const WormTree::Stop& stop : tree.stops()) {
      const bool root = stop.depth == 0;
      const NodeId parent = tree.stops()[stop.parent].node;
      const auto heard = worm.heard.find(stop.node);
      const auto unless_root = [root](NodeId value) { return root ? Json() : Json(value); };
      columns.add({number - 1, stop.node, at.x(stop.node), at.y(stop.node), stop.depth,
                   unless_root(parent), unless_root(at.x(parent)), unless_root(at.y(parent)),
                   heard == worm.heard.end() ? Json() : Json(heard->second), sent.amount,
                   sent.started, sent.finished});
    }
  }
  return columns.take();
}

}  // namespace flitcast::report
