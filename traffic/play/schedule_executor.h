#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/play/data_dependencies.h"
#include "traffic/play/message_words.h"
#include "traffic/play/payload.h"
#include "traffic/play/receive_stream.h"
#include "traffic/play/round_account.h"
#include "traffic/play/round_in_flight.h"
#include "traffic/play/workload.h"
#include "traffic/schedule/schedule.h"
#include "traffic/verify/possession.h"

namespace flitcast {

/// How a schedule is played.
struct ExecutorOptions {
  Sync sync = Sync::kBarrier;
  NetworkConfig network = {};  ///< the hardware under it
};

/// Plays a schedule: the workload of rounds. Gives the NIs the words of the messages, checks those
/// that arrive, and keeps the books. Messages that share a worm are one packet.
///
/// Barrier: a round is posted when everything of the round before has arrived and been reduced and
/// rearranged, in the same cycle.
///
/// Dataflow: rounds enter a window of kWindow rounds that moves on when its oldest is complete. The
/// messages of a node are posted in the order of the schedule, each as soon as the node has
/// received what it carries (see DataDependencies). A partial sum changes in the order of the
/// rounds: what arrives takes effect when the node has sent all it sends up to that round.
class ScheduleExecutor final : public Workload {
 public:
  /// Rounds in flight at a time in dataflow.
  static constexpr std::size_t kWindow = 32;

  /// All references must outlive it. `deliveries` may be null.
  ScheduleExecutor(const Schedule& schedule, const Routing& routing, const ExecutorOptions& options,
                   Payload& payload, DeliverySink* deliveries);

  bool finished() const override { return finished_; }
  /// Cycle in which the last word was in its node's memory, reduced and rearranged; without any
  /// message the one of the start.
  Cycle completion() const override { return completion_; }
  WorkloadProgress progress() const override;
  /// The first round that is not complete.
  std::string position() const override;
  std::uint64_t phase() const override { return rounds_done(); }

  /// Rounds completed.
  std::uint64_t rounds_done() const { return records_.size(); }
  std::uint64_t messages() const { return messages_; }
  std::uint64_t payload_flits() const { return payload_flits_; }
  /// The completed ones.
  const std::vector<RoundRecord>& rounds() const { return records_; }
  /// The first violation of what the operation promises, in words; empty when all nodes hold what
  /// they should. Only when finished.
  std::string data_error() const;

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override;
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override;
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override;
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override;

 private:
  using Message = RoundInFlight::Message;
  using Arrival = RoundInFlight::Arrival;
  /// Where a packet, or an arrival, is kept.
  struct Place {
    RoundInFlight* round = nullptr;
    std::uint32_t index = 0;
  };
  /// A message that waits for its node to have received so much.
  struct Waiting {
    Place message;
    std::uint32_t need;
  };
  /// An arrival whose words can take effect from a cycle on.
  struct Due {
    Cycle at;
    NodeId node;
    Place arrival;
    std::uint32_t number;
    bool operator>(const Due& other) const {
      return at != other.at ? at > other.at
                            : (node != other.node ? node > other.node : number > other.number);
    }
  };
  /// Dataflow.
  struct Node {
    std::deque<Waiting> waiting;  // posts to come, in order
    ReceiveStream received;
    std::uint32_t sends = 0;  // entered so far
    std::uint32_t sent = 0;   // left the node
    std::vector<Due> parked;  // operands that wait for the node's own sends
  };

  /// Round 0 starts in the next cycle, 0 unless it is part of another workload.
  void start() override;
  void act(Cycle now) override;

  const std::string& data_error_so_far() const;

  void enter_rounds(Cycle now);
  void enter(RoundInFlight& round, Cycle now);
  void add_message(RoundInFlight& round, std::size_t index);
  void add_packet(RoundInFlight& round, const MessageView& message, std::uint32_t index,
                  std::uint32_t flits);
  void post_message(const Place& message, Cycle now);
  void queue_messages(RoundInFlight& round);
  void post_waiting(NodeId node, Cycle now);
  void take_effect(const Due& due, Cycle now);
  void add_operand(RoundInFlight& round, std::size_t arrival);
  void retire(RoundInFlight& round);
  std::size_t arrival_of(PacketHandle packet, NodeId at) const;
  [[noreturn]] static void refuse_arrival(NodeId at);

  const Schedule& schedule_;
  const Routing& routing_;
  bool reduces_;
  Payload& payload_;
  MessageWords words_;
  RoundAccount account_;
  std::vector<Node> nodes_;

  std::deque<std::unique_ptr<RoundInFlight>> in_flight_;  // oldest first
  std::unique_ptr<RoundInFlight> spare_;                  // the one retired last, for its storage
  std::vector<std::vector<Word>> spare_operands_;         // for their storage, likewise
  std::vector<Place> places_;                             // per packet: its message, or the first
  std::uint64_t next_round_ = 0;
  std::uint64_t next_id_ = 0;
  std::optional<DataDependencies> dependencies_;                    // dataflow
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;  // dataflow
  bool finished_ = false;

  std::string missing_words_;  // the first message that came short, in words
  Possession possession_;
  std::uint64_t messages_ = 0;
  std::uint64_t payload_flits_ = 0;
  Cycle completion_ = 0;
  std::vector<RoundRecord> records_;  // the rounds completed
};

}  // namespace flitcast
