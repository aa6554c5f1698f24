// Tracer, second part: what is under way when a trace begins.

#include "tb/trace/tracer.h"

namespace flitcast {

bool Tracer::router_matters(NodeId node) const {
  bool matters = watched_ > 0 || scope_.routers[node] || scope_.interfaces[node];
  for (int port = 0; port < network_ports_; ++port) {
    const NodeId to = topology_.neighbour(node, static_cast<PortId>(port));
    matters = matters || (to != kNoNode && scope_.routers[to]);
  }
  return matters;
}

ProbedModules Tracer::modules_that_matter() const {
  ProbedModules modules;
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    modules.routers.push_back(router_matters(node));
    modules.interfaces.push_back(watched_ > 0 || scope_.routers[node] || scope_.interfaces[node]);
  }
  return modules;
}

void Tracer::open(Fabric& fabric, Cycle at, std::uint64_t round) {
  fabric.attach_probe(*this, modules_that_matter());
  round_is(round, at);
  for (const Fabric::NetworkLink& link : fabric.network_links()) {
    const int input = link.channel->sink_port() * vcs_;
    for (int vc = 0; vc < vcs_; ++vc) {
      open_channel(link.channel->link(), vc, signals_.input(link.to, input + vc), at);
    }
  }
  for (const Fabric::LocalLinks& links : fabric.local_links()) {
    const NodeId node = links.node;
    const PortId port = links.ejection->sink_port();
    open_channel(links.injection->link(), 0,
                 signals_.input(node, links.injection->sink_port() * vcs_), at);
    const std::uint32_t group = signals_.receive(node, port);
    if (group == kAbsent) {
      continue;
    }
    if (const PacketHandle packet = fabric.ni(node).receiving(port); packet != kNoPacket) {
      on(at).receives.push_back(
          {group, 1, 0, message_number(packets_[packet]), packets_[packet].source});
    }
    links.ejection->link().virtual_channel(0).visit_slots([&](const Flit& flit, Cycle time) {
      if (flit.kind != flit_kind::kNone) {
        receive(group, flit, time - 1);
      }
    });
  }
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    if (scope_.routers[node]) {
      open_router(fabric, node, at);
    }
    if (node < topology_.processors() && (scope_.routers[node] || scope_.interfaces[node])) {
      fabric.ni(node).report_send_ports(*this, at);
    }
  }
}

void Tracer::open_router(const Fabric& fabric, NodeId node, Cycle at) {
  for (int input = 0; input < (network_ports_ + local_ports_) * vcs_; ++input) {
    if (signals_.input(node, input) != kAbsent) {
      vc_changed(node, input, fabric.router(node).view(input, at), at);
    }
  }
}

// Flits and credits by their dates; those of the future are on their way.
void Tracer::open_channel(const Link& link, int vc, std::uint32_t input, Cycle at) {
  if (input == kAbsent) {
    return;
  }
  const VirtualChannel& channel = link.virtual_channel(vc);
  std::uint32_t occupied = 0;
  auto credits = static_cast<std::uint32_t>(channel.capacity());
  const bool injection = !signals_.has(input, input_signal::kCredits);
  channel.visit_slots([&](const Flit& flit, Cycle time) {
    if (flit.kind == flit_kind::kNone) {
      if (time > at) {
        --credits;
        move(input, 0, 1, time);
      }
      return;
    }
    --credits;
    if (time <= at) {
      ++occupied;
    } else if (!injection) {  // there, the network interface reports them
      move(input, 1, 0, time);
    }
  });
  SignalGroup& group = signals_.group(input);
  group.value[input_signal::kOccupancy] = occupied;
  group.value[input_signal::kCredits] = credits;
}

}  // namespace flitcast
