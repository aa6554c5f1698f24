#include "hw/rtl_router/verilated_core.h"

namespace flitcast {

VerilatedCore::VerilatedCore(const RouterSite& site, const Of& of)
    : site_(site, of.parameters, of.tags),
      room_(site_.layout, site.config),
      router_(of.parameters, of.functions,
              RtlStraps(of.parameters, site.config, site.routing, site.node).pins()),
      arrivals_(site_, site.worms),
      departures_(site_),
      in_(of.parameters, FlitPins::Side::kInputs),
      out_(of.parameters),
      has_busy_(of.has_busy) {
  if (const char* const why = router_.stopped_at_reset()) {
    site_.violations.stopped_at_reset(why);
  }
}

// It is called again when the next flits or credits come, whose dates may be known by the end.
void VerilatedCore::tick(Cycle now) {
  site_.wakes.take(now);
  in_.clear();
  arrivals_.take_in(in_, now);
  departures_.take_credits(in_, now);
  if (const char* const why = router_.clock(in_, out_)) {
    site_.violations.stopped(why, now);
  }
  idle_.see(in_.active() || out_.pins.active(), now);
  send(now);
  if ((!has_busy_ || out_.busy) && !idle_.is_long(now)) {
    site_.wakes.wake(0, now + 1);
  }
  arrivals_.wake_for_more(now);
  departures_.wake_for_credits(now);
}

}  // namespace flitcast
