#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/router/room_rule.h"
#include "hw/router/route_unit.h"
#include "hw/router/router_core.h"
#include "hw/rtl_router/arrivals.h"
#include "hw/rtl_router/departures.h"
#include "hw/rtl_router/flit_matcher.h"
#include "hw/rtl_router/idle_timeout.h"
#include "hw/rtl_router/protocol_violation.h"
#include "hw/rtl_router/rtl_pins.h"
#include "hw/rtl_router/rtl_site.h"
#include "hw/rtl_router/verilated_router.h"

namespace flitcast {

/// A router in SystemVerilog in the place of one of the model. In a cycle what has come by the
/// links is put on its inputs, it is clocked, and what its outputs show is sent: nothing of what it
/// decides is decided here. Each flit that leaves is compared with the one that came, and has to
/// keep to what links take: a flit per interval, for a virtual channel that has room.
/// ProtocolViolation where it does not.
///
/// It is clocked in a cycle in which something arrives, or after one in which it says that it is
/// busy and has not been quiet for long (IdleTimeout); in others it sleeps. What it waits for is
/// counted and reported as it tells it.
class RtlCore final : public RouterCore {
 public:
  /// `functions`: of the library for `parameters`, which must outlive the core. `violation`: gets
  /// what() of a ProtocolViolation before that is thrown, because a simulation kernel may not pass
  /// it on.
  RtlCore(const RouterSite& site, const RtlParameters& parameters,
          const FlitcastRtlRouter& functions, std::string* violation = nullptr);

  void attach_input(PortId port, Link& link) override { site_.attach_input(port, link); }
  void attach_output(PortId port, Link& link) override { site_.attach_output(port, link); }
  void tick(Cycle now) override;

  void attach_probe(Probe* probe) override { site_.reporter.attach(probe); }
  InputVcView view(int input, Cycle now) const override;
  std::vector<OccupiedVc> inspect(Cycle now) const override;
  void end_waits(Cycle end) override;

 private:
  // In the order of a cycle.
  void take_in(Cycle now);
  void clock(Cycle now);
  void route_headers(Cycle now);
  void take_grants(Cycle now);
  void book_waits(Cycle now);
  void wake_for_more(Cycle now);

  void grant(int index, Cycle now);
  OutputVc& granted_output(int index, Cycle now);

  RtlSite site_;
  RouteUnit routes_;  // for what is told of the worms: which way they wait for
  RoomRule room_;
  VerilatedRouter router_;
  Arrivals arrivals_;
  Departures departures_;
  FlitMatcher flits_;
  FlitPins in_;
  IdleTimeout idle_;
};

}  // namespace flitcast
