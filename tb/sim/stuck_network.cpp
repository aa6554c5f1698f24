#include <algorithm>

#include "tb/sim/measurements.h"
#include "tb/sim/worm_places.h"

namespace flitcast {
namespace {

/// Tells what every worm waits for.
class Inspector {
 public:
  Inspector(const Fabric& fabric, const Topology& topology, const NetworkConfig& config,
            const PacketPool& packets, bool jobs, Cycle now)
      : fabric_(fabric),
        topology_(topology),
        vcs_(config.vcs),
        ports_(config.ports),
        packets_(packets),
        jobs_(jobs),
        places_(fabric, topology, config, packets, now) {}

  void fill(StuckReport& report) const {
    for (const auto& [packet, places] : places_.worms()) {
      report.worms.push_back(worm(packet));
    }
    add_waits_in_interfaces(report);
    std::sort(report.worms.begin(), report.worms.end(),
              [](const StuckWorm& a, const StuckWorm& b) { return a.message < b.message; });
    for (const auto& [node, vcs] : places_.routers()) {
      BusyRouter router{node, {}};
      for (const OccupiedVc& vc : vcs) {
        router.inputs.push_back(busy(node, vc));
      }
      report.routers.push_back(std::move(router));
    }
  }

 private:
  using Place = WormPlaces::Place;

  bool is_network(int port) const { return places_.is_network(port); }
  /// Both are ports of one processor.
  bool same_seat(int port, int other) const {
    return !is_network(other) && (port - topology_.network_ports()) / ports_ ==
                                     (other - topology_.network_ports()) / ports_;
  }
  std::uint64_t message(PacketHandle packet) const {
    const Packet& told = packets_[packet];
    return jobs_ ? told.job * StuckReport::kJob + told.id % StuckReport::kJob : told.id;
  }
  StuckWorm worm(PacketHandle packet) const {
    const Place at = places_.header(packet);
    StuckWorm worm = told_of(packet, at.node);
    worm.holds = places_.held(packet, at);
    find_wait(at, worm);
    return worm;
  }

  NodeId wanted(NodeId node, const OccupiedVc& vc) const {
    if (vc.wanted == kNoPort) {
      return kNoNode;
    }
    return is_network(vc.wanted) ? places_.neighbour(node, vc.wanted) : node;
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
    } else if (const OccupiedVc* next = places_.behind_output(at.node, *at.vc)) {
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
        if (places_.worms().count(held.by) == 0 && before != kNoPacket) {
          waits(held.by, node, WaitReason::kQueue, before);
        }
      }
    }
  }

  // The last message in a router that a node has injected by one of its ports, if there is one.
  PacketHandle before_injection(NodeId node) const {
    const int first = topology_.network_ports() + topology_.local_port({node, 0}, ports_);
    for (int port = first; port < first + ports_; ++port) {
      if (const OccupiedVc* vc = places_.find(topology_.router_of(node), port * vcs_)) {
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
    for (const OccupiedVc& other : places_.routers().at(at.node)) {
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
        is_network(port) && vcs_ == 1 ? places_.behind(at.node, port, 0) : nullptr;
    if (next != nullptr) {
      worm.reason = WaitReason::kRoom;
      worm.waits_for = message(next->parts.front().packet);
    }
  }

  BusyVc busy(NodeId node, const OccupiedVc& vc) const {
    const int port = places_.port_of(vc);
    std::uint64_t flits = 0;
    for (const OccupiedVc::Part& part : vc.parts) {
      flits += part.flits;
    }
    return {is_network(port) ? places_.neighbour(node, port) : node,
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
  WormPlaces places_;
};

}  // namespace

void describe_network(const Fabric& fabric, const Topology& topology, const NetworkConfig& config,
                      const PacketPool& packets, StuckReport& report) {
  report.vcs = config.vcs;
  Inspector(fabric, topology, config, packets, !report.jobs.empty(), report.verdict).fill(report);
  report.cycle = cycle_of_waits(report.worms);
}

}  // namespace flitcast
