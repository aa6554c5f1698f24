#pragma once

#include <cstdint>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "hw/topology/link_times.h"
#include "hw/waits.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/mapped_array.h"
#include "traffic/program/program_watcher.h"
#include "traffic/program/rank_times.h"
#include "traffic/schedule/delivery.h"
#include "traffic/schedule/schedule.h"
#include "traffic/theory/message_times.h"

namespace flitcast {

/// What an operation did, in cycles.
struct OpDates {
  Cycle started = 0;
  Cycle finished = 0;
  ProgramCause cause;  ///< why it started then
  /// Of a send: its place among messages. Of a receive: the send whose message it got.
  std::uint32_t message = ProgramOp::kNone;
  /// Of a receive that had waited: the send whose message came when it got its own, which may have
  /// stood behind that.
  std::uint32_t arrival = ProgramOp::kNone;
  bool has_started = false;
  bool has_finished = false;
  bool held_up = false;  ///< a send, by its channel, so far
};

/// What a message takes that nothing holds up.
struct MessageCosts {
  Cycle hops = 0;        ///< of its header, all links
  Cycle flits = 0;       ///< of what follows the header
  Cycle port = 0;        ///< from issue until its send is over
  Cycle port_flits = 0;  ///< the part of it that is for flits
};

/// The message of a send.
struct MessageDates {
  std::uint32_t op = ProgramOp::kNone;    ///< that sent it
  std::uint32_t worm = ProgramOp::kNone;  ///< the first one that its worm brings, or `op`
  NodeId source = kNoNode;
  NodeId destination = kNoNode;
  Cycle issued = 0;
  Cycle injected = 0;
  Cycle left = 0;  ///< the last word, from its source
  Cycle head = 0;
  Cycle tail = 0;         ///< 0: it has not come
  Waits waits_by_left{};  ///< of its header by then
  Waits waits{};
  MessageCosts costs{};  ///< where routes are drawn or it forks; see ProgramRecord::costs_of
};

/// Keeps what happened in a program that is played: every operation, every message, and what ranks
/// spent their time on. Lies in mapped files, as the program itself does.
class ProgramRecord final : public ProgramWatcher {
 public:
  /// All references must outlive it. `deliveries` may be null: it is told of messages in the order
  /// in which they come.
  ProgramRecord(const Program& program, const Routing& routing, const NetworkConfig& network,
                DeliverySink* deliveries);

  const Program& program() const { return program_; }
  const NetworkConfig& network() const { return network_; }
  const OpDates& operator[](std::uint32_t op) const { return ops_[op]; }
  /// Of a send that has started.
  const MessageDates& message_of(std::uint32_t op) const { return messages_[ops_[op].message]; }
  MessageCosts costs_of(const MessageDates& message) const;
  const TimingModel& model() const { return times_.model(); }
  /// The operation that was over last; ProgramOp::kNone: none.
  std::uint32_t last() const { return last_; }
  /// Cycle in which the program began.
  Cycle begun() const { return begun_; }
  std::vector<RankTimes> rank_times() const;
  /// The memory of the machine that it takes, and its program, is given back.
  void rest() const;

 private:
  void begins(Cycle at) override;
  void ready(std::uint32_t op, const Cause& cause, Cycle at) override;
  void held_up(std::uint32_t op, Cycle at) override;
  void started(std::uint32_t op, const Cause& cause, Cycle at) override;
  void posted(std::uint32_t /*op*/, Cycle /*at*/) override {}
  void arrived(std::uint32_t op, Cycle at) override;
  void matched(std::uint32_t receive, std::uint32_t send, const Cause& cause, Cycle at) override;
  void finished(std::uint32_t op, Cycle at) override;
  void left_source(std::uint32_t op, const Packet& packet, Cycle issued, Cycle injected,
                   Cycle at) override;
  void came(std::uint32_t op, const Packet& packet, Cycle head, Cycle tail) override;

  RankClock& clock_of(std::uint32_t op) { return clocks_[program_.rank_of(op)]; }
  MessageView base_way(NodeId source, NodeId destination) const;
  MessageView way_of(const Packet& packet) const;
  MessageCosts costs_on(const MessageView& way, std::uint64_t flits) const;
  MessageCosts costs_on(const MessageView& way, const WormTree& tree, std::uint64_t flits) const;

  const Program& program_;
  const Routing& routing_;
  NetworkConfig network_;
  LinkTimes links_;
  MessageTimes times_;
  DeliverySink* deliveries_;
  MappedArray<OpDates> ops_;
  MappedArray<MessageDates> messages_;
  std::vector<RankClock> clocks_;  // by rank
  mutable Round way_;
  std::uint32_t last_ = ProgramOp::kNone;
  Cycle begun_ = 0;
  std::uint32_t sends_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace flitcast
