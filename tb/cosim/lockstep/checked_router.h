#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/rtl_router/idle_timeout.h"
#include "hw/types.h"
#include "tb/cosim/library/rtl_nodes.h"
#include "tb/cosim/lockstep/pin_frame.h"
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
  /// flit_kind without kBody, as bits.
  enum Flag : std::uint8_t { kHead = 1, kTail = 2, kAddress = 4, kMore = 8 };

  std::uint64_t word = 0;
  std::uint64_t message = FlitEvent::kUnknown;  // where that is asked for
  std::uint32_t sequence = 0;                   // likewise
  std::uint32_t router = 0;
  std::uint16_t route = 0;
  Kind kind = Kind::kFlitIn;
  std::uint8_t port = 0;
  std::uint8_t vc = 0;
  std::uint8_t flags = 0;
};

constexpr std::uint8_t flags_of(std::uint16_t kind) {
  static_assert(flit_kind::kHead == PinEvent::kHead << 1 && flit_kind::kMore == PinEvent::kMore
                                                                                    << 1);
  return static_cast<std::uint8_t>(kind >> 1U & 0xFU);
}
constexpr std::uint16_t kind_of(std::uint8_t flags) {
  return static_cast<std::uint16_t>(flags << 1U | flit_kind::kBody);
}

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
  void take(const PinEvent& event) {
    switch (event.kind) {
      case PinEvent::Kind::kFlitIn:
        if (event.port < library_.parameters.network_ports) {
          put(words(), event);
        } else {
          wait_for_room(event);
        }
        return;
      case PinEvent::Kind::kFlitOut:
        put(words() + frame_.model(), event);
        return;
      case PinEvent::Kind::kCreditIn:
        words()[plan_.first(Pin::kCredit)] |= std::uint64_t{1} << event.port;
        return;
      case PinEvent::Kind::kCreditOut:
        words()[frame_.model() + plan_.first(Pin::kCredit)] |= std::uint64_t{1} << event.port;
        return;
    }
  }
  /// Clocks it. Returns the first difference, in the order of ports; of several pins of one the
  /// first of `Pin`, credits last. Null: there is none.
  const PinDifference* clock(Cycle now);
  /// What it showed at an output when it was clocked: nothing, or a flit of no known message.
  FlitEvent shown(int port) const;
  /// It has to be clocked in the next cycle, whatever comes.
  bool awake() const { return busy_ || local_ready_; }

  /// A cycle that was clocked: `words` are a PinFrame.
  struct Past {
    Cycle cycle = -1;
    const std::uint64_t* words = nullptr;
  };
  /// The last ones, the oldest first.
  std::vector<Past> past() const;

 private:
  static constexpr std::size_t kPast = 32;

  struct Unmake {
    const FlitcastRtlRouter* functions;
    void operator()(void* router) const { functions->destroy(router); }
  };
  /// A cycle, the present one or a past one.
  struct Slot {
    Cycle cycle = -1;
    std::uint64_t* words = nullptr;  // a PinFrame
    FlitcastRtlInputs inputs{};
    FlitcastRtlOutputs outputs{};
  };
  /// Flits that the node has for a local port, and those in the buffer of the router.
  struct LocalInput {
    std::deque<PinEvent> waiting;
    int given = 0;
  };

  std::uint64_t* words() { return now_->words; }
  const std::uint64_t* words() const { return now_->words; }
  // On the pins of a direction.
  void put(std::uint64_t* pins, const PinEvent& event) {
    const int port = event.port;
    pins[static_cast<std::size_t>(Pin::kValid)] |= std::uint64_t{1} << port;
    pins[plan_.first(Pin::kWord) + static_cast<std::size_t>(port)] = event.word;
    if (event.flags != 0) {
      put_flags(pins, event);
    }
    if (event.vc != 0) {
      plan_.put(pins, Pin::kVc, port, event.vc);
    }
    if (event.route != 0) {
      plan_.put(pins, Pin::kRoute, port, event.route);
    }
  }
  static void put_flags(std::uint64_t* pins, const PinEvent& event);
  void wait_for_room(const PinEvent& event);
  void give_local_flits();
  void take_back_local_slots();
  bool is_busy(Cycle now);
  std::optional<PinDifference> difference() const;
  std::optional<PinDifference> difference_of_flits(int port) const;

  NodeId node_;
  RtlLibrary library_;
  std::unique_ptr<void, Unmake> router_;
  PinPlan plan_;
  PinFrame frame_;
  std::vector<std::uint64_t> words_;  // of all slots
  std::vector<Slot> slots_;           // a ring: the present cycle, and kPast before it
  Slot* now_ = nullptr;
  std::optional<PinDifference> difference_;  // of the last cycle
  std::vector<LocalInput> locals_;
  bool busy_ = false;
  IdleTimeout idle_;
  bool local_ready_ = false;
};

}  // namespace flitcast::cosim
