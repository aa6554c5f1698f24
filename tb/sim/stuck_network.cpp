#include <algorithm>
#include <map>

#include "tb/sim/measurements.h"

namespace flitcast {
namespace {

/// Flits of a worm in one buffer.
struct Place {
  NodeId node;
  const OccupiedVc* vc;
  std::size_t part;
};

class Inspector {
 public:
  Inspector(const Fabric& fabric, const Topology& topology, const NetworkConfig& config,
            const PacketPool& packets, bool jobs, Cycle now)
      : fabric_(fabric),
        topology_(topology),
        vcs_(config.vcs),
        ports_(config.ports),
        packets_(packets),
        jobs_(jobs) {
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

  void fill(StuckReport& report) const {
    for (const auto& [packet, places] : places_) {
      report.worms.push_back(worm(packet));
    }
    add_waits_in_interfaces(report);
    std::sort(report.worms.begin(), report.worms.end(),
              [](const StuckWorm& a, const StuckWorm& b) { return a.message < b.message; });
    for (const auto& [node, vcs] : routers_) {
      BusyRouter router{node, {}};
      for (const OccupiedVc& vc : vcs) {
        router.inputs.push_back(busy(node, vc));
      }
      report.routers.push_back(std::move(router));
    }
  }

 private:
  bool is_network(int port) const { return port < topology_.network_ports(); }
  /// Both are ports of one processor.
  bool same_seat(int port, int other) const {
    return !is_network(other) && (port - topology_.network_ports()) / ports_ ==
                                     (other - topology_.network_ports()) / ports_;
  }
  int port_of(const OccupiedVc& vc) const { return vc.input / vcs_; }
  std::uint64_t message(PacketHandle packet) const {
    const Packet& told = packets_[packet];
    return jobs_ ? told.job * StuckReport::kJob + told.id % StuckReport::kJob : told.id;
  }
  NodeId neighbour(NodeId node, int port) const {
    return topology_.neighbour(node, static_cast<PortId>(port));
  }
  const OccupiedVc* find(NodeId node, int input) const {
    const auto router = routers_.find(node);
    if (router == routers_.end()) {
      return nullptr;
    }
    const auto place = std::find_if(router->second.begin(), router->second.end(),
                                    [&](const OccupiedVc& vc) { return vc.input == input; });
    return place == router->second.end() ? nullptr : &*place;
  }

  /// The buffer that the worm in front of `vc` goes on to over the network, or null when empty.
  const OccupiedVc* behind(NodeId node, PortId port, int vc) const {
    return find(neighbour(node, port), topology_.entry_port(node, port) * vcs_ + vc);
  }

  const OccupiedVc* behind_output(NodeId node, const OccupiedVc& vc) const {
    return behind(node, vc.output, vc.output_vc);
  }

  bool is_behind(PacketHandle packet, NodeId node, PortId port, int vc) const {
    const OccupiedVc* const next = is_network(port) ? behind(node, port, vc) : nullptr;
    return next != nullptr &&
           std::any_of(next->parts.begin(), next->parts.end(),
                       [&](const OccupiedVc::Part& part) { return part.packet == packet; });
  }

  // True when no flit of the worm has got farther than here.
  bool leads(PacketHandle packet, const Place& place) const {
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

  Place header(PacketHandle packet) const {
    const std::vector<Place>& places = places_.at(packet);
    // Of a worm that forks, where it waits for an output of another one.
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

  // From the root of its tree on.
  std::vector<HeldChannel> held_by_tree(PacketHandle packet) const {
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

  StuckWorm worm(PacketHandle packet) const {
    const Place at = header(packet);
    StuckWorm worm = told_of(packet, at.node);
    worm.holds = packets_[packet].tree != nullptr ? held_by_tree(packet) : holds(packet, at);
    find_wait(at, worm);
    return worm;
  }

  // Backwards from the header, buffer by buffer, to the tail.
  std::vector<HeldChannel> holds(PacketHandle packet, Place at) const {
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

  NodeId wanted(NodeId node, const OccupiedVc& vc) const {
    if (vc.wanted == kNoPort) {
      return kNoNode;
    }
    return is_network(vc.wanted) ? neighbour(node, vc.wanted) : node;
  }

  void find_wait(const Place& at, StuckWorm& worm) const {
    const auto wait = [&](WaitReason reason, PacketHandle other) {
      worm.reason = reason;
      worm.waits_for = message(other);
    };
    if (at.part > 0) {
      wait(WaitReason::kQueue, at.vc->parts[at.part - 1].packet);
      return;
    }
    worm.wanted = wanted(at.node, *at.vc);
    if (at.vc->output == kNoPort) {
      find_holder(at, worm);
      return;
    }
    if (!is_network(at.vc->output)) {
      for (const HeldUp& held : fabric_.ni(worm.destinations.back()).held_up()) {
        if (held.why == HeldUp::Why::kMemory) {
          wait(WaitReason::kRoom, held.packet);
        }
      }
      return;
    }
    if (at.vc->turn_of != kNoPacket) {
      wait(WaitReason::kTurn, at.vc->turn_of);
    } else if (const OccupiedVc* next = behind_output(at.node, *at.vc)) {
      wait(WaitReason::kRoom, next->parts.front().packet);
    }
  }

  // Messages that wait in network interfaces: some are in a router, too.
  void add_waits_in_interfaces(StuckReport& report) const {
    const auto waits = [&](PacketHandle packet, NodeId node, WaitReason reason,
                           PacketHandle other) {
      const auto known =
          std::find_if(report.worms.begin(), report.worms.end(),
                       [&](const StuckWorm& worm) { return worm.message == message(packet); });
      StuckWorm& worm = known == report.worms.end()
                            ? report.worms.emplace_back(told_of(packet, topology_.router_of(node)))
                            : *known;
      worm.reason = reason;
      worm.waits_for = message(other);
    };
    for (NodeId node = 0; node < topology_.processors(); ++node) {
      for (const HeldUp& held : fabric_.ni(node).held_up()) {
        // The other is in the node, too: on its way out, or listed as one that waits there.
        waits(held.packet, node,
              held.why == HeldUp::Why::kMemory ? WaitReason::kMemory : WaitReason::kSendPort,
              held.by);
        const PacketHandle before = before_injection(node);
        if (places_.count(held.by) == 0 && before != kNoPacket) {
          waits(held.by, node, WaitReason::kQueue, before);
        }
      }
    }
  }

  // The last message in a router that a node has injected by one of its ports, if there is one.
  PacketHandle before_injection(NodeId node) const {
    const int first = topology_.network_ports() + topology_.local_port({node, 0}, ports_);
    for (int port = first; port < first + ports_; ++port) {
      if (const OccupiedVc* vc = find(topology_.router_of(node), port * vcs_)) {
        return vc->parts.back().packet;
      }
    }
    return kNoPacket;
  }

  StuckWorm told_of(PacketHandle packet, NodeId at) const {
    const Packet& p = packets_[packet];
    StuckWorm worm;
    worm.message = message(packet);
    worm.source = p.source;
    worm.destinations.assign(p.destinations, p.destinations + p.destination_count);
    worm.flits = p.flits();
    worm.router = at;
    return worm;
  }

  // The header asks for an output: another worm in this router has it, in its class if it is
  // divided.
  void find_holder(const Place& at, StuckWorm& worm) const {
    const PortId port = at.vc->wanted;
    if (port == kNoPort) {
      return;
    }
    for (const OccupiedVc& other : routers_.at(at.node)) {
      const bool forks =
          std::any_of(other.forks.begin(), other.forks.end(), [&](const OccupiedVc::Output& out) {
            return is_network(port) ? out.port == port && out.vc_class == at.vc->wanted_class
                                    : same_seat(port, out.port);
          });
      const bool local =
          !is_network(port) && ((other.output != kNoPort && same_seat(port, other.output)) ||
                                other.absorbing != kNoPort || forks);
      const bool network =
          is_network(port) &&
          ((other.output == port && other.output_class == at.vc->wanted_class) || forks);
      if (&other != at.vc && (local || network)) {
        worm.reason = local               ? WaitReason::kReceivePort
                      : other.has_channel ? WaitReason::kOutput
                                          : WaitReason::kNextInTurn;
        worm.waits_for = message(other.parts.front().packet);
        return;
      }
    }
    // Bubble flow control: it may not take the output before there is room.
    const OccupiedVc* const next =
        is_network(port) && vcs_ == 1 ? behind(at.node, port, 0) : nullptr;
    if (next != nullptr) {
      worm.reason = WaitReason::kRoom;
      worm.waits_for = message(next->parts.front().packet);
    }
  }

  BusyVc busy(NodeId node, const OccupiedVc& vc) const {
    const int port = port_of(vc);
    std::uint64_t flits = 0;
    for (const OccupiedVc::Part& part : vc.parts) {
      flits += part.flits;
    }
    return {is_network(port) ? neighbour(node, port) : node,
            port,
            vc.input % vcs_,
            vc.state,
            message(vc.parts.front().packet),
            wanted(node, vc),
            flits};
  }

  const Fabric& fabric_;
  const Topology& topology_;
  int vcs_;
  int ports_;
  const PacketPool& packets_;
  bool jobs_;
  std::map<NodeId, std::vector<OccupiedVc>> routers_;
  std::map<PacketHandle, std::vector<Place>> places_;
};

}  // namespace

void describe_network(const Fabric& fabric, const Topology& topology, const NetworkConfig& config,
                      const PacketPool& packets, StuckReport& report) {
  report.vcs = config.vcs;
  Inspector(fabric, topology, config, packets, !report.jobs.empty(), report.verdict).fill(report);
  report.cycle = cycle_of_waits(report.worms);
}

}  // namespace flitcast
