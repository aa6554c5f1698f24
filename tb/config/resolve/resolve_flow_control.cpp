#include <algorithm>

#include <fmt/format.h>

#include "hw/link/on_off.h"
#include "hw/routing/routing_policy.h"
#include "tb/config/resolve/resolve.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {
namespace {

/// Flits of room that a packet has to leave where it enters a ring. Were no packet of a ring to
/// move, each of its buffers would lack room for the largest: as sizes are multiples of a unit,
/// each would have room for a unit less at most. One unit more than that in all of them together,
/// and some packet moves. Where all packets have one size, that is room for a packet.
Cycle enough_bubble(const PacketExtent& packets, const Topology& topology) {
  const auto& sides = topology.sides();
  const auto buffers = static_cast<Cycle>(*std::max_element(sides.begin(), sides.end()));
  const auto unit = static_cast<Cycle>(packets.unit_flits);
  return buffers * (static_cast<Cycle>(packets.largest_flits) - unit) + unit;
}

}  // namespace

// A buffer that says go holds so many flits that they last until more come, or as many as come
// while a header is in the router.
Cycle full_rate_buffer(const LinkTimes& links, const NetworkConfig& network) {
  if (network.flow_control != FlowControl::kOnOff) {
    return links.full_rate_buffer();
  }
  const Cycle interval = links.smallest().cycles_per_flit;
  const Cycle until_more = OnOff::least_off(links.largest().delay, interval);
  const Cycle behind_header = (network.router_delay + interval - 1) / interval;
  return network.on_flits + std::max(until_more, behind_header);
}

void resolve_room(const PacketExtent& packets, const LinkTimes& links, Config& config) {
  NetworkConfig& network = config.network;
  const Cycle least_off = OnOff::least_off(links.largest().delay, links.smallest().cycles_per_flit);
  if (network.off_flits == Config::kAutoRoom) {
    network.off_flits = least_off;
  }
  if (network.on_flits == Config::kAutoRoom) {
    network.on_flits = network.off_flits + 1;
  }
  const bool signals = network.flow_control == FlowControl::kOnOff;
  refuse(config,
         {{signals && network.off_flits < least_off, "router.off_flits",
           fmt::format("{0} flits may come after a buffer has said stop, and it would run over; "
                       "give at least {0}, or auto",
                       least_off)},
          {signals && network.on_flits <= network.off_flits, "router.on_flits",
           fmt::format("a buffer says stop with {0} free slots; give at least {1}, or auto",
                       network.off_flits, network.off_flits + 1)}});
  const bool bubbles = network.flow_control == FlowControl::kBubble;
  config.enough_bubble = bubbles ? enough_bubble(packets, *config.topology) : 0;
  if (network.bubble_flits == Config::kAutoRoom || !bubbles) {
    network.bubble_flits = config.enough_bubble;
  }
}

void resolve_flow_control(Config& config) {
  constexpr const char* kKey = "router.flow_control";
  const NetworkConfig& network = config.network;
  const bool by_link = goes_by_link(network.flow_control);
  const bool bubbles = network.flow_control == FlowControl::kBubble;
  for (const char* key : {"router.off_flits", "router.on_flits"}) {
    if (network.flow_control != FlowControl::kOnOff) {
      note_no_effect(key, fmt::format("without {} = on_off", kKey), config);
    }
  }
  if (!bubbles) {
    note_no_effect("router.bubble_flits", fmt::format("without {} = bubble", kKey), config);
  }
  const bool by_credits = config.selection == Selection::kCredits ||
                          config.routing_policy->congestion != nullptr ||
                          config.routing->relation().escape_classes() > 0;
  refuse(
      config,
      {{network.pipeline.staged() && (by_link || bubbles), kKey,
        "routers with a pipeline go by credits; give router.pipeline = contract, or credits"},
       {by_link && network.switching != Switching::kWormhole, "router.switching",
        "without credits a packet may have to wait half-way; give wormhole, or "
        "router.flow_control = credits"},
       {by_link && by_credits, "router.routing",
        "routers do not know how many slots are free behind links without credits; give "
        "ascending, or another one with router.selection = random, or router.flow_control = "
        "credits"},
       {bubbles && config.topology->is_one_way(), kKey,
        "bubbles are room in rings of both directions; give credits"},
       {bubbles && !config.topology->wraps(), kKey,
        fmt::format("bubbles keep rings going, and a {} has none; give credits",
                    config.topology->describe())},
       {bubbles && network.switching == Switching::kWormhole, "router.switching",
        "bubbles are room for whole packets; give cut_through, or router.flow_control = credits"},
       {bubbles && config.selection.has_value(), "router.routing",
        "bubbles keep headers going that have one way round a ring; give ascending, or "
        "router.flow_control = credits"},
       {bubbles && config.places.given("router.vcs") && network.vcs > 1, "router.vcs",
        "a bubble is room in a ring of one virtual channel; give 1, or router.flow_control = "
        "credits"}});
}

}  // namespace flitcast
