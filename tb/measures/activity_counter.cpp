#include <algorithm>

#include "tb/measures/activity.h"

namespace flitcast {

ActivityCounter::ActivityCounter(const Topology& topology, const NetworkConfig& config)
    : topology_(topology),
      network_ports_(static_cast<std::size_t>(topology.network_ports())),
      sends_(static_cast<std::size_t>(config.ports)),
      ports_(network_ports_ + topology.seats() * sends_),
      inputs_(ports_ * static_cast<std::size_t>(config.vcs)),
      outputs_(topology.nodes() * ports_),
      routers_(topology.nodes()),
      injected_(topology.processors() * sends_),
      held_(topology.nodes() * inputs_, kNoPort) {}

// ---- reports ----

void ActivityCounter::flit_sent(NodeId node, PortId port, const Flit& /*flit*/, Cycle /*at*/) {
  ++output(node, port).sent;
}

void ActivityCounter::flit_left(NodeId node, int /*input*/, Cycle /*at*/) {
  ++routers_[node].left;
}

void ActivityCounter::bodies_moved(NodeId node, int /*input*/, PortId port, const Flit& /*first*/,
                                   std::uint32_t count, Cycle /*at*/, Cycle /*interval*/) {
  output(node, port).sent += count;
  routers_[node].left += count;
}

// A worm holds an output from when it is given to it until the input is idle, or routes the next
// address. In between it may wait: for room, or for its turn on a half-duplex pair.
void ActivityCounter::vc_changed(NodeId node, int input, const InputVcView& view, Cycle /*at*/) {
  PortId& held = held_[node * inputs_ + static_cast<std::size_t>(input)];
  switch (view.state) {
    case VcState::kIdle:
    case VcState::kRouting:
      held = kNoPort;
      break;
    case VcState::kBlockedOnVc:
    case VcState::kBlockedOnPort:
      break;
    case VcState::kBlockedOnCredit:
    case VcState::kActive:
    case VcState::kAbsorbing:
      routers_[node].allocations += held == view.wanted ? 0U : 1U;
      held = view.wanted;
      break;
  }
}

void ActivityCounter::waited(NodeId node, PortId port, WaitCause cause, Cycle cycles,
                             Cycle /*at*/) {
  output(node, port).stalls[cause] += cycles;
}

void ActivityCounter::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  bodies_injected(node, port, flit, 1, at);
}

void ActivityCounter::bodies_injected(NodeId node, int port, const Flit& /*first*/,
                                      std::uint32_t count, Cycle at) {
  Injected& injected = injected_[node * sends_ + static_cast<std::size_t>(port)];
  injected.flits += count;
  if (injected.run_end != at) {
    injected.run_begin = at;
  }
  injected.run_end = at + count;
}

void ActivityCounter::send_changed(NodeId node, int /*port*/, SendState state,
                                   PacketHandle /*packet*/, Cycle /*at*/) {
  routers_[node].started += state == SendState::kStartup ? 1U : 0U;
}

// ---- sums ----

std::uint64_t ActivityCounter::Injected::up_to(Cycle end) const {
  const Cycle to_come = run_end - std::max(run_begin, end + 1);
  return flits - static_cast<std::uint64_t>(std::max<Cycle>(0, to_come));
}

std::uint64_t ActivityCounter::injections(NodeId node, Cycle end) const {
  std::uint64_t flits = 0;
  for (std::size_t port = 0; port < sends_; ++port) {
    flits += injected_[node * sends_ + port].up_to(end);
  }
  return flits;
}

std::vector<RouterActivity> ActivityCounter::count_routers(Cycle end) const {
  std::vector<RouterActivity> routers;
  const NodeId first = topology_.router_of(0);
  for (NodeId node = first; node < topology_.nodes(); ++node) {
    std::uint64_t sent = 0;
    for (std::size_t port = 0; port < ports_; ++port) {
      sent += output(node, port).sent;
    }
    const auto& [left, allocations, started] = routers_[node];
    const Seats seats = topology_.seats_of(node);
    std::uint64_t injected = 0;
    for (NodeId seat = 0; seat < seats.count; ++seat) {
      injected += injections(seats.first + seat, end);
    }
    routers.push_back({node, injected, left, sent, allocations, sent - left});
  }
  for (const LinkActivity& link : count_links()) {
    routers[link.to - first].buffer_writes += link.traversals;
  }
  return routers;
}

std::vector<LinkActivity> ActivityCounter::count_links() const {
  std::vector<LinkActivity> links;
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    for (std::size_t port = 0; port < network_ports_; ++port) {
      const auto leaving = static_cast<PortId>(port);
      const NodeId to = topology_.neighbour(node, leaving);
      if (to != kNoNode) {
        const Output& channel = output(node, port);
        links.push_back({node, leaving, to, channel.sent, channel.stalls});
      }
    }
  }
  return links;
}

InterfaceActivity ActivityCounter::count_interface(NodeId node, Cycle end) const {
  InterfaceActivity interface {
    node, routers_[node].started, injections(node, end), 0, {}
  };
  const NodeId router = topology_.router_of(node);
  const int first = topology_.local_port({node, 0}, static_cast<int>(sends_));
  for (std::size_t port = 0; port < sends_; ++port) {
    const Output& out = output(router, network_ports_ + static_cast<std::size_t>(first) + port);
    interface.ejections += out.sent;
    interface.stalls += out.stalls;
  }
  return interface;
}

Activity ActivityCounter::counted(Cycle end) const {
  Activity activity{count_routers(end), count_links(), {}};
  for (NodeId node = 0; node < topology_.processors(); ++node) {
    activity.interfaces.push_back(count_interface(node, end));
  }
  return activity;
}

}  // namespace flitcast
