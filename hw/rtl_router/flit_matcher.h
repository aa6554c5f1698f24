#pragma once

#include <cstdint>
#include <vector>

#include "hw/rtl_router/arrivals.h"
#include "hw/rtl_router/departures.h"
#include "hw/rtl_router/rtl_site.h"
#include "hw/rtl_router/verilated_router.h"

namespace flitcast {

/// Which of the flits that came a flit at an output is: what stands in front of the input that it
/// comes from, a copy of a flit behind, or an address alone. It has to be unaltered, and of a worm
/// that holds the output; ProtocolViolation where it is not.
class FlitMatcher {
 public:
  FlitMatcher(RtlSite& site, const RtlOutputs& shown, Arrivals& arrivals, Departures& departures);

  /// The address in front of an input has got a local output, which it goes to alone.
  void strip(int index, OutputVc& out);
  /// Sends what the outputs show.
  void send_flits(Cycle now);
  /// Takes the flits that have left from the buffers. ProtocolViolation unless the router gives
  /// back a slot for each, and no other.
  void remove_flits(Cycle now);

 private:
  void send(int port, Cycle now);
  void send_address(int index, InputVc& in, Cycle now);
  void send_copy(int index, InputVc& in, Cycle now);
  void check_pins(int port, const Flit& flit, int index, Cycle now) const;
  void remove(int index, Cycle now);

  RtlSite& site_;
  const RtlOutputs& shown_;
  Arrivals& arrivals_;
  Departures& departures_;
  // Per input virtual channel.
  std::vector<std::uint8_t> stripped_;  // its address in front goes to a local output
  std::vector<std::uint8_t> left_;      // its flit in front has been sent in this cycle
};

}  // namespace flitcast
