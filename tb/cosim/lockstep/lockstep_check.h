#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/link/link.h"
#include "hw/packet.h"
#include "hw/probes.h"
#include "hw/routing/routing.h"
#include "hw/rtl_router/header_pins.h"
#include "hw/time/wake_queue.h"
#include "tb/cosim/library/rtl_errors.h"
#include "tb/cosim/lockstep/checked_router.h"
#include "tb/cosim/lockstep/first_mismatch.h"
#include "tb/trace/trace_calendar.h"

namespace flitcast::cosim {

/// Links of the model, from which words of payload are read that reports do not tell.
struct CheckedLinks {
  std::vector<const Link*> outputs;     ///< node-major, per port of the router; null: unconnected
  std::vector<const Link*> injections;  ///< node-major, per local port
};

/// The network whose routers are checked. All must outlive the check.
struct CheckedNetwork {
  const Routing& routing;
  const NetworkConfig& config;
  const PacketPool& packets;
  const WakeQueue& wakes;
  CheckedLinks links;
};

/// Turns what routers and interfaces report into the pins of routers in SystemVerilog, which are
/// clocked behind the model, and compares what their outputs show with what the model did, in every
/// cycle in which either side does anything. A cycle is compared when nothing more can be reported
/// for it.
class LockstepCheck final : public Probe {
 public:
  enum class Mismatches {
    kEndTheRun,  ///< the first: a few cycles later a MismatchError out of a report, or of finish()
    kAreTold,    ///< the first, and the first of a flit, by result(); the run goes on
  };

  /// `nodes`: those that are checked.
  LockstepCheck(const RtlLibrary& library, const CheckedNetwork& network,
                const std::vector<bool>& nodes, Mismatches mismatches = Mismatches::kEndTheRun);
  LockstepCheck(const LockstepCheck&) = delete;
  LockstepCheck& operator=(const LockstepCheck&) = delete;

  /// Who has to report to it: the routers that are checked and their neighbours, and the interfaces
  /// of the former.
  ProbedModules modules() const;

  /// The simulation is over: nothing happens after cycle `last`.
  void finish(Cycle last);

  /// Cycles of routers that were compared.
  std::uint64_t router_cycles() const { return router_cycles_; }
  std::size_t routers() const { return routers_.size(); }
  const RtlParameters& parameters() const { return parameters_; }

  /// The first difference, and who it is of.
  struct Mismatch {
    const CheckedRouter* router;
    Cycle cycle;
    PinDifference difference;
  };
  const std::optional<Mismatch>& mismatch() const { return mismatch_; }
  /// "the RTL of node 5 differs …": what() of a MismatchError.
  std::string description() const;
  /// After finish(), where mismatches are told.
  LockstepResult result() const { return first_->result(); }
  const Topology& topology() const { return topology_; }

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void flit_left(NodeId node, int input, Cycle at) override;
  void bodies_moved(NodeId node, int input, PortId port, const Flit& first, std::uint32_t count,
                    Cycle at, Cycle interval) override;
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override;
  void bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                       Cycle at) override;

 private:
  static constexpr std::uint32_t kNobody = 0xFFFFFFFFU;
  static constexpr Cycle kShownBehind = 8;  // cycles that are recorded after a difference
  static constexpr Cycle kRest = 512;       // until a router is at rest that nothing comes to

  /// One end of a channel, if it is a router that is checked.
  struct End {
    std::uint32_t router = kNobody;
    std::uint8_t port = 0;
    Cycle delay = 0;  // of the channel
  };
  struct Bucket {
    std::vector<PinEvent> events;
    void clear() { events.clear(); }
  };

  void find_ends(NodeId node);
  std::size_t channel(NodeId node, int port) const {
    return node * static_cast<std::size_t>(parameters_.network_ports) +
           static_cast<std::size_t>(port);
  }
  /// Plays what nothing more can be reported for.
  void catch_up() {
    if (wakes_.now() != seen_) {
      seen_ = wakes_.now();
      advance(seen_ - 1);  // a report comes one cycle late at most
    }
  }
  void add(const PinEvent& event, Cycle at) {
    catch_up();
    calendar_.at(at).events.push_back(event);
  }
  /// Who takes what leaves a router by `port`, and who gets the credit for what leaves its `input`.
  End reader_of(NodeId node, int port) const {
    return port < parameters_.network_ports ? readers_[channel(node, port)] : End{};
  }
  End writer_of(NodeId node, int input) const {
    const int port = input / parameters_.vcs;
    return port < parameters_.network_ports ? writers_[channel(node, port)] : End{};
  }
  std::uint8_t writers_input(const End& writer, int input) const {
    return static_cast<std::uint8_t>(writer.port * parameters_.vcs + input % parameters_.vcs);
  }
  /// Adds an event of the router at `end`, if that is checked.
  void add_at(const End& end, PinEvent::Kind kind, std::uint8_t port, PinEvent event, Cycle at) {
    if (end.router != kNobody) {
      event.kind = kind;
      event.router = end.router;
      event.port = port;
      calendar_.at(at + end.delay).events.push_back(event);
    }
  }
  PinEvent event_of(const Flit& flit) const;
  void name(PinEvent& event, const Flit& flit) const {
    if (first_) {
      event.message = packets_[flit.packet].id;
      event.sequence = flit.sequence;
    }
  }
  std::uint64_t route_of(const Flit& flit, const End& reader);
  void advance(Cycle end);
  void play(Cycle cycle, Bucket& bucket);
  bool clock(std::uint32_t number, Cycle cycle);

  RtlParameters parameters_;
  const Topology& topology_;
  const PacketPool& packets_;
  const WakeQueue& wakes_;
  CheckedLinks links_;
  std::vector<CheckedRouter> routers_;
  std::vector<std::uint32_t> numbers_;  // per node, of routers_
  std::vector<HeaderPins> headers_;     // by number of routers_
  std::vector<End> readers_;            // per channel: who it leads to
  std::vector<End> writers_;            // per channel that enters: who it comes from
  std::vector<std::uint32_t> hops_;     // per input of routers_: of the worm that comes in
  trace::TraceCalendar<Bucket> calendar_;
  std::vector<std::uint64_t> due_;  // of routers_, in the cycle that is played next
  Cycle seen_ = -1;                 // last value of now()
  std::uint64_t router_cycles_ = 0;
  std::optional<Mismatch> mismatch_;
  std::optional<FirstMismatch> first_;  // where mismatches are told
};

}  // namespace flitcast::cosim
