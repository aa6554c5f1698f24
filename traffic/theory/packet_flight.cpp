#include "traffic/theory/packet_flight.h"

#include <algorithm>
#include <cstddef>

namespace flitcast {
namespace {

bool ejects_at_once(const RouterPipeline& pipeline) {
  return !pipeline.staged() || pipeline.ejection == Ejection::kBypass;
}

}  // namespace

Cycle header_lead(const RouterPipeline& pipeline) {
  return pipeline.until_vc_decision() + pipeline.until_switch_decision() -
         pipeline.until_flit_decision();
}

Cycle ejection_lead(const RouterPipeline& pipeline) {
  return ejects_at_once(pipeline) ? 0 : header_lead(pipeline);
}

Cycle header_turn(const RouterPipeline& pipeline) {
  return header_lead(pipeline) + pipeline.until_flit_decision() + 1;
}

Cycle injection_cycles(const RouterPipeline& pipeline, Cycle flits) {
  return pipeline.injects_serially() ? flits : std::max(flits, kShortestInjection);
}

bool takes_cycle_to_reserve(const NetworkConfig& network) {
  return network.forks == Forks::kReserved && network.pipeline.until_vc_decision() == 0;
}

bool closed_forms_hold(const TimingModel& model, const RouterPipeline& pipeline) {
  return model.t_m == 1 || ejection_lead(pipeline) == 0;
}

PacketFlight::PacketFlight(const NetworkConfig& config)
    : stores_(config.switching == Switching::kStoreAndForward),
      staged_(config.pipeline.staged()),
      credit_delay_(staged_ ? config.pipeline.credit_delay : 0),
      buffer_(config.most_flits()),
      port_buffer_(config.buffer_flits),
      injection_credit_delay_(config.pipeline.injects_serially() ? credit_delay_ : 0),
      ejection_round_trip_(config.round_trip(kPortDelay)) {
  through_.lead = config.router_delay;
  if (staged_) {
    through_.lead = header_lead(config.pipeline);
    through_.flit = config.pipeline.until_flit_decision();
    through_.read = config.pipeline.until_read();
    through_.channel = config.pipeline.until_channel();
  }
  if (!ejects_at_once(config.pipeline)) {
    ejection_ = through_;
  }
}

void PacketFlight::pass(const LinkTime& link) {
  if (stores_ && !links_.empty()) {
    stored_for_ += through_.lead + through_.flit + through_.channel + links_.back().delay;
    stored_every_ += links_.back().cycles_per_flit;
    links_.clear();
  }
  alike_ = alike_ && (links_.empty() || (links_.back().delay == link.delay &&
                                         links_.back().cycles_per_flit == link.cycles_per_flit));
  links_.push_back(link);
}

Cycle PacketFlight::cycles(Cycle flits) const {
  const Cycle behind = flits - 1;
  const std::size_t last = links_.size();
  Cycle way = ejection_.flit + ejection_.channel;
  Cycle interval = 1;
  Ring trips{0, buffer_};
  Cycle longest = 0;
  for (std::size_t first = last + 1; first-- > 0;) {
    if (first < last) {
      way += through_.flit + through_.channel + links_[first].delay;
      interval = std::max(interval, links_[first].cycles_per_flit);
      trips.cycles = std::max(trips.cycles, round_trip(first));
    }
    // Where links are alike, no router before the last three pays more than these, but for the
    // first one with its buffer of another kind.
    if (alike_ && first > 0 && first + 3 < last) {
      continue;
    }
    const Ring ports{round_trip_of_ports(first == 0 && stored_every_ == 0), port_buffer_};
    Cycle back = 0;
    Cycle left = behind;
    for (std::size_t router = first; router <= last && left >= 0; ++router, left -= buffer_) {
      longest = std::max(longest, leads(router) + back + pace(left, interval, trips, ports));
      back += router < last ? round_trip(router) : 0;
    }
  }
  return stored_for_ + stored_every_ * behind + way + longest;
}

// Of a header up to a router, which it leaves.
Cycle PacketFlight::leads(std::size_t router) const {
  const std::size_t before = std::min(router + 1, links_.size());
  return static_cast<Cycle>(before) * through_.lead +
         (router == links_.size() ? ejection_.lead : 0);
}

// From when a flit goes on by a link until the next one can in its slot.
Cycle PacketFlight::round_trip(std::size_t link) const {
  const Stages& next = link + 1 == links_.size() ? ejection_ : through_;
  return through_.channel + 2 * links_[link].delay + next.flit + next.read + credit_delay_;
}

// The same of the ejection channel, and of the injection channel.
Cycle PacketFlight::round_trip_of_ports(bool injection) const {
  if (!staged_) {
    return 0;
  }
  const Stages& first = links_.empty() ? ejection_ : through_;
  const Cycle in = first.flit + first.read + 2 * kPortDelay + injection_credit_delay_;
  return injection ? std::max(ejection_round_trip_, in) : ejection_round_trip_;
}

Cycle PacketFlight::pace(Cycle flits, Cycle interval, const Ring& ring) {
  const Cycle rings = ring.cycles > ring.flits * interval ? flits / ring.flits : 0;
  return rings * ring.cycles + (flits - rings * ring.flits) * interval;
}

Cycle PacketFlight::pace(Cycle flits, Cycle interval, const Ring& links, const Ring& ports) {
  if (links.flits == ports.flits) {
    return pace(flits, interval, {std::max(links.cycles, ports.cycles), links.flits});
  }
  Cycle longest = 0;
  const Cycle most = links.cycles > links.flits * interval ? flits / links.flits : 0;
  for (Cycle rings = 0; rings <= most; ++rings) {
    longest = std::max(longest,
                       rings * links.cycles + pace(flits - rings * links.flits, interval, ports));
  }
  return longest;
}

}  // namespace flitcast
