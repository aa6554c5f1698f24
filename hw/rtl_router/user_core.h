#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <string>
#include <vector>

#include "hw/router/room_rule.h"
#include "hw/router/router_core.h"
#include "hw/rtl_router/arrivals.h"
#include "hw/rtl_router/departures.h"
#include "hw/rtl_router/idle_timeout.h"
#include "hw/rtl_router/rtl_pins.h"
#include "hw/rtl_router/rtl_site.h"
#include "hw/rtl_router/verilated_router.h"

namespace flitcast {

/// A user's router, in the place of one of the model: nothing of how it decides, and
/// when, is known. What leaves must have come: a header is known by the tag in its word, the flits
/// behind it by their order and content; a worm keeps the output virtual channel that its header
/// took, of the port and class of its route. ProtocolViolation where that does not hold. Slots of
/// its input buffers are free again when it says so, before their flits leave or after.
///
/// One that is busy, or has no pin `busy`, is clocked until it has been quiet for long
/// (IdleTimeout). Why its flits wait is not known, and not counted.
class UserCore final : public RouterCore {
 public:
  /// `has_busy`: it has that pin. As RtlCore otherwise.
  UserCore(const RouterSite& site, const RtlParameters& parameters,
           const FlitcastRtlRouter& functions, bool has_busy, std::string* violation = nullptr);

  void attach_input(PortId port, Link& link) override { site_.attach_input(port, link); }
  void attach_output(PortId port, Link& link) override { site_.attach_output(port, link); }
  void tick(Cycle now) override;

  void attach_probe(Probe* probe) override { probe_ = probe; }
  InputVcView view(int input, Cycle now) const override;
  std::vector<OccupiedVc> inspect(Cycle now) const override;
  void end_waits(Cycle /*end*/) override {}

 private:
  /// What is inside the router of a worm that came by an input virtual channel.
  struct Worm {
    int input;
    PacketHandle packet;
    std::deque<Flit> flits;      // that have come and have not been sent on
    std::deque<Flit> copies;     // likewise, to the node
    OutputVc* out = nullptr;     // that its header took
    OutputVc* copied = nullptr;  // local output that took an address of it
    bool complete = false;       // its tail has come
    std::uint32_t hops = 0;
    std::uint64_t sent = 0;  // the word that left last
  };
  using Worms = std::list<Worm>;

  // In the order of a cycle.
  void take_in(Cycle now);
  void clock(Cycle now);
  void send_flits(Cycle now);
  void free_slots(Cycle now);
  void wake_for_more(Cycle now);

  void take(int index, const Flit& flit);
  void send(int port, Cycle now);
  void send_header(OutputVc& out, Cycle now);
  void send_copy(OutputVc& out, Worm& worm, Cycle now);
  void send_flit(OutputVc& out, Worm& worm, Cycle now);
  void send_checked(OutputVc& out, const Flit& flit, Worm& worm, Cycle now);
  void strip(OutputVc& out, Worm& worm, Cycle now);
  /// The worm whose header is on the pins of `port`; null: none that has come.
  Worm* worm_of_header(int port);
  /// Why the header on the pins of `port` is none that has come.
  std::string unknown_header(int port) const;
  std::string place_in(const Worm& worm, std::uint64_t word) const;
  /// The output unit that its header is for, which has come.
  int unit_of(const Worm& worm) const;
  void forget_if_over(const Worm& worm);
  InputVc front_of(int index) const;
  std::vector<OccupiedVc::Part> parts_of(int index) const;
  Worm*& passage(const OutputVc& out) {
    return in_passage_[static_cast<std::size_t>(site_.layout.input(out.port, out.vc))];
  }

  Worms& worms(int index) { return worms_[static_cast<std::size_t>(index)]; }

  RtlSite site_;
  const Routing& routing_;
  const PacketPool& packets_;
  RoomRule room_;
  VerilatedRouter router_;
  Arrivals arrivals_;
  Departures departures_;
  FlitPins in_;
  std::vector<Worms> worms_;       // by input VC, in the order in which they came
  std::vector<Worm*> in_passage_;  // by output VC
  bool has_busy_;
  IdleTimeout idle_;
  Probe* probe_ = nullptr;
};

}  // namespace flitcast
