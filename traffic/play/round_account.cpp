#include "traffic/play/round_account.h"

#include <algorithm>

#include "traffic/schedule/messages.h"

namespace flitcast {

RoundAccount::RoundAccount(const Schedule& schedule, const Routing& routing,
                           const NetworkConfig& network, DeliverySink* deliveries)
    : schedule_(schedule),
      routing_(routing),
      network_(network),
      model_(timing_model(network)),
      links_(routing.topology(), network),
      times_(model_, network.switching, &links_, &network_),
      reduces_(schedule.operation.family() == BlockFamily::kReduction),
      deliveries_(deliveries) {}

void RoundAccount::enter(RoundInFlight& round, std::size_t index, std::uint64_t flits) const {
  const MessageView message = round.round[index];
  RoundRecord& record = round.record;
  record.max_hops = std::max<std::uint64_t>(record.max_hops, message.hops());
  record.max_flits = std::max(record.max_flits, flits);
  const Cycle lockstep = times_.to_end(message, flits) + times_.to_reserve(round.round, index) +
                         handling(round, index);
  record.lockstep = std::max(record.lockstep, lockstep);
}

void RoundAccount::close(RoundInFlight& round, const PacketPool& packets) const {
  std::size_t last = 0;
  Cycle ends = -1;
  Cycle first_issue = round.record.end;
  for (std::size_t i = 0; i < round.arrivals.size(); ++i) {
    const RoundInFlight::Arrival& arrival = round.arrivals[i];
    first_issue = std::min(first_issue, round.messages[arrival.message].issued);
    const Cycle end = arrival.tail + handling(round, arrival.message);
    if (end > ends) {
      ends = end;
      last = i;
    }
    if (deliveries_ != nullptr) {
      deliver(round, arrival, packets);
    }
  }
  if (!round.arrivals.empty()) {
    round.record.start = first_issue;
    explain_end(round, last, packets);
  }
}

/// The message along the way that it takes, which may have been drawn.
MessageView RoundAccount::on_its_way(const RoundInFlight& round, std::size_t index,
                                     const Packet& packet) const {
  MessageView message = round.round[index];
  if (!round.drawn_ways.empty() && packet.route != nullptr) {
    message.ports = {packet.route, packet.hops};
  }
  return message;
}

// Splits what the message that ended the round took by cause. What its body lost behind the header
// is left when the header's waits and the wait for a port to leave are accounted for: for credit,
// or for other worms' flits where channels are shared. A receive port is faster than a channel: a
// body that gathered while its header waited for one may make up for a part of it.
void RoundAccount::explain_end(RoundInFlight& round, std::size_t last,
                               const PacketPool& packets) const {
  const RoundInFlight::Arrival& arrival = round.arrivals[last];
  const RoundInFlight::Message& message = round.messages[arrival.message];
  const Packet& packet = packets[message.packet];
  const Cycle handled = handling(round, arrival.message);
  const Cycle reserved = times_.to_reserve(round.round, arrival.message);
  const NodeId destination = round.destination(arrival);
  Cycle alone = 0;
  times_.for_each_arrival(
      on_its_way(round, arrival.message, packet), packet.payload_flits,
      [&](NodeId node, Cycle cycles) { alone = node == destination ? cycles + handled : alone; });
  alone += reserved;
  RoundRecord& record = round.record;
  record.slack = record.lockstep - alone;
  record.waits = packet.waits;
  record.waits[WaitCause::kContention] -= reserved;
  record.waits[WaitCause::kPort] += message.issued - message.posted;
  const Cycle body = arrival.tail + handled - message.posted - alone - record.waits.total();
  if (body < 0) {
    record.waits[WaitCause::kPort] += body;
  } else {
    record.waits[network_.vcs > 1 ? WaitCause::kSerialisation : WaitCause::kCredit] += body;
  }
}

void RoundAccount::deliver(const RoundInFlight& round, const RoundInFlight::Arrival& arrival,
                           const PacketPool& packets) const {
  const RoundInFlight::Message& message = round.messages[arrival.message];
  const Packet& packet = packets[message.packet];
  const MessageView view = on_its_way(round, arrival.message, packet);
  const bool drawn = draws_route(round.round[arrival.message], routing_);
  deliveries_->delivered({round.first_id + arrival.message, round.number, view.source,
                          round.destination(arrival), drawn ? packet.hops : arrival.hops,
                          schedule_.payload_flits(view), message.issued, message.injected,
                          arrival.head, arrival.tail, view.nodes()});
}

}  // namespace flitcast
