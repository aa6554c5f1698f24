#pragma once

#include <cstdint>

#include "hw/packet.h"
#include "hw/routing/routing.h"
#include "traffic/play/round_in_flight.h"
#include "traffic/schedule/delivery.h"
#include "traffic/schedule/schedule.h"
#include "traffic/theory/message_times.h"

namespace flitcast {

/// What is written down of the rounds that are played: how long they would take without waiting,
/// what the message that ended a round waited for, and what was delivered.
class RoundAccount {
 public:
  /// All references must outlive it. `deliveries` may be null.
  RoundAccount(const Schedule& schedule, const Routing& routing, const NetworkConfig& network,
               DeliverySink* deliveries);

  /// What the receiver of a message still does before its round ends for it.
  Cycle handling(const RoundInFlight& round, std::size_t message) const {
    const Cycle copying = static_cast<Cycle>(round.round.copy_flits()) * model_.t_r;
    return copying + (reduces_ && model_.t_op > 0
                          ? reduction_cycles(model_, schedule_, round.round[message])
                          : 0);
  }
  /// Message `index` of the round has been added.
  void enter(RoundInFlight& round, std::size_t index, std::uint64_t flits) const;
  /// All has arrived. `packets`: those of the round, among others.
  void close(RoundInFlight& round, const PacketPool& packets) const;

 private:
  MessageView on_its_way(const RoundInFlight& round, std::size_t index, const Packet& packet) const;
  void explain_end(RoundInFlight& round, std::size_t last, const PacketPool& packets) const;
  void deliver(const RoundInFlight& round, const RoundInFlight::Arrival& arrival,
               const PacketPool& packets) const;

  const Schedule& schedule_;
  const Routing& routing_;
  NetworkConfig network_;
  TimingModel model_;
  LinkTimes links_;
  MessageTimes times_;
  bool reduces_;
  DeliverySink* deliveries_;
};

}  // namespace flitcast
