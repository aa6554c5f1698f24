#include "hw/rtl_router/clocked_router.h"

#include <stdexcept>
#include <utility>

#include "hw/topology/link_times.h"

namespace flitcast {
namespace {

constexpr std::uint64_t kAddressBits = RtlParameters::kWordBits / 2;
constexpr std::uint64_t kLengthBits = kAddressBits - RtlParameters::kTagBits;

constexpr std::uint64_t low(std::uint64_t value, std::uint64_t bits) {
  return value & ((std::uint64_t{1} << bits) - 1);
}

bool is_header(std::uint16_t kind) {
  return (kind & (flit_kind::kHead | flit_kind::kAddress)) != 0;
}

/// Routers see every flit in the cycle in which it could move, over links of one cycle.
NetworkConfig clocked(NetworkConfig config) {
  config.flit_by_flit = true;
  config.link_delay = 1;
  return config;
}

}  // namespace

ClockedRouter::ClockedRouter(const NetworkConfig& config, const Routing& routing, NodeId node,
                             std::string_view policy)
    : config_(clocked(config)), node_(node) {
  const Topology& topology = routing.topology();
  if (const auto why = not_in_rtl(config, routing, policy)) {
    throw std::invalid_argument(*why);
  }
  if (node >= topology.nodes()) {
    throw std::invalid_argument("there is no router " + std::to_string(node) + " in a network of " +
                                std::to_string(topology.nodes()) + " nodes");
  }
  parameters_ = rtl_parameters(config, routing);
  for (NodeId each = 0; each < topology.nodes(); ++each) {
    nodes_[rtl_address(parameters_, topology, each)] = each;
  }
  core_ = make_router_core(  // module 0
      {node, topology.network_ports(), wakes_.reserve(1), config_, routing, packets_, wakes_});
  wakes_.enlist(neighbours_);
  inputs_.resize(static_cast<std::size_t>(parameters_.inputs()));
  outputs_.resize(inputs_.size());
  const LinkTimes times(topology, config_);
  for (int port = 0; port < parameters_.network_ports; ++port) {
    const auto leaving = static_cast<PortId>(port);
    if (topology.neighbour(node, leaving) != kNoNode) {
      attach(leaving,
             {1, times.of(node, leaving).cycles_per_flit, config_.most_flits(), config_.vcs});
    }
  }
  for (int port = parameters_.network_ports;
       node < topology.processors() && port < parameters_.ports(); ++port) {
    attach(static_cast<PortId>(port), {1, 1, RtlParameters::kLocalDepth, 1});
  }
}

void ClockedRouter::attach(PortId port, const LinkParameters& parameters) {
  Link& in = links_.emplace_back(parameters);
  Link& out = links_.emplace_back(parameters);
  for (int vc = 0; vc < parameters.vcs; ++vc) {
    const auto index = static_cast<std::size_t>(port * config_.vcs + vc);
    inputs_[index].link = &in;
    inputs_[index].channel = &in.virtual_channel(vc);
    outputs_[index].link = &out;
    outputs_[index].channel = &out.virtual_channel(vc);
    in.virtual_channel(vc).open();
    out.virtual_channel(vc).open();
  }
  core_->attach_input(port, in);
  core_->attach_output(port, out);
  out.attach_reader(&neighbours_, 0, flit_kind::kNone);
}

void ClockedRouter::fail(int port, const std::string& what) const {
  throw ProtocolViolation("router " + std::to_string(node_) + ", cycle " + std::to_string(now_) +
                          ": port " + std::to_string(port) + " " + what);
}

void ClockedRouter::clock(const FlitPins& in, FlitPins& out) {
  ++now_;
  lookahead_.set(now_);
  for (int port = 0; port < parameters_.ports(); ++port) {
    if (in[Pin::kValid].bit(port)) {
      take_flit(in, port);
    }
  }
  take_credits(in);
  bool due = false;
  wakes_.enter(now_, [&](std::size_t, std::uint64_t modules) { due = (modules & 1U) != 0; });
  neighbours_.take(now_);
  if (due) {
    core_->tick(now_);
  }
  out.clear();
  for (int index = 0; index < parameters_.inputs(); ++index) {
    show_flit(outputs_[static_cast<std::size_t>(index)], index, out);
    show_credit(inputs_[static_cast<std::size_t>(index)], index, out);
  }
}

void ClockedRouter::take_flit(const FlitPins& in, int port) {
  const std::uint64_t vc = config_.vcs > 1 ? in[Pin::kVc].get(port) : 0;
  const auto index = static_cast<std::size_t>(port * config_.vcs) + vc;
  if (vc >= static_cast<std::uint64_t>(config_.vcs) || inputs_[index].channel == nullptr) {
    fail(port, "gets a flit where no virtual channel comes in");
  }
  Input& input = inputs_[index];
  if (!input.channel->can_push(now_ - 1)) {
    fail(port, "gets a flit that its buffer has no room for");
  }
  const std::uint16_t kind = in.kind(port);
  Flit flit;
  if ((kind & flit_kind::kHead) != 0) {
    flit = begin_worm(in, port, input);
  } else if (input.entering == kNone) {
    fail(port, "gets a flit that belongs to no worm");
  } else {
    flit.word = in[Pin::kWord].get(port);
    flit.sequence = input.sequence++;
    flit.packet = input.entering;
  }
  if (is_header(kind)) {
    worms_[input.entering]->headers.push_back(in[Pin::kWord].get(port));
    flit.word = header(in[Pin::kWord].get(port), port);
  }
  const std::uint16_t body = is_header(kind) ? flit_kind::kNone : flit_kind::kBody;
  flit.kind = static_cast<std::uint16_t>(kind | body);
  flit.vc = static_cast<std::uint16_t>(vc);
  const bool tail = (kind & flit_kind::kTail) != 0;
  input.tails.push_back(tail ? input.entering : kNone);
  if (tail) {
    input.entering = kNone;
  }
  input.link->send(flit, *input.channel, now_ - 1, wakes_);
}

/// A header as the model has it: with the number of the node.
Word ClockedRouter::header(std::uint64_t word, int port) const {
  const auto node = nodes_.find(low(word, kAddressBits));
  if (node == nodes_.end()) {
    fail(port, "gets a header for an address of no node");
  }
  return header_word(node->second,
                     static_cast<std::uint32_t>(low(word >> kAddressBits, kLengthBits)));
}

Flit ClockedRouter::begin_worm(const FlitPins& in, int port, Input& input) {
  if (input.entering != kNone) {
    fail(port, "gets a header before the tail of the worm before it");
  }
  const Word word = header(in[Pin::kWord].get(port), port);
  if (header_flits(word) == 0) {
    fail(port, "gets a header of a worm of no flits");
  }
  const std::uint64_t route = in[Pin::kRoute].get(port);
  const auto route_bits = static_cast<std::uint64_t>(parameters_.route_bits() - 1);
  const bool brings_route = (route >> route_bits) != 0;
  const auto leaving =
      static_cast<PortId>(low(route, static_cast<std::uint64_t>(parameters_.port_bits())));
  auto worm = std::make_unique<Worm>(Worm{header_destination(word), {leaving, leaving}, route, {}});
  Packet packet;
  packet.destinations = &worm->destination;
  packet.destination_count = 1;
  packet.payload_flits = header_flits(word) - 1;
  packet.route = brings_route ? worm->ports.data() : nullptr;
  packet.id = worms_begun_++;
  input.entering = packets_.add(packet);
  input.sequence = 0;
  worms_[input.entering] = std::move(worm);
  Flit flit;
  flit.packet = input.entering;
  return flit;
}

void ClockedRouter::take_credits(const FlitPins& in) {
  for (int index = 0; index < parameters_.inputs(); ++index) {
    Output& output = outputs_[static_cast<std::size_t>(index)];
    const bool network = index < parameters_.network_ports * config_.vcs;
    if (network && in[Pin::kCredit].bit(index)) {
      if (output.uncredited == 0) {
        fail(index / config_.vcs, "gets a credit too many");
      }
      --output.uncredited;
      output.link->release(*output.channel, now_ - 1, wakes_);
    } else if (!network && output.uncredited > 0) {  // the node has taken it
      --output.uncredited;
      output.link->release(*output.channel, now_, wakes_);
    }
  }
}

void ClockedRouter::show_flit(Output& output, int index, FlitPins& out) {
  if (output.channel == nullptr || !output.channel->occupied_at(output.uncredited)) {
    return;
  }
  const Flit& flit = output.channel->peek(output.uncredited++);
  const int port = index / config_.vcs;
  out[Pin::kValid].set(port);
  out.put_kind(port, flit.kind);
  out[Pin::kVc].put(port, static_cast<std::uint64_t>(index - port * config_.vcs));
  if (!is_header(flit.kind)) {
    out[Pin::kWord].put(port, flit.word);
    return;
  }
  Worm& worm = *worms_[flit.packet];
  out[Pin::kWord].put(port, worm.headers.front());
  worm.headers.pop_front();
  const auto route_bits = static_cast<std::uint64_t>(parameters_.route_bits() - 1);
  if (worm.route >> route_bits != 0 && header_destination(flit.word) != node_) {
    out[Pin::kRoute].put(port, std::uint64_t{1} << route_bits |
                                   low(worm.route, route_bits) >> parameters_.port_bits());
  }
}

void ClockedRouter::show_credit(Input& input, int index, FlitPins& out) {
  if (input.tails.empty() || input.channel->occupied_at(input.tails.size() - 1)) {
    return;
  }
  out[Pin::kCredit].set(index);
  if (input.tails.front() != kNone) {
    packets_.remove(input.tails.front());
  }
  input.tails.pop_front();
}

}  // namespace flitcast
