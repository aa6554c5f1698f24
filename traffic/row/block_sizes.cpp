#include "traffic/row/block_sizes.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

constexpr const char* kKey = "traffic.block_sizes";
constexpr std::uint64_t kMostPieces = 65536;

/// What tells blocks of a kind apart.
enum class Told { kByOrigin, kByFinal, kByBoth };

/// An operation of another kind whose blocks lack some of their parts.
class UnequalBlocks final : public OperationKind {
 public:
  UnequalBlocks(const OperationKind& whole, Told told, BlockSizes sizes, NodeId nodes)
      : whole_(whole),
        told_(told),
        nodes_(nodes),
        sizes_(std::move(sizes)),
        unit_(std::accumulate(sizes_.begin(), sizes_.end(), std::uint32_t{0},
                              [](std::uint32_t a, std::uint32_t b) { return std::gcd(a, b); })) {}

  std::uint32_t unit() const { return unit_; }
  std::uint32_t largest() const { return *std::max_element(sizes_.begin(), sizes_.end()); }
  std::uint32_t pieces_of(const Block& block) const {
    const auto origin = static_cast<std::size_t>(block.origin);
    const auto final = static_cast<std::size_t>(block.final);
    switch (told_) {
      case Told::kByOrigin:
        return sizes_[origin] / unit_;
      case Told::kByFinal:
        return sizes_[final] / unit_;
      case Told::kByBoth:
        break;
    }
    return sizes_[origin * nodes_ + final] / unit_;
  }

  const char* name() const override { return whole_.name(); }
  OperationNames also_called() const override { return whole_.also_called(); }
  BlockFamily family() const override { return whole_.family(); }
  bool has_root() const override { return whole_.has_root(); }
  BlockIndex blocks(const Operation& operation) const override { return whole_.blocks(operation); }
  bool starts_with(const Operation& operation, NodeId node, const Block& block) const override {
    return has(block) && whole_.starts_with(operation, node, block);
  }
  bool promises(const Operation& operation, NodeId node, const Block& block) const override {
    return has(block) && whole_.promises(operation, node, block);
  }
  NodeId most_nodes() const override { return whole_.most_nodes(); }
  std::string text_of(const Operation& operation, const Block& block,
                      const std::string& sum) const override {
    return whole_.text_of(operation, block, sum);
  }

  /// What all blocks that go somewhere are at least; and what every node sends or receives.
  Cycle lower_bound(const BoundRequest& request) const override {
    BoundRequest least = request;
    least.message_flits = largest();
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const bool stays = told_ == Told::kByBoth ? i / nodes_ == i % nodes_
                                                : has_root() && i == request.operation.root;
      if (!stays) {
        least.message_flits = std::min<std::uint64_t>(least.message_flits, sizes_[i]);
      }
    }
    Cycle bound = least.message_flits == 0 ? 0 : whole_.lower_bound(least);
    for (NodeId node = 0; node < nodes_; ++node) {
      if (!has_root() || node == request.operation.root) {
        bound = std::max(bound, bound_of_node(request, node));
      }
    }
    const bool copied = told_ == Told::kByOrigin && !has_root() && !request.irc;
    return copied ? std::max(bound, bound_of_copies(request)) : bound;
  }

 private:
  bool has(const Block& block) const { return block.part < pieces_of(block); }
  /// Of its blocks for others, or others' for it.
  Cycle bound_of_node(const BoundRequest& request, NodeId node) const {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    for (NodeId other = 0; other < nodes_; ++other) {
      if (other != node) {
        const bool both = told_ == Told::kByBoth;
        sent += told_ == Told::kByOrigin ? 0 : sizes_[both ? node * nodes_ + other : other];
        received += told_ == Told::kByFinal ? 0 : sizes_[both ? other * nodes_ + node : other];
      }
    }
    BoundRequest flits = request;
    flits.message_flits = 1;
    return std::max(sent == 0 ? 0 : node_sending_bound(flits, node, sent),
                    received == 0 ? 0 : receiving_bound(flits, node, received));
  }

  /// A message for each node but its own takes every block to all.
  Cycle bound_of_copies(const BoundRequest& request) const {
    BoundRequest all = request;
    all.message_flits = std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
    return sending_bound_of_all(all, nodes_ - 1);
  }

  const OperationKind& whole_;
  Told told_;
  NodeId nodes_;
  BlockSizes sizes_;
  std::uint32_t unit_;
};

Told told_by(const Row& row) {
  const OperationKind* const kind = row.operation;
  if (kind == &operations::all_to_all_scatter()) {
    return Told::kByBoth;
  }
  if (kind == &operations::all_to_all_broadcast() || kind == &operations::gather()) {
    return Told::kByOrigin;
  }
  if (kind == &operations::one_to_all_scatter() || kind == &operations::all_to_all_reduction()) {
    return Told::kByFinal;
  }
  throw ParameterError(kKey, std::string("a ") + kind->name() +
                                 " has no blocks that could differ; leave the key out");
}

void check_sizes(const BlockSizes& sizes, std::uint64_t wanted) {
  if (sizes.size() != wanted) {
    throw ParameterError(
        kKey, std::to_string(sizes.size()) + " sizes do not fit; give " + std::to_string(wanted));
  }
  if (std::all_of(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size == 0; })) {
    throw ParameterError(kKey, "all blocks are empty; give one of them a flit");
  }
}

/// The messages with the pieces of their blocks that there are.
void cut(const Round& whole, const UnequalBlocks& kind, Round& out) {
  out.set_copy_flits(whole.copy_flits());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const MessageView m = whole[i];
    if (std::none_of(m.blocks.begin(), m.blocks.end(),
                     [&](const Block& block) { return kind.pieces_of(block) > 0; })) {
      continue;
    }
    out.set_transfer(m.transfer);
    out.begin(m.source);
    for (const NodeId node : m.destinations) {
      out.add_destination(node);
    }
    for (const PortId port : m.ports) {
      out.add_port(port);
    }
    if (m.joins) {
      out.join();
    }
    for (Block block : m.blocks) {
      for (std::uint32_t part = 0; part < kind.pieces_of(block); ++part) {
        block.part = part & 0xFFFFU;
        out.add_block(block);
      }
    }
  }
}

}  // namespace

Row with_block_sizes(const Row& row, const BlockSizes& sizes, NodeId nodes) {
  const Told told = told_by(row);
  check_sizes(sizes, told == Told::kByBoth ? std::uint64_t{nodes} * nodes : nodes);
  const auto kind = std::make_shared<const UnequalBlocks>(*row.operation, told, sizes, nodes);
  const std::uint32_t pieces = kind->largest() / kind->unit();
  if (pieces > kMostPieces) {
    throw ParameterError(kKey, "blocks of up to " + std::to_string(kind->largest()) +
                                   " flits are made of pieces of " + std::to_string(kind->unit()) +
                                   "; give sizes with a larger divisor, or smaller ones");
  }
  Row result = row;
  result.operation = kind.get();
  result.validate = [row, kind](const RowRequest& request) {
    row.validate(request);
    if (row.build(request).operation.parts > 1) {
      throw ParameterError(
          kKey, std::string(row.id) + " cuts blocks itself; take a row or a variant that does not");
    }
  };
  result.lay = [row, kind, pieces](const RowRequest& request, Schedule& schedule) {
    row.lay(request, schedule);
    schedule.operation.kind = kind.get();
    schedule.operation.parts = pieces;
    schedule.block_flits = kind->unit();
    schedule.fill = [kind, fill = std::move(schedule.fill)](std::uint64_t round, Round& out) {
      Round whole(out.topology());
      fill(round, whole);
      cut(whole, *kind, out);
    };
  };
  result.closed_form = [](const RowRequest&) -> std::optional<Coefficients> {
    return std::nullopt;
  };
  return result;
}

}  // namespace flitcast
