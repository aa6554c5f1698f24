#include "tb/trace/trace_signals.h"

#include <array>

namespace flitcast::trace {
namespace {

// By kind_word.
constexpr std::array<std::string_view, 5> kKindWords{"-", "head", "body", "address", "tail"};
// By SendState, and whether a message is being received.
constexpr std::array<std::string_view, 3> kSendStates{"idle", "startup", "sending"};
constexpr std::array<std::string_view, 2> kReceiveStates{"idle", "receiving"};

constexpr unsigned kCycleBits = 64;  // as in the name of tb.cycle
constexpr unsigned kCountBits = 32;

/// Bits that hold 0 … `most`.
unsigned bits_for(std::uint64_t most) {
  unsigned bits = 1;
  while (bits < 64 && (most >> bits) != 0) {
    ++bits;
  }
  return bits;
}

/// At least two, so that the variable is a vector.
unsigned vector_bits(std::uint64_t most) {
  return bits_for(most) < 2 ? 2 : bits_for(most);
}

std::string output_name(const Topology& topology, NodeId node, PortId port) {
  if (port >= topology.network_ports()) {
    return topology.seats_of(node).count > 0
               ? "eject_" + std::to_string(port - topology.network_ports())
               : "-";
  }
  const NodeId to = topology.neighbour(node, port);
  return to == kNoNode ? "-" : "to_" + std::to_string(to);
}

}  // namespace

std::uint8_t kind_word(std::uint16_t kind) {
  if ((kind & flit_kind::kTail) != 0) {
    return 4;
  }
  if ((kind & flit_kind::kHead) != 0) {
    return 1;
  }
  return (kind & flit_kind::kAddress) != 0 ? 3 : 2;
}

std::string trace_name::router(NodeId node) {
  return "router_" + std::to_string(node);
}

std::string trace_name::interface(NodeId node) {
  return "ni_" + std::to_string(node);
}

TraceSignals::TraceSignals(VcdWriter& vcd, const Topology& topology, const NetworkConfig& config,
                           const TraceScope& scope)
    : vcd_(vcd),
      ports_(topology.network_ports() + static_cast<int>(topology.seats()) * config.ports),
      local_ports_(config.ports),
      vcs_(config.vcs),
      node_bits_(vector_bits(topology.nodes())),
      inputs_(topology.nodes() * static_cast<std::size_t>(ports_ * vcs_), kAbsent),
      outputs_(topology.nodes() * static_cast<std::size_t>(ports_), kAbsent),
      sends_(topology.nodes() * static_cast<std::size_t>(local_ports_), kAbsent),
      receives_(sends_.size(), kAbsent) {
  open("tb");
  add_group();
  cycle_ = vcd_.declare_number("cycle", kCycleBits);
  declared_.push_back({scope_, "cycle[63:0]", Signal::Type::kNumber});
  declared_in_.push_back(kBench);
  number(bench_signal::kRound, "round", kCountBits);
  bit(bench_signal::kDeadlock, "deadlock");
  open("fabric");
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (scope.routers[node]) {
      declare_router(topology, config, node);
    }
    if (scope.interfaces[node]) {
      declare_interface(node);
    }
  }
  close();
  close();
  vcd_.end_declarations();
}

void TraceSignals::open(const std::string& name) {
  vcd_.open_scope(name);
  scope_ += scope_.empty() ? name : "." + name;
}

void TraceSignals::close() {
  vcd_.close_scope();
  const std::size_t dot = scope_.rfind('.');
  scope_.resize(dot == std::string::npos ? 0 : dot);
}

void TraceSignals::add_group() {
  SignalGroup& group = groups_.emplace_back();
  group.value.fill(kNoNumber);
  group.written.fill(kNoNumber);
  signals_.emplace_back();
  busy_.push_back(0);
}

// A scope of its own, until close().
std::uint32_t TraceSignals::begin_group(const std::string& name) {
  open(name);
  add_group();
  return static_cast<std::uint32_t>(groups_.size() - 1);
}

void TraceSignals::declare(std::uint8_t place, Signal signal, const std::string& name) {
  signals_.back()[place] = signal;
  if (signal.type != Signal::Type::kNumber) {
    groups_.back().value[place] = 0;
  }
  declared_.push_back({scope_, name, signal.type});
  declared_in_.push_back(static_cast<std::uint32_t>(groups_.size() - 1));
}

std::vector<DeclaredSignal> TraceSignals::declared() const {
  std::vector<DeclaredSignal> signals = declared_;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    signals[i].busy = declared_in_[i] == kBench || busy_[declared_in_[i]] != 0;
  }
  return signals;
}

/// Neither a flit nor a message is there: all bits are 0, all words the first of theirs.
bool TraceSignals::at_rest(std::size_t number) const {
  for (std::size_t place = 0; place < SignalGroup::kPlaces; ++place) {
    const Signal::Type type = signals_[number][place].type;
    if ((type == Signal::Type::kBit || type == Signal::Type::kWord) &&
        groups_[number].value[place] != 0) {
      return false;
    }
  }
  return true;
}

void TraceSignals::number(std::uint8_t place, const char* name, unsigned width) {
  declare(place, {nullptr, vcd_.declare_number(name, width), Signal::Type::kNumber},
          name + ("[" + std::to_string(width - 1)) + ":0]");
}

void TraceSignals::bit(std::uint8_t place, const char* name) {
  declare(place, {nullptr, vcd_.declare_number(name, 1), Signal::Type::kBit}, name);
}

void TraceSignals::word(std::uint8_t place, const char* name, const std::string_view* words) {
  declare(place, {words, vcd_.declare_text(name), Signal::Type::kWord}, name);
}

void TraceSignals::write_all() {
  for (std::size_t number = 0; number < groups_.size(); ++number) {
    SignalGroup& group = groups_[number];
    group.written = group.value;
    busy_[number] = at_rest(number) ? 0 : 1;
    for (std::size_t place = 0; place < SignalGroup::kPlaces; ++place) {
      signals_[number][place].write(vcd_, group.value[place]);
    }
  }
}

const std::string_view* TraceSignals::output_words(const Topology& topology, NodeId node) {
  std::vector<std::string>& names = names_.emplace_back();
  for (int port = 0; port < ports_; ++port) {
    names.push_back(output_name(topology, node, static_cast<PortId>(port)));
  }
  std::vector<std::string_view>& words = words_.emplace_back();
  words.emplace_back("-");
  words.insert(words.end(), names.begin(), names.end());
  return words.data();
}

void TraceSignals::declare_router(const Topology& topology, const NetworkConfig& config,
                                  NodeId node) {
  const int network = topology.network_ports();
  const std::string_view* words = output_words(topology, node);
  open(trace_name::router(node));
  for (int port = 0; port < ports_; ++port) {
    if (port >= network && topology.seats_of(node).count == 0) {
      break;
    }
    if (port >= network) {
      declare_input("inject_" + std::to_string(port - network), words, 0, false,
                    inputs_[place(node, port * vcs_, vcs_)]);
      continue;
    }
    const NodeId from = topology.upstream(node, static_cast<PortId>(port));
    for (int vc = 0; vc < vcs_ && from != kNoNode; ++vc) {
      const PortId entry = topology.entry_port(from, topology.port_towards(from, node));
      declare_input("from_" + std::to_string(from) + "_vc" + std::to_string(vc), words,
                    config.most_flits(), true, inputs_[place(node, entry * vcs_ + vc, vcs_)]);
    }
  }
  for (int port = 0; port < ports_; ++port) {
    const std::string name = output_name(topology, node, static_cast<PortId>(port));
    if (name != "-") {
      outputs_[place(node, port, 1)] = declare_output(name, port < network);
    }
  }
  close();
}

void TraceSignals::declare_input(const std::string& name, const std::string_view* outputs,
                                 Cycle buffer, bool network, std::uint32_t& number_of_it) {
  number_of_it = begin_group(name);
  word(input_signal::kState, "state", kVcStateNames.data());
  number(input_signal::kOwner, "owner", kCountBits);
  word(input_signal::kWanted, "wanted", outputs);
  if (network) {
    const unsigned width = vector_bits(static_cast<std::uint64_t>(buffer));
    number(input_signal::kOccupancy, "occupancy", width);
    number(input_signal::kCredits, "credits", width);
  } else {
    number(input_signal::kOccupancy, "occupancy", kCountBits);
  }
  groups_.back().value[input_signal::kOccupancy] = 0;
  close();
}

std::uint32_t TraceSignals::declare_output(const std::string& name, bool network) {
  const std::uint32_t number_of_it = begin_group(name);
  bit(channel_signal::kValid, "valid");
  word(channel_signal::kKind, "kind", kKindWords.data());
  if (network) {
    number(channel_signal::kVc, "vc", vector_bits(static_cast<std::uint64_t>(vcs_)));
    groups_.back().value[channel_signal::kVc] = vcs_ > 1 ? kNoNumber : 0;
  }
  number(channel_signal::kMessage, "message", kCountBits);
  number(channel_signal::kSource, "source", node_bits_);
  number(channel_signal::kDestination, "destination", node_bits_);
  close();
  return number_of_it;
}

void TraceSignals::declare_interface(NodeId node) {
  open(trace_name::interface(node));
  for (int port = 0; port < local_ports_; ++port) {
    sends_[local(node, port)] = begin_group("send_" + std::to_string(port));
    word(channel_signal::kState, "state", kSendStates.data());
    number(channel_signal::kMessage, "message", kCountBits);
    number(channel_signal::kDestination, "destination", node_bits_);
    bit(channel_signal::kValid, "valid");
    word(channel_signal::kKind, "kind", kKindWords.data());
    close();
    receives_[local(node, port)] = begin_group("receive_" + std::to_string(port));
    word(receive_signal::kState, "state", kReceiveStates.data());
    number(receive_signal::kMessage, "message", kCountBits);
    number(receive_signal::kSource, "source", node_bits_);
    close();
  }
  close();
}

}  // namespace flitcast::trace
