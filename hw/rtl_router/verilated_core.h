#pragma once

#include <string>

#include "hw/router/parts/room_rule.h"
#include "hw/router/router_core.h"
#include "hw/rtl_router/arrivals.h"
#include "hw/rtl_router/departures.h"
#include "hw/rtl_router/idle_timeout.h"
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
/// busy, or has no pin for that, and has not been quiet for long (IdleTimeout); in others it
/// sleeps.
class VerilatedCore : public RouterCore {
 public:
  void attach_input(PortId port, Link& link) final { site_.attach_input(port, link); }
  void attach_output(PortId port, Link& link) final { site_.attach_output(port, link); }
  void tick(Cycle now) final;

 protected:
  /// What a router in SystemVerilog is.
  struct Of {
    const RtlParameters& parameters;
    const FlitcastRtlRouter& functions;  ///< of the library for `parameters`; must outlive the core
    bool has_busy;                       ///< it has that pin
    bool tags;                           ///< headers tell by which input they came: HeaderPins
  };
  VerilatedCore(const RouterSite& site, const Of& of);

  /// The router has been clocked with in_, and shows out_: sends flits and gives slots back.
  virtual void send(Cycle now) = 0;

  RtlSite site_;
  RoomRule room_;
  VerilatedRouter router_;
  Arrivals arrivals_;
  Departures departures_;
  FlitPins in_;
  RtlOutputs out_;

 private:
  bool has_busy_;
  IdleTimeout idle_;
};

}  // namespace flitcast
