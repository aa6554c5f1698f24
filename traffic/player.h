#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hw/ni_core.h"
#include "hw/routing.h"
#include "traffic/delivery.h"
#include "traffic/payload.h"
#include "traffic/possession.h"
#include "traffic/schedule.h"

namespace flitcast {

/// One round as it was played.
struct RoundRecord {
  Cycle start;
  Cycle end;
  std::uint64_t messages;
  std::uint64_t max_hops;
  std::uint64_t max_flits;  ///< payload flits of the largest message
};

/// Plays a schedule on network interfaces in barrier sync: a round is posted when everything of the
/// round before has arrived, in the same cycle. Gives the NIs the words of the messages, checks
/// those that arrive, and keeps the books.
class Player final : public NiClient {
 public:
  /// All references must outlive the player. `deliveries` may be null.
  /// `source_routing`: every message carries its path, not only those that leave the base route.
  Player(const Schedule& schedule, const Routing& routing, bool source_routing, Payload& payload,
         PacketPool& packets, WakeQueue& wakes, std::uint32_t module, DeliverySink* deliveries);

  /// Where the messages of `node` go; once per node before the first tick.
  void attach(NodeId node, NiCore& ni);

  /// Starts round 0 at cycle 0.
  void start();
  /// One cycle; does nothing when nobody woke the player for `now`.
  void tick(Cycle now);

  bool finished() const { return finished_; }
  /// Rounds completed.
  std::uint64_t rounds_done() const { return records_.size(); }
  /// Cycle in which the last word was in its node's memory.
  Cycle completion() const { return records_.empty() ? 0 : records_.back().end; }
  std::uint64_t messages() const { return messages_; }
  std::uint64_t payload_flits() const { return payload_flits_; }
  /// The completed ones.
  const std::vector<RoundRecord>& rounds() const { return records_; }
  /// tail_arrived − issued of all deliveries: cycles, count.
  const std::map<Cycle, std::uint64_t>& latencies() const { return latencies_; }
  /// The first violation of what the operation promises, in words; empty when all nodes hold what
  /// they should. Only when finished.
  std::string data_error() const;

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override;
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override;
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override;
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override;

 private:
  struct Sent {
    PacketHandle packet;
    Cycle issued;
    Cycle injected;
    std::size_t first_arrival;  // in arrivals_, one per destination
  };
  struct Arrival {
    Cycle head;
    Cycle tail;
    std::uint64_t words;
  };

  const std::string& data_error_so_far() const;
  void start_round(Cycle now);
  void post_messages(Cycle now);
  const PortId* source_route(std::size_t message) const;
  bool follows_base_route(const MessageView& message) const;
  void plan_source_routes();
  void finish_round(Cycle now);
  Arrival& arrival(PacketHandle packet, NodeId at);
  void record_deliveries();
  template <typename Visit>
  void for_each_piece(PacketHandle packet, std::uint32_t first, std::uint32_t count, Visit&& visit);

  const Schedule& schedule_;
  const Routing& routing_;
  bool source_routing_;
  Payload& payload_;
  PacketPool& packets_;
  WakeQueue& wakes_;
  Alarm alarm_;
  DeliverySink* deliveries_;
  std::vector<NiCore*> interfaces_;

  Round round_;
  std::vector<Sent> sent_;             // of the round, per message
  std::vector<Arrival> arrivals_;      // of the round, per destination
  std::vector<PortId> route_ports_;    // source routes of the round
  std::vector<std::size_t> route_of_;  // per message: place in route_ports_, or kBaseRoute
  std::uint64_t outstanding_ = 0;      // deliveries of the round to come
  std::uint64_t next_round_ = 0;
  bool finished_ = false;

  std::string missing_words_;  // the first message that came short, in words
  Possession possession_;
  std::uint64_t messages_ = 0;
  std::uint64_t payload_flits_ = 0;
  std::uint64_t current_flits_ = 0;   // payload of the round being played
  RoundRecord current_{};             // the round being played
  std::vector<RoundRecord> records_;  // the rounds completed
  std::map<Cycle, std::uint64_t> latencies_;
};

}  // namespace flitcast
