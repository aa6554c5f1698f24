#include "traffic/channel_load/packet_turns.h"

#include <algorithm>

#include "traffic/theory/packet_flight.h"

namespace flitcast {
PacketTurns::PacketTurns(const NetworkConfig& config, double longest)
    : config_(config), packets_(1 / longest) {}

double PacketTurns::in_front(double flits, double packets, Cycle interval, bool ejected) const {
  const RouterPipeline& pipeline = config_.pipeline;
  const bool at_once = ejected && pipeline.ejection == Ejection::kBypass;
  const Cycle turn = at_once ? 1 : header_turn(pipeline);
  const Cycle apart = pipeline.output_speedup > 1 ? 1 : interval;
  return static_cast<double>(turn) * packets + static_cast<double>(apart) * (flits - packets);
}

// Of a flit of a packet that has an output virtual channel.
double PacketTurns::held(Cycle decision, double interval, Cycle round_trip) const {
  const Cycle after = config_.pipeline.vc_reuse == VcReuse::kAtomic ? round_trip : 1;
  return static_cast<double>(decision + after) * packets_ + interval * (1 - packets_);
}

double PacketTurns::passing_flit(const LinkTime& link) const {
  const RouterPipeline& pipeline = config_.pipeline;
  const bool bypass = pipeline.ejection == Ejection::kBypass;
  // Of those that leave the network behind the channel, which may be all.
  const Cycle round_trip = bypass
                               ? pipeline.until_channel() + 2 * link.delay + pipeline.credit_delay
                               : config_.round_trip(link.delay);
  const double apart = pipeline.output_speedup > 1 ? 1 : static_cast<double>(link.cycles_per_flit);
  const double in_slots =
      static_cast<double>(round_trip) / static_cast<double>(config_.buffer_flits);
  return std::max({in_front(1, packets_, 1, true),
                   held(pipeline.until_switch_decision(), apart, round_trip), in_slots}) /
         config_.vcs;
}

double PacketTurns::ejected_flit() const {
  const RouterPipeline& pipeline = config_.pipeline;
  const Cycle round_trip = config_.round_trip(kPortDelay);
  const Cycle decision =
      pipeline.ejection == Ejection::kBypass ? 0 : pipeline.until_switch_decision();
  return std::max(held(decision, 1, round_trip),
                  static_cast<double>(round_trip) / static_cast<double>(config_.buffer_flits));
}

}  // namespace flitcast
