#include "hw/rtl_router/flit_matcher.h"

#include <algorithm>

namespace flitcast {

FlitMatcher::FlitMatcher(RtlSite& site, const RtlOutputs& shown, Arrivals& arrivals,
                         Departures& departures)
    : site_(site),
      shown_(shown),
      arrivals_(arrivals),
      departures_(departures),
      stripped_(site.inputs.size()),
      left_(site.inputs.size()) {}

void FlitMatcher::strip(int index, OutputVc& out) {
  InputVc& in = site_.input(index);
  stripped_[static_cast<std::size_t>(index)] = 1;
  in.absorb_out = &out;
  in.absorbed = 0;
}

// Local ports first: a flit may leave in the cycle in which it is copied.
void FlitMatcher::send_flits(Cycle now) {
  std::fill(left_.begin(), left_.end(), std::uint8_t{0});
  const PortLayout& layout = site_.layout;
  for (int i = 0; i < layout.ports(); ++i) {
    const int port = (layout.network_ports + i) % layout.ports();
    if (shown_.pins[Pin::kValid].bit(port)) {
      send(port, now);
    }
  }
}

void FlitMatcher::send(int port, Cycle now) {
  const int index = static_cast<int>(shown_.pins[Pin::kSource].get(port));
  if (index >= site_.layout.inputs() || arrivals_.there(index) == 0) {
    site_.violations.violation(port, "sends a flit that has not come", now);
  }
  InputVc& in = site_.input(index);
  if (in.absorb_out != nullptr && in.absorb_out->port == port) {
    if (stripped_[static_cast<std::size_t>(index)] != 0) {
      send_address(index, in, now);
    } else {
      send_copy(index, in, now);
    }
    return;
  }
  if (in.out == nullptr || in.out->port != port) {
    site_.violations.violation(port, "sends a flit of a worm that does not hold it", now);
  }
  Flit& flit = in.channel->front();
  if (in.absorb_out != nullptr && in.absorbed == 0 && (flit.kind & flit_kind::kAddress) == 0) {
    site_.violations.violation(port, "sends a flit before the node has its copy", now);
  }
  flit.vc = in.out->vc;
  check_pins(port, flit, index, now);
  if (site_.reporter) {
    site_.reporter.moved(index, in, now);
  }
  site_.waits.unblock(in, *in.out->link, now);
  departures_.send(*in.out, flit, now);
  left_[static_cast<std::size_t>(index)] = 1;
}

void FlitMatcher::send_address(int index, InputVc& in, Cycle now) {
  stripped_[static_cast<std::size_t>(index)] = 0;
  Flit copy = in.channel->front();
  copy.kind = flit_kind::kHead;
  copy.vc = in.absorb_out->vc;
  check_pins(in.absorb_out->port, copy, index, now);
  departures_.send(*in.absorb_out, copy, now);
  in.hops = static_cast<std::uint16_t>(copy.sequence);
  left_[static_cast<std::size_t>(index)] = 1;
  if (site_.reporter) {
    site_.reporter.stripped(index, in, copy, now);
  }
}

// The next payload flit that the node has no copy of.
void FlitMatcher::send_copy(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.absorb_out;
  const std::uint32_t there = arrivals_.there(index);
  while (in.absorbed < there && (in.channel->peek(in.absorbed).kind & flit_kind::kAddress) != 0) {
    ++in.absorbed;
  }
  if (in.absorbed >= there) {
    site_.violations.violation(out.port, "sends a copy of a flit that has not come", now);
  }
  Flit flit = in.channel->peek(in.absorbed);
  flit.vc = out.vc;
  check_pins(out.port, flit, index, now);
  if (site_.reporter) {
    site_.reporter.copied(out, flit, now);
  }
  departures_.send(out, flit, now);
  ++in.absorbed;
  if ((flit.kind & flit_kind::kTail) != 0) {
    out.held = false;
    in.absorb_out = nullptr;
  }
}

void FlitMatcher::check_pins(int port, const Flit& flit, int index, Cycle now) const {
  const FlitPins& pins = shown_.pins;
  if (!site_.headers.shows(pins, port, flit, index)) {
    site_.violations.violation(port, site_.headers.difference(pins, port, flit, index), now);
  }
  if (const auto vc = pins[Pin::kVc].get(port); vc != flit.vc) {
    site_.violations.differs(port, "sends a flit on another virtual channel than its worm holds",
                             flit.vc, vc, now);
  }
  const std::uint64_t route = site_.headers.leaving_route(flit);
  if (site_.layout.is_network(port) && pins[Pin::kRoute].get(port) != route) {
    site_.violations.differs(port, "sends a header with another route than what is left of it",
                             route, pins[Pin::kRoute].get(port), now);
  }
}

void FlitMatcher::remove_flits(Cycle now) {
  for (int index = 0; index < site_.layout.inputs(); ++index) {
    const bool left = left_[static_cast<std::size_t>(index)] != 0;
    if (shown_.pins[Pin::kCredit].bit(index) != left) {
      site_.violations.violation(
          index / site_.layout.vcs,
          left ? "gives no credit for a flit that left" : "gives a credit for no flit", now);
    }
    if (left) {
      remove(index, now);
    }
  }
}

void FlitMatcher::remove(int index, Cycle now) {
  InputVc& in = site_.input(index);
  const std::uint16_t kind = in.channel->front().kind;
  arrivals_.remove(index, now);
  if (in.out == nullptr) {  // an address that was stripped
    in.eligible = now + 1;
    return;
  }
  if (in.absorb_out != nullptr && in.absorbed > 0) {
    --in.absorbed;
  }
  if ((kind & flit_kind::kTail) != 0) {
    in.out->held = false;
    in.out = nullptr;
    in.absorbed = 0;
    in.eligible = now + 1;
    if (site_.reporter) {
      site_.reporter.idle(index, now + 1);
    }
  }
}

}  // namespace flitcast
