#pragma once

#include <vector>

#include "hw/network_config.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// How long the flits of a packet with one header take through routers and links where nobody else
/// is, with buffers of any depth. Store-and-forward, packets are stored in buffers as deep as they
/// are long, and the dates are those of the last link.
///
/// With g(k, i) for when flit k of the packet goes on in router i, 0 … D, the last of them to the
/// node, these are the earliest dates with
///   g(k, i) >= g(k, i − 1) + the way between, and what a header waits longer than other flits, its
///              lead, for k = 0
///   g(k, i) >= g(k − 1, i) + t_m of the channel
///   g(k, i) >= g(k − B, i + 1) + the way of a credit back
/// which makes the date of the last flit the longest path through them. It goes with the header,
/// whose leads it collects, to some router; from there back, B flits for every link, as far as that
/// pays; and on to the node, at the pace of the slowest channel of this last part, or of B flits in
/// a round trip where buffers are too small for that.
class PacketFlight {
 public:
  explicit PacketFlight(const NetworkConfig& config);

  /// The next link on the way.
  void pass(const LinkTime& link);
  /// From when the header is in the first router until the last of `flits` has left the last one.
  Cycle cycles(Cycle flits) const;

 private:
  /// What a router costs.
  struct Stages {
    Cycle lead = 0;     // that a header waits longer than the flits after it
    Cycle flit = 0;     // until a flit goes on
    Cycle read = 0;     // from then until its slot can be given back
    Cycle channel = 0;  // until it enters the channel
  };
  /// Rings in the graph of dates, `flits` flits further each: cycles of the longest one.
  struct Ring {
    Cycle cycles;
    Cycle flits;
  };

  static Cycle pace(Cycle flits, Cycle interval, const Ring& ring);
  static Cycle pace(Cycle flits, Cycle interval, const Ring& links, const Ring& ports);
  Cycle leads(std::size_t router) const;
  Cycle round_trip(std::size_t link) const;
  Cycle round_trip_of_ports(bool injection) const;

  Stages through_;
  bool stores_;
  Stages ejection_;
  bool staged_;
  Cycle credit_delay_;
  Cycle buffer_;       // of a link
  Cycle port_buffer_;  // of an injection or ejection channel
  Cycle injection_credit_delay_;
  Cycle ejection_round_trip_;
  Cycle stored_for_ = 0;    // over links before, by the first flit
  Cycle stored_every_ = 0;  // and by each of the others
  std::vector<LinkTime> links_;
  bool alike_ = true;  // all of them
};

/// What a header in front of a buffer of a staged router waits longer than flits after it would;
/// in the last router on its way, of any kind.
Cycle header_lead(const RouterPipeline& pipeline);
Cycle ejection_lead(const RouterPipeline& pipeline);
/// Of a packet of one flit in front of a buffer of a staged router: cycles until the next one is.
Cycle header_turn(const RouterPipeline& pipeline);
/// Of a flit, and of a credit, over an injection or ejection channel.
inline constexpr Cycle kPortDelay = 1;
/// A port of a network interface at a staged router takes as long for packets of fewer flits as for
/// one of so many, besides the start-up, unless it sends in turn with others.
inline constexpr Cycle kShortestInjection = 3;
/// So long, without the start-up, for one of `flits`.
Cycle injection_cycles(const RouterPipeline& pipeline, Cycle flits);

/// Trees are reserved in a cycle of their own, since routers decide about headers that have just
/// come.
bool takes_cycle_to_reserve(const NetworkConfig& network);

/// Messages take t_s + D·t_d + (n − 1)·t_m where links are alike: no flits catch up in the last
/// router with a header that waits there.
bool closed_forms_hold(const TimingModel& model, const RouterPipeline& pipeline);

}  // namespace flitcast
