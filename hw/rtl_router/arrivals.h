#pragma once

#include <cstdint>
#include <vector>

#include "hw/rtl_router/rtl_pins.h"
#include "hw/rtl_router/rtl_site.h"

namespace flitcast {

class WormSettler;

/// What links bring to the inputs of a router: which of the flits that have come it has got, and
/// which slots are free again.
class Arrivals {
 public:
  /// `worms` takes worms to their destination as a whole; null: none does.
  Arrivals(RtlSite& site, WormSettler* worms);

  /// Puts on the pins what has come by `now`: a flit per port at most, to a local port as far as
  /// its buffer has room.
  void take_in(FlitPins& pins, Cycle now);
  /// Flits of an input virtual channel that the router has got and that have not left.
  std::uint32_t there(int index) const { return given_[static_cast<std::size_t>(index)].flits; }
  /// The flit in front has left.
  void remove(int index, Cycle now);
  /// Wakes the router for the next flits whose dates are known.
  void wake_for_more(Cycle now);

 private:
  struct Given {
    std::uint32_t flits = 0;
    std::uint32_t hops = 0;  // of the worm that comes in
  };

  bool takes(const InputVc& in, const Given& given) const {
    return site_.layout.is_network(in.port) || given.flits < RtlParameters::kLocalDepth;
  }
  void give(int index, const Flit& flit, FlitPins& pins);

  RtlSite& site_;
  WormSettler* worms_;
  std::vector<Given> given_;
};

}  // namespace flitcast
