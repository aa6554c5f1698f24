#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "hw/rtl_router/idle_timeout.h"
#include "hw/rtl_router/rtl_pins.h"
#include "hw/rtl_router/verilated_router.h"
#include "hw/types.h"
#include "tb/cosim/library/rtl_nodes.h"
#include "tb/measures/lockstep_result.h"

namespace flitcast::cosim {

/// Something on the pins of a router in a cycle.
struct PinEvent {
  enum class Kind : std::uint8_t {
    kFlitIn,    ///< a flit comes to input `port`; to that of the node, if its buffer has room
    kFlitOut,   ///< the model sends one by output `port`
    kCreditIn,  ///< a slot is free again behind output virtual channel `port`
    kCreditOut  ///< the model gives back one of input virtual channel `port`
  };
  std::uint64_t word = 0;
  std::uint64_t route = 0;
  std::uint64_t message = FlitEvent::kUnknown;  // where that is asked for
  std::uint32_t sequence = 0;                   // likewise
  std::uint32_t router = 0;
  Kind kind = Kind::kFlitIn;
  std::uint8_t port = 0;
  std::uint8_t vc = 0;
  std::uint16_t flit_kind = flitcast::flit_kind::kBody;
};

/// The first pin by which a router in SystemVerilog differs from the model.
struct PinDifference {
  Pin pin = Pin::kValid;
  int place = 0;  ///< its port; of a credit the virtual channel, port·vcs + vc
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::string stopped;  ///< not empty: it stopped instead, and what it said

  bool is_credit() const { return pin == Pin::kCredit; }
};

/// A router in SystemVerilog that is clocked behind the model, with what the model says is on its
/// pins: in cycles in which something is, and after one in which the router is busy.
class CheckedRouter {
 public:
  CheckedRouter(NodeId node, const RtlLibrary& library, const FlitcastRtlStraps& straps);

  NodeId node() const { return node_; }

  /// Of the cycle that is clocked next.
  void take(const PinEvent& event);
  /// Clocks it. Returns the first difference, in the order of ports; of several pins of one the
  /// first of `Pin`, credits last. Null: there is none.
  const PinDifference* clock(Cycle now);
  /// What it showed at an output when it was clocked: nothing, or a flit of no known message.
  FlitEvent shown(int port) const;
  /// It has to be clocked in the next cycle, whatever comes.
  bool awake() const { return busy_ || local_ready_; }

  /// A cycle: what was on its inputs, what the model showed on its outputs, and the router.
  struct Past {
    explicit Past(const RtlParameters& parameters)
        : inputs(parameters, FlitPins::Side::kInputs),
          model(parameters, FlitPins::Side::kOutputs),
          rtl(parameters) {}

    Cycle cycle = -1;
    FlitPins inputs;
    FlitPins model;
    RtlOutputs rtl;
  };
  /// The last ones in which it was clocked, the oldest first.
  std::vector<const Past*> past() const;

 private:
  static constexpr std::size_t kPast = 32;

  /// Flits that the node has for a local port, and those in the buffer of the router.
  struct LocalInput {
    std::deque<PinEvent> waiting;
    int given = 0;
  };

  static void put(FlitPins& pins, const PinEvent& event);
  void wait_for_room(const PinEvent& event);
  void give_local_flits();
  void take_back_local_slots();
  bool is_busy(Cycle now);
  std::optional<PinDifference> difference() const;
  std::optional<PinDifference> difference_at(Pin pin, int place) const;
  std::optional<PinDifference> difference_of_flits(int port) const;

  NodeId node_;
  RtlLibrary library_;
  VerilatedRouter router_;
  std::vector<Past> cycles_;                 // a ring: the present one, and kPast before it
  std::size_t now_ = 0;                      // its place in the ring
  std::optional<PinDifference> difference_;  // of the last cycle
  std::vector<LocalInput> locals_;
  bool busy_ = false;
  IdleTimeout idle_;
  bool local_ready_ = false;
};

}  // namespace flitcast::cosim
