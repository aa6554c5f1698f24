#include <algorithm>
#include <vector>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// The root starts with one block; the destinations end with it, nobody else.
class Multicast final : public OperationKind {
 public:
  const char* name() const override { return "multicast"; }
  OperationNames also_called() const override { return {"mc", ""}; }
  BlockFamily family() const override { return BlockFamily::kReplicated; }
  bool has_root() const override { return true; }
  bool has_destinations() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{operation.root, 1}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& operation, NodeId node, const Block& /*block*/) const override {
    const std::vector<NodeId>& destinations = operation.destinations;
    return node == operation.root ||
           std::binary_search(destinations.begin(), destinations.end(), node);
  }
  bool exclusive() const override { return true; }
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::vector<NodeId>& destinations = request.operation.destinations;
    return std::max({node_sending_bound(request, request.operation.root, 1),
                     way_from_root_bound(request, destinations),
                     reaching_bound(request, destinations.size() + 1, 1)});
  }
};

}  // namespace

const OperationKind& operations::multicast() {
  static const Multicast kind;
  return kind;
}

}  // namespace flitcast
