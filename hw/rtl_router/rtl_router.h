#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/router/port_layout.h"
#include "hw/router/reporter.h"
#include "hw/router/room_rule.h"
#include "hw/router/route_unit.h"
#include "hw/router/router_core.h"
#include "hw/router/wait_book.h"
#include "hw/rtl_router/rtl_pins.h"
#include "hw/time/alarms.h"

namespace flitcast {

/// A router in SystemVerilog broke the rules of its neighbours. what() says where, when and which.
class RtlBreach : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A router in SystemVerilog in the place of one of the model. In a cycle what has come by the
/// links is put on its inputs, it is clocked, and what its outputs show is sent: nothing of what it
/// decides is decided here. Each flit that leaves is compared with the one that came, and has to
/// keep to what links take: a flit per interval, for a virtual channel that has room. RtlBreach
/// where it does not.
///
/// It is clocked in a cycle in which something arrives, or after one in which it says that it is
/// busy; in others it sleeps. What it waits for is counted and reported as it tells it.
class RtlCore final : public RouterCore {
 public:
  /// `functions`: of the library for `parameters`, which must outlive the core. `breach`: gets
  /// what() of an RtlBreach before that is thrown, because a simulation kernel may not pass it on.
  RtlCore(const RouterSite& site, const RtlParameters& parameters,
          const FlitcastRtlRouter& functions, std::string* breach = nullptr);

  void attach_input(PortId port, Link& link) override;
  void attach_output(PortId port, Link& link) override;
  void tick(Cycle now) override;

  void attach_probe(Probe* probe) override { reporter_.attach(probe); }
  InputVcView view(int input, Cycle now) const override;
  std::vector<OccupiedVc> inspect(Cycle now) const override;
  void end_waits(Cycle end) override;

  /// Cycles in which it was clocked.
  std::uint64_t clocked() const { return clocked_; }

 private:
  /// An input virtual channel: what the router was given of what stands in it.
  struct Given {
    std::uint32_t flits = 0;
    std::uint32_t hops = 0;  // of the worm that comes in
    bool stripped = false;   // the worm in front has lost an address here
  };
  struct Unmake {
    const FlitcastRtlRouter* functions;
    void operator()(void* router) const { functions->destroy(router); }
  };

  // In the order of a cycle.
  void take_in(Cycle now);
  void give(int index, const Flit& flit);
  void take_credits(Cycle now);
  void clock(Cycle now);
  void route_headers(Cycle now);
  void take_grants(Cycle now);
  void send_flits(Cycle now);
  void remove_flits(Cycle now);
  void book_waits(Cycle now);
  void wake_for_more(Cycle now);

  void send(int port, Cycle now);
  void send_copy(int index, InputVc& in, Cycle now);
  void check_pins(int port, const Flit& flit, Cycle now) const;
  void put_on(const OutputVc& out, const Flit& flit, Cycle now);
  bool brings_route(const Flit& flit) const;
  std::uint64_t pin_word(const Flit& flit) const;
  std::uint64_t pin_route(const Flit& flit, std::uint32_t hop) const;
  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void breach(int port, const std::string& what, Cycle now) const;

  InputVc& input(int index) { return inputs_[static_cast<std::size_t>(index)]; }
  OutputVc& output(int index) { return outputs_[static_cast<std::size_t>(index)]; }

  NodeId node_;
  RtlParameters parameters_;
  const FlitcastRtlRouter& functions_;
  std::string* told_breach_;
  const Routing& routing_;
  PacketPool& packets_;
  WormSettler* worms_;
  PortLayout layout_;
  RouteUnit routes_;               // for what is told of the worms: which way they wait for
  std::vector<InputVc> inputs_;    // port-major, likewise
  std::vector<OutputVc> outputs_;  // port-major
  std::vector<Given> given_;
  std::vector<std::uint32_t> uncredited_;  // flits sent by output VCs, without a credit so far
  Reporter reporter_;
  RoomRule room_;
  WaitBook waits_;
  Alarms<1> wakes_;

  std::unique_ptr<void, Unmake> router_;
  FlitPins in_;
  FlitPins out_;
  PinBits source_, granted_, contention_, serialisation_, no_credit_;
  FlitcastRtlInputs inputs_of_router_{};
  FlitcastRtlOutputs outputs_of_router_{};
  std::vector<std::uint8_t> left_;  // per input VC: its flit in front has been sent in this cycle
  std::uint64_t clocked_ = 0;
};

}  // namespace flitcast
