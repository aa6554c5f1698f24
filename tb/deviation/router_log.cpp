#include "tb/deviation/router_log.h"

namespace flitcast {
namespace {

template <typename Value>
bool save_all(const std::vector<Value>& values, std::FILE* file) {
  const std::uint64_t count = values.size();
  return std::fwrite(&count, sizeof count, 1, file) == 1 &&
         std::fwrite(values.data(), sizeof(Value), values.size(), file) == values.size();
}

template <typename Value>
bool load_all(std::vector<Value>& values, std::FILE* file) {
  std::uint64_t count = 0;
  if (std::fread(&count, sizeof count, 1, file) != 1) {
    return false;
  }
  values.resize(count);
  return std::fread(values.data(), sizeof(Value), count, file) == count;
}

}  // namespace

bool same_event(const FlitEvent& a, const FlitEvent& b) {
  const bool headers = a.is(flit_kind::kHead);
  return a.at == b.at && a.message == b.message && a.kind == b.kind && a.vc == b.vc &&
         (headers || a.sequence == b.sequence);
}

RouterLog::RouterLog(const Topology& topology, const NetworkConfig& config, std::vector<bool> nodes)
    : topology_(topology), config_(config), times_(topology, config), nodes_(std::move(nodes)) {
  const auto ports = static_cast<std::size_t>(topology.network_ports() + config.ports);
  const std::size_t inputs = ports * static_cast<std::size_t>(config.vcs);
  for (NodeId node = 0; node < nodes_.size(); ++node) {
    if (nodes_[node]) {
      Pins& pins = pins_[node];
      pins.arrivals.resize(inputs);
      pins.sends.resize(ports);
      pins.credits.resize(inputs);
    }
  }
}

Cycle RouterLog::interval(NodeId node, int port) const {
  return port < network_ports() ? times_.of(node, static_cast<PortId>(port)).cycles_per_flit : 1;
}

void RouterLog::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  const FlitEvent sent = event(flit, at);
  if (nodes_[node]) {
    pins_[node].sends[port].push_back(sent);
  }
  if (port >= network_ports()) {
    if (sent.is(flit_kind::kTail)) {
      cycles_[{sent.message, node}] = at - injected_[sent.message];
    }
    return;
  }
  const NodeId next = topology_.neighbour(node, port);
  if (nodes_[next]) {
    const int input = topology_.entry_port(node, port) * config_.vcs + flit.vc;
    FlitEvent arrived = sent;
    arrived.at += times_.of(node, port).delay;
    pins_[next].arrivals[static_cast<std::size_t>(input)].push_back(arrived);
  }
}

void RouterLog::flit_left(NodeId node, int input, Cycle at) {
  if (nodes_[node]) {
    pins_[node].credits[static_cast<std::size_t>(input)].push_back(at);
  }
}

void RouterLog::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  FlitEvent arrived = event(flit, at + 1);
  if (arrived.is(flit_kind::kHead)) {
    injected_[arrived.message] = at;
  }
  if (nodes_[node]) {
    const int input = (network_ports() + port) * config_.vcs;
    pins_[node].arrivals[static_cast<std::size_t>(input)].push_back(arrived);
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

bool RouterLog::save(std::FILE* file) const {
  bool good = true;
  for (const auto& [node, pins] : pins_) {
    for (const auto* streams : {&pins.arrivals, &pins.sends}) {
      for (const std::vector<FlitEvent>& stream : *streams) {
        good = good && save_all(stream, file);
      }
    }
    for (const std::vector<Cycle>& stream : pins.credits) {
      good = good && save_all(stream, file);
    }
  }
  std::vector<Cycle> cycles;
  for (const auto& [end, taken] : cycles_) {
    cycles.insert(cycles.end(), {static_cast<Cycle>(end.first), Cycle{end.second}, taken});
  }
  return good && save_all(cycles, file) && std::fflush(file) == 0;
}

bool RouterLog::load(std::FILE* file) {
  bool good = true;
  for (auto& [node, pins] : pins_) {
    for (auto* streams : {&pins.arrivals, &pins.sends}) {
      for (std::vector<FlitEvent>& stream : *streams) {
        good = good && load_all(stream, file);
      }
    }
    for (std::vector<Cycle>& stream : pins.credits) {
      good = good && load_all(stream, file);
    }
  }
  std::vector<Cycle> cycles;
  good = good && load_all(cycles, file);
  for (std::size_t i = 0; good && i + 2 < cycles.size(); i += 3) {
    cycles_[{static_cast<std::uint64_t>(cycles[i]), static_cast<NodeId>(cycles[i + 1])}] =
        cycles[i + 2];
  }
  return good;
}

}  // namespace flitcast
