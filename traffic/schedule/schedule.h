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
#include "traffic/schedule/path.h"

namespace flitcast {

/// One message: a worm from `source` over the links behind `ports` (its last destination at the
/// end) that carries `blocks` to all of `destinations` (in path order; more than one only with
/// IRC). One that `joins` has no worm of its own: that of the message before it in the round forks
/// and brings the same blocks to both.
struct MessageView {
  NodeId source;
  Span<NodeId> destinations;
  Span<PortId> ports;
  Span<Block> blocks;
  bool base_route;  ///< the path is known to be that of the base routing
  bool joins;
  Transfer transfer;
  const Topology* topology;

  std::size_t hops() const { return ports.size(); }
  /// The nodes of the path, source and end, or their routers, included.
  PathNodes nodes() const { return {*topology, topology->router_of(source), ports}; }
  /// H: one header flit, or one address flit per destination.
  std::size_t header_flits() const { return destinations.size(); }

  /// Calls visit(destination, hops) for all destinations in order, with the links to each.
  template <typename Visit>
  void for_each_destination(Visit&& visit) const {
    if (destinations.size() == 1) {
      visit(destinations[0], hops());
      return;
    }
    PathNodes::Iterator at = nodes().begin();
    std::size_t hops_so_far = 0;
    for (std::size_t i = 0; i + 1 < destinations.size(); ++i) {
      for (; *at != destinations[i] && hops_so_far < hops(); ++hops_so_far) {
        ++at;
      }
      visit(destinations[i], hops_so_far);
    }
    visit(destinations.back(), hops());
  }
};

/// The messages of one lockstep step on a network, stored flat so that a Round can be refilled
/// without allocating. Build a message with begin / add_… / and the next begin or the end of
/// filling.
class Round {
 public:
  /// The topology must outlive the round.
  explicit Round(const Topology& topology) : topology_(&topology) {}

  const Topology& topology() const { return *topology_; }
  void clear();

  /// Starts a message; its path begins with `source`.
  void begin(NodeId source) {
    records_.push_back({source, 0, 0, 0, false, false, transfer_, destinations_.size(),
                        ports_.size(), blocks_.size()});
    at_ = topology_->router_of(source);
  }
  /// What the messages begun from now on do with their blocks; kNatural in an empty round.
  void set_transfer(Transfer transfer) { transfer_ = transfer; }
  void add_destination(NodeId node) {
    destinations_.push_back(node);
    ++records_.back().destinations;
  }
  /// The path goes on over the link behind this port of the node where it is.
  void add_port(PortId port) {
    ports_.push_back(port);
    ++records_.back().ports;
    at_ = topology_->neighbour(at_, port);
  }
  /// The path goes on to a neighbour, over the lowest port that leads there. Throws ScheduleError
  /// where none does.
  void add_hop(NodeId node);
  void add_block(Block block) {
    blocks_.push_back(block);
    ++records_.back().blocks;
  }

  /// Completes the path of the current message, so far its source, by the base route to `last`.
  void add_base_route(const Routing& routing, NodeId last) {
    Record& record = records_.back();
    routing.append_ports(record.source, last, ports_);
    record.ports = static_cast<std::uint32_t>(ports_.size() - record.first_port);
    record.base_route = true;
    at_ = topology_->router_of(last);
  }

  /// The current message joins the worm of the one before it, with the same source, blocks and
  /// transfer, along a base route as that one.
  void join() {
    records_.back().joins = true;
    forks_ = true;
  }
  bool joins(std::size_t i) const { return records_[i].joins; }
  /// Some message joins another.
  bool forks() const { return forks_; }
  /// The message after those that share the worm of message `i`, the first of them.
  std::size_t end_of_worm(std::size_t i) const {
    do {
      ++i;
    } while (i < records_.size() && records_[i].joins);
    return i;
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
            {ports_.data() + r.first_port, r.ports},
            {blocks_.data() + r.first_block, r.blocks},
            r.base_route,
            r.joins,
            r.transfer,
            topology_};
  }

 private:
  struct Record {
    NodeId source;
    std::uint32_t destinations;
    std::uint32_t ports;
    std::uint32_t blocks;
    bool base_route;
    bool joins;
    Transfer transfer;
    std::size_t first_destination;
    std::size_t first_port;
    std::size_t first_block;
  };
  const Topology* topology_;
  std::vector<Record> records_;
  std::vector<NodeId> destinations_;
  std::vector<PortId> ports_;
  std::vector<Block> blocks_;
  NodeId at_ = kNoNode;  // where the path of the current message is
  std::uint64_t copy_flits_ = 0;
  Transfer transfer_ = Transfer::kNatural;
  bool forks_ = false;
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
