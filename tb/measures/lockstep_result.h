#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "hw/flit.h"
#include "hw/types.h"

namespace flitcast {

/// A flit at a pin of a router.
struct FlitEvent {
  static constexpr std::uint64_t kUnknown = UINT64_MAX;

  Cycle at = 0;
  std::uint64_t message = kUnknown;  ///< kUnknown: none of which a flit is due
  std::uint64_t word = 0;
  std::uint32_t sequence = 0;  ///< payload: its index in the message
  std::uint16_t kind = flit_kind::kNone;
  std::uint16_t vc = 0;

  bool is(std::uint16_t flit_kind) const { return (kind & flit_kind) != 0; }
};

/// Rules of the timing contract.
enum class ContractRule : std::uint8_t {
  kNone,  ///< it cannot be told which
  kHeaderDelay,
  kReadyFirst,
  kTurns,
  kEjection,
  kDelayInQueue,
  kNextHeader,
  kBodies,
  kCredit,
};

/// One that a router breaks.
struct BrokenRule {
  ContractRule rule = ContractRule::kNone;
  // Of kHeaderDelay:
  Cycle delay = 0;  ///< router.delay
  Cycle took = 0;
};

/// Where the pins of a router in SystemVerilog are not what those of the model are.
struct PinMismatch {
  Cycle cycle = 0;
  NodeId node = 0;
  bool is_credit = false;  ///< it is of an input port; a flit of an output port
  bool is_local = false;   ///< the port leads to the node
  bool stopped = false;    ///< there is nothing on its pins: the SystemVerilog stopped
  int port = 0;
  int vc = 0;
  std::optional<FlitEvent> expected, got;  ///< of a credit nothing but that there is one
  BrokenRule rule;
};

/// What comes of a user's routers that are clocked beside those of the model.
struct LockstepResult {
  std::uint64_t routers = 0;  ///< of the user
  std::uint64_t of = 0;       ///< all
  std::uint64_t flits = 0;    ///< that left those routers in the model
  int vcs = 1;                ///< of a link
  /// Up to the first one all routers of the user had the same on all pins. Empty: they are equal.
  std::optional<PinMismatch> first;
  std::optional<PinMismatch> first_flit;  ///< likewise, where `first` is of a credit
};
static_assert(std::is_trivially_copyable_v<LockstepResult>, "processes share it");

/// What was compared with routers in SystemVerilog, which are equal to the model in every pin.
struct RtlEquality {
  std::uint64_t routers = 0;
  std::uint64_t router_cycles =
      0;  ///< cycles in which anything was on the pins of a router, of all
};

}  // namespace flitcast
