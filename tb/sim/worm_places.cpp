#include "tb/sim/worm_places.h"

#include <algorithm>
#include <utility>

namespace flitcast {

WormPlaces::WormPlaces(const Fabric& fabric, const Topology& topology, const NetworkConfig& config,
                       const PacketPool& packets, Cycle now)
    : topology_(topology), vcs_(config.vcs), packets_(packets) {
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    std::vector<OccupiedVc> occupied = fabric.occupied(node, now);
    if (!occupied.empty()) {
      routers_[node] = std::move(occupied);
    }
  }
  for (const auto& [node, vcs] : routers_) {
    for (const OccupiedVc& vc : vcs) {
      for (std::size_t part = 0; part < vc.parts.size(); ++part) {
        places_[vc.parts[part].packet].push_back({node, &vc, part});
      }
    }
  }
}

const OccupiedVc* WormPlaces::find(NodeId node, int input) const {
  const auto router = routers_.find(node);
  if (router == routers_.end()) {
    return nullptr;
  }
  const auto place = std::find_if(router->second.begin(), router->second.end(),
                                  [&](const OccupiedVc& vc) { return vc.input == input; });
  return place == router->second.end() ? nullptr : &*place;
}

bool WormPlaces::is_behind(PacketHandle packet, NodeId node, PortId port, int vc) const {
  const OccupiedVc* const next = is_network(port) ? behind(node, port, vc) : nullptr;
  return next != nullptr &&
         std::any_of(next->parts.begin(), next->parts.end(),
                     [&](const OccupiedVc::Part& part) { return part.packet == packet; });
}

bool WormPlaces::leads(PacketHandle packet, const Place& place) const {
  if (!place.vc->forks.empty()) {
    return std::none_of(place.vc->forks.begin(), place.vc->forks.end(),
                        [&](const OccupiedVc::Output& out) {
                          return is_behind(packet, place.node, out.port, out.vc);
                        });
  }
  if (place.part > 0 || place.vc->output == kNoPort || !is_network(place.vc->output)) {
    return true;
  }
  return !is_behind(packet, place.node, place.vc->output, place.vc->output_vc);
}

WormPlaces::Place WormPlaces::header(PacketHandle packet) const {
  const std::vector<Place>& places = places_.at(packet);
  const auto waits = std::find_if(places.begin(), places.end(), [&](const Place& each) {
    return packets_[packet].tree != nullptr && each.part == 0 && each.vc->output == kNoPort;
  });
  if (waits != places.end()) {
    return *waits;
  }
  const auto place = std::find_if(places.begin(), places.end(),
                                  [&](const Place& each) { return leads(packet, each); });
  return place == places.end() ? places.front() : *place;
}

std::vector<HeldChannel> WormPlaces::held(PacketHandle packet, const Place& at) const {
  return packets_[packet].tree != nullptr ? held_by_tree(packet) : held_by_path(packet, at);
}

// Backwards from the header, buffer by buffer, to the tail.
std::vector<HeldChannel> WormPlaces::held_by_path(PacketHandle packet, Place at) const {
  std::vector<HeldChannel> channels;
  if (at.part == 0 && at.vc->has_channel && is_network(at.vc->output)) {
    channels.push_back({at.node, neighbour(at.node, at.vc->output), at.vc->output_vc});
  }
  const std::vector<Place>& places = places_.at(packet);
  for (std::size_t left = places.size(); left > 0 && is_network(port_of(*at.vc)); --left) {
    const NodeId from = topology_.upstream(at.node, static_cast<PortId>(port_of(*at.vc)));
    channels.push_back({from, at.node, at.vc->input % vcs_});
    const auto before = std::find_if(places.begin(), places.end(), [&](const Place& each) {
      return each.node == from && each.part == 0 && each.vc->output != kNoPort &&
             is_network(each.vc->output) && behind_output(from, *each.vc) == at.vc;
    });
    if (before == places.end()) {
      break;
    }
    at = *before;
  }
  std::reverse(channels.begin(), channels.end());
  return channels;
}

std::vector<HeldChannel> WormPlaces::held_by_tree(PacketHandle packet) const {
  std::vector<HeldChannel> channels;
  const auto add = [&](const HeldChannel& held) {
    const auto same = [&](const HeldChannel& other) {
      return other.from == held.from && other.to == held.to && other.vc == held.vc;
    };
    if (std::none_of(channels.begin(), channels.end(), same)) {
      channels.push_back(held);
    }
  };
  for (const Place& place : places_.at(packet)) {
    if (const auto port = static_cast<PortId>(port_of(*place.vc)); is_network(port)) {
      add({topology_.upstream(place.node, port), place.node, place.vc->input % vcs_});
    }
    for (const OccupiedVc::Output& out : place.vc->forks) {
      if (place.part == 0 && is_network(out.port)) {
        add({place.node, neighbour(place.node, out.port), out.vc});
      }
    }
  }
  return channels;
}

}  // namespace flitcast
