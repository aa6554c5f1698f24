#include "hw/rtl_router/rtl_core.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw/router/parts/vc_view.h"

namespace flitcast {

RtlCore::RtlCore(const RouterSite& site, const RtlParameters& parameters,
                 const FlitcastRtlRouter& functions)
    : VerilatedCore(site, {parameters, functions, true, false}),
      routes_(site.node, site_.layout, site.config, site.routing, site.packets),
      flits_(site_, out_, arrivals_, departures_) {
  routes_.see(site_.outputs, site.queues);
}

void RtlCore::send(Cycle now) {
  route_headers(now);
  take_grants(now);
  flits_.send_flits(now);
  book_waits(now);
  flits_.remove_flits(now);
}

// What is told of headers that have come to the front.
void RtlCore::route_headers(Cycle now) {
  for (int index = 0; index < site_.layout.inputs(); ++index) {
    InputVc& in = site_.input(index);
    if (arrivals_.there(index) > 0 && in.out == nullptr && !in.routed()) {
      const Cycle in_front = std::max(now, in.eligible);
      routes_.route(index, in, now);
      if (site_.reporter) {
        site_.reporter.state(index, in, VcState::kRouting, in_front);
      }
    }
  }
}

void RtlCore::take_grants(Cycle now) {
  out_.pins[Pin::kGranted].for_each([&](int index) { grant(index, now); });
}

void RtlCore::grant(int index, Cycle now) {
  InputVc& in = site_.input(index);
  OutputVc& out = granted_output(index, now);
  out.held = true;
  if (site_.reporter) {
    site_.reporter.waited(index, in, out.port, now);
  }
  site_.waits.unblock(in, *out.link, now);
  in.candidates = 0;
  if (routes_.strips(in)) {
    flits_.strip(index, out);
    return;
  }
  ++in.channel->front().sequence;
  in.out = &out;
  if (site_.reporter) {
    site_.reporter.holding(index, in, now);
  }
}

OutputVc& RtlCore::granted_output(int index, Cycle now) {
  const PortLayout& layout = site_.layout;
  const InputVc& in = site_.input(index);
  const auto [port, vc] = router_.look(index);
  if (!in.routed()) {
    site_.violations.violation(port, "is given to nobody", now);
  }
  const bool exists = port < layout.ports() && vc < layout.vcs;
  const bool right_way = layout.is_local_unit(in.unit)
                             ? !layout.is_network(port)
                             : layout.unit(port, layout.class_of(vc)) == in.unit;
  OutputVc& out = site_.output(exists ? layout.input(port, vc) : 0);
  if (!exists || !right_way || out.link == nullptr) {
    site_.violations.violation(
        port,
        fmt::format("is given on virtual channel {} to a header whose route has "
                    "another port or class: {}",
                    vc, site_.name_of_unit(in.unit)),
        now);
  }
  if (out.held) {
    site_.violations.violation(port, "is given to two worms at a time", now);
  }
  return out;
}

void RtlCore::book_waits(Cycle now) {
  out_.pins[Pin::kContention].for_each([&](int index) {
    InputVc& in = site_.input(index);
    const bool local = site_.layout.is_local_unit(in.unit);
    WaitBook::block(in, local ? WaitCause::kPort : WaitCause::kContention, now);
    if (site_.reporter) {
      site_.reporter.blocked(index, in, now);
    }
  });
  out_.pins[Pin::kSerialisation].for_each(
      [&](int index) { WaitBook::block(site_.input(index), WaitCause::kSerialisation, now); });
  out_.pins[Pin::kNoCredit].for_each([&](int index) {
    InputVc& in = site_.input(index);
    WaitBook::block(in, WaitCause::kCredit, now);
    if (site_.reporter) {
      site_.reporter.state(index, in, VcState::kBlockedOnCredit, now);
    }
  });
}

InputVcView RtlCore::view(int input, Cycle now) const {
  return view_of(site_.inputs[static_cast<std::size_t>(input)], site_.layout, room_, now);
}

std::vector<OccupiedVc> RtlCore::inspect(Cycle now) const {
  return occupied_vcs(site_.inputs, site_.layout, room_, now);
}

void RtlCore::end_waits(Cycle end) {
  flitcast::end_waits(site_.inputs, site_.outputs, site_.layout, site_.reporter, site_.waits, end);
}

}  // namespace flitcast
