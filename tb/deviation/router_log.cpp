#include "tb/deviation/router_log.h"

#include <algorithm>
#include <tuple>

namespace flitcast {

bool same_event(const FlitEvent& a, const FlitEvent& b) {
  const bool headers = a.is(flit_kind::kHead);
  return a.at == b.at && a.message == b.message && a.kind == b.kind && a.vc == b.vc &&
         (headers || a.sequence == b.sequence);
}

void RouterLog::add(const LogEntry& entry) {
  if (wakes_->now() != seen_) {
    seen_ = wakes_->now();
    advance(seen_ - 1);  // a report comes one cycle late at most
  }
  cycles_[entry.flit.at].push_back(entry);
}

void RouterLog::advance(Cycle end) {
  while (!cycles_.empty() && cycles_.begin()->first < end) {
    auto& [at, entries] = *cycles_.begin();
    std::sort(entries.begin(), entries.end(), [](const LogEntry& a, const LogEntry& b) {
      return std::tie(a.what, a.node, a.pin) < std::tie(b.what, b.node, b.pin);
    });
    take_(at, entries);
    cycles_.erase(cycles_.begin());
  }
}

Cycle& RouterLog::injected(PacketHandle packet) {
  if (packet >= injected_.size()) {
    injected_.resize(packet + std::size_t{1});
  }
  return injected_[packet];
}

void RouterLog::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  const FlitEvent sent = event(flit, at);
  if (routers_.nodes[node]) {
    add({LogEntry::What::kSend, node, port, sent});
  }
  if (port >= routers_.network_ports()) {
    if (sent.is(flit_kind::kTail)) {
      add({LogEntry::What::kMessageEnd, node, port, sent, at - injected(flit.packet)});
    }
    return;
  }
  const NodeId next = routers_.topology.neighbour(node, port);
  if (routers_.nodes[next]) {
    FlitEvent arrived = sent;
    arrived.at += routers_.times.of(node, port).delay;
    add({LogEntry::What::kArrival, next,
         routers_.topology.entry_port(node, port) * routers_.vcs() + flit.vc, arrived});
  }
}

void RouterLog::flit_left(NodeId node, int input, Cycle at) {
  if (routers_.nodes[node]) {
    FlitEvent left;
    left.at = at;
    add({LogEntry::What::kCredit, node, input, left});
  }
}

void RouterLog::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  const FlitEvent arrived = event(flit, at + 1);
  if (arrived.is(flit_kind::kHead)) {
    injected(flit.packet) = at;
  }
  if (routers_.nodes[node]) {
    add({LogEntry::What::kArrival, node, (routers_.network_ports() + port) * routers_.vcs(),
         arrived});
  }
}

void RouterLog::bodies_moved(NodeId node, int input, PortId port, const Flit& first,
                             std::uint32_t count, Cycle at, Cycle interval) {
  Flit flit = first;
  for (std::uint32_t i = 0; i < count; ++i, ++flit.sequence) {
    flit_sent(node, port, flit, at + i * interval);
    flit_left(node, input, at + i * interval);
  }
}

void RouterLog::bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                                Cycle at) {
  Flit flit = first;
  for (std::uint32_t i = 0; i < count; ++i, ++flit.sequence) {
    flit_injected(node, port, flit, at + i);
  }
}

}  // namespace flitcast
