#include "hw/router/parts/way_chooser.h"

#include <cstddef>
#include <utility>

#include "hw/router/parts/writable.h"

namespace flitcast {

WayChooser::WayChooser(NodeId node, const PortLayout& layout, const std::vector<OutputVc>& outputs,
                       const Routing& routing, NetworkQueues* queues)
    : node_(node),
      layout_(layout),
      outputs_(outputs),
      routing_(routing),
      queues_(queues),
      waiting_(static_cast<std::size_t>(layout.network_ports)),
      places_(static_cast<std::size_t>(layout.inputs())) {
  if (queues != nullptr) {
    queues->enter(node, *this);
  }
}

bool WayChooser::takes_direct(const Packet& packet, Cycle now) const {
  const SeenQueues seen{routing_.topology(), *this, queues_, now};
  const WayAhead direct{node_, packet.route, packet.direct_hops};
  const WayAhead detour{node_, packet.route + packet.direct_hops, packet.hops};
  return routing_.congestion()(direct, seen) * direct.hops <=
         routing_.congestion()(detour, seen) * detour.hops;
}

void WayChooser::Waiting::change(std::int64_t by, Cycle now) {
  before = before_cycle(now);
  changed = now;
  flits += by;
}

void WayChooser::join(int index, PortId port, std::uint32_t flits, Cycle now) {
  if (layout_.vcs > 1) {
    places_[static_cast<std::size_t>(index)] = {port, flits};
    waiting_[port].change(flits, now);
  }
}

void WayChooser::leave(int index, Cycle now) {
  Place& place = places_[static_cast<std::size_t>(index)];
  if (const std::int64_t flits = std::exchange(place.flits, 0); flits > 0) {
    waiting_[place.port].change(-flits, now);
  }
}

template <typename Count>
std::uint64_t WayChooser::over_vcs(PortId port, Count&& count) const {
  std::uint64_t taken = 0;
  for (int vc = 0; vc < layout_.vcs; ++vc) {
    taken += count(outputs_[static_cast<std::size_t>(layout_.input(port, vc))]);
  }
  return taken;
}

std::uint64_t WayChooser::slots_taken(PortId port, Cycle now) const {
  return over_vcs(
      port, [now](const OutputVc& out) { return out.channel->capacity() - writable(out, now); });
}

// A slot is taken from when its flit enters the channel until its credit is back.
std::uint64_t WayChooser::length_before(PortId port, Cycle now) const {
  return static_cast<std::uint64_t>(waiting_[port].before_cycle(now)) +
         over_vcs(port, [now](const OutputVc& out) {
           const Cycle delay = out.link->delay();
           std::uint64_t taken = 0;
           out.channel->visit_slots([&](const Flit& flit, Cycle time) {
             taken += (flit.kind == flit_kind::kNone ? time > now : time - delay < now) ? 1U : 0U;
           });
           return taken;
         });
}

}  // namespace flitcast
