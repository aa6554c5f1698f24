#pragma once

#include <cstdint>
#include <vector>

#include "hw/rtl_router/rtl_pins.h"
#include "hw/rtl_router/rtl_site.h"

namespace flitcast {

/// What a router puts on the links behind its outputs, and the credits that come back from them.
class Departures {
 public:
  explicit Departures(RtlSite& site) : site_(site), uncredited_(site.inputs.size()) {}

  /// Puts on the pins the credits that are back by `now`, one per virtual channel at most.
  void take_credits(FlitPins& pins, Cycle now);
  /// Sends a flit. ProtocolViolation when the link does not take one, or its virtual channel has no
  /// room.
  void send(const OutputVc& out, const Flit& flit, Cycle now);
  /// Wakes the router for the next credits whose dates are known.
  void wake_for_credits(Cycle now);

 private:
  RtlSite& site_;
  std::vector<std::uint32_t> uncredited_;  // per output VC: flits sent, without a credit so far
};

}  // namespace flitcast
