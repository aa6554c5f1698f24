#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Node o starts with a block (o, f) for every f; node f ends with (o, f) of all o.
class AllToAllScatter final : public OperationKind {
 public:
  const char* name() const override { return "all-to-all scatter"; }
  OperationNames also_called() const override {
    return {"aas", "alltoall", {"complete exchange", "total exchange", "all-to-all personalized"}};
  }
  BlockFamily family() const override { return BlockFamily::kPersonalised; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, operation.nodes}, {0, operation.nodes}, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId node, const Block& block) const override {
    return node == block.final;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::uint64_t others = request.topology.processors() - 1;
    const Cycle of_parts = cut_bound(request, [](const NetworkPart& part) {
      return Crossing{part.inside * part.outside, part.inside * part.outside};
    });
    return std::max({of_parts, sending_bound(request, others),
                     reaching_bound(request, others + 1, others), crossing_bound(request)});
  }
  NodeId most_nodes() const override { return 1U << 14U; }  // 2^28 blocks, 12 bytes each
};

}  // namespace

const OperationKind& operations::all_to_all_scatter() {
  static const AllToAllScatter kind;
  return kind;
}

}  // namespace flitcast
