#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/routing/routing.h"
#include "hw/types.h"
#include "traffic/schedule/operation.h"

namespace flitcast {

/// A view of consecutive elements of somebody else's array.
template <typename T>
class Span {
 public:
  Span(const T* data, std::size_t size) : data_(data), size_(size) {}
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  const T& back() const { return data_[size_ - 1]; }

 private:
  const T* data_;
  std::size_t size_;
};

/// One message: a worm along `path` (source first, last destination at its end) that carries
/// `blocks` to all of `destinations` (in path order; more than one only with IRC).
struct MessageView {
  NodeId source;
  Span<NodeId> destinations;
  Span<NodeId> path;
  Span<Block> blocks;
  bool base_route;  ///< the path is known to be that of the base routing
  Transfer transfer;

  std::size_t hops() const { return path.size() - 1; }
  /// H: one header flit, or one address flit per destination.
  std::size_t header_flits() const { return destinations.size(); }
};

/// The messages of one lockstep step, stored flat so that a Round can be refilled without
/// allocating. Build a message with begin / add_… / and the next begin or the end of filling.
class Round {
 public:
  void clear();

  /// Starts a message; its path begins with `source`.
  void begin(NodeId source);
  /// What the messages begun from now on do with their blocks; kNatural in an empty round.
  void set_transfer(Transfer transfer) { transfer_ = transfer; }
  void add_destination(NodeId node) {
    destinations_.push_back(node);
    ++records_.back().destinations;
  }
  /// The next node of the path.
  void add_hop(NodeId node) {
    path_.push_back(node);
    ++records_.back().path;
  }
  void add_block(Block block) {
    blocks_.push_back(block);
    ++records_.back().blocks;
  }

  /// Completes the path of the current message, so far its source, by the base route to `last`.
  void add_base_route(const Routing& routing, NodeId last) {
    Record& record = records_.back();
    routing.append_path(record.source, last, path_);
    record.path = static_cast<std::uint32_t>(path_.size() - record.first_path);
    record.base_route = true;
  }

  /// Payload flits that every node rearranges in its memory when all its messages of this round
  /// have arrived, before the next round; 0 unless set.
  void set_copy_flits(std::uint64_t flits) { copy_flits_ = flits; }
  std::uint64_t copy_flits() const { return copy_flits_; }

  std::size_t size() const { return records_.size(); }
  bool empty() const { return records_.empty(); }
  MessageView operator[](std::size_t i) const {
    const Record& r = records_[i];
    return {r.source,
            {destinations_.data() + r.first_destination, r.destinations},
            {path_.data() + r.first_path, r.path},
            {blocks_.data() + r.first_block, r.blocks},
            r.base_route,
            r.transfer};
  }

 private:
  struct Record {
    NodeId source;
    std::uint32_t destinations;
    std::uint32_t path;
    std::uint32_t blocks;
    bool base_route;
    Transfer transfer;
    std::size_t first_destination;
    std::size_t first_path;
    std::size_t first_block;
  };
  std::vector<Record> records_;
  std::vector<NodeId> destinations_;
  std::vector<NodeId> path_;
  std::vector<Block> blocks_;
  std::uint64_t copy_flits_ = 0;
  Transfer transfer_ = Transfer::kNatural;
};

/// When the messages of a schedule may start.
enum class Sync {
  kBarrier,   ///< a round starts when all messages of the one before have arrived
  kDataflow,  ///< a message starts when its sender has what it carries and a free port
};

/// A schedule that breaks its operation or the hardware's rules. what() names round, message, node,
/// link and block as far as they apply.
class ScheduleError : public std::runtime_error {
 public:
  explicit ScheduleError(const std::string& fault) : std::runtime_error(fault), fault_(fault) {}
  ScheduleError(std::uint64_t round, const std::string& fault)
      : std::runtime_error("round " + std::to_string(round) + ": " + fault),
        round_(round),
        fault_(fault) {}

  /// Nothing where the schedule as a whole is wrong.
  std::optional<std::uint64_t> round() const { return round_; }
  /// what() without the round.
  const std::string& fault() const { return fault_; }

 private:
  std::optional<std::uint64_t> round_;
  std::string fault_;
};

/// A collective-communication schedule: messages in rounds, produced one round at a time by a pure
/// function, so that a schedule of any length needs the memory of one round.
struct Schedule {
  std::string algorithm;  ///< catalogue id, or the name of the pattern
  Operation operation;
  std::uint64_t rounds = 0;
  std::uint32_t block_flits = 1;  ///< payload flits of one Block (μ / parts)
  /// The base routing that worms with several destinations conform to, on rings.
  RingTravel rings = RingTravel::kMinimal;
  /// Makes round r (0 <= r < rounds) of an empty Round: its messages, and what is copied after
  /// them. Same r, same round.
  std::function<void(std::uint64_t r, Round& out)> fill;

  std::uint64_t payload_flits(const MessageView& m) const {
    return static_cast<std::uint64_t>(m.blocks.size()) * block_flits;
  }
  Transfer transfer_of(const MessageView& m) const {
    return resolved(m.transfer, operation.family());
  }
};

}  // namespace flitcast
