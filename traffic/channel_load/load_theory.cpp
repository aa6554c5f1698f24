#include "traffic/channel_load/load_theory.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "traffic/channel_load/multicast_loads.h"
#include "traffic/theory/packet_flight.h"

namespace flitcast {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

double bound_of(double capacity, double load) {
  return load > 0 ? capacity / load : kNoBound;
}

}  // namespace

double LoadBounds::smallest() const {
  return std::min({channel, bisection, injection, ejection, memory});
}

LoadTheory::LoadTheory(const Routing& routing, const NetworkConfig& config,
                       const LoadSettings& settings)
    : topology_(routing.topology()),
      config_(config),
      links_(topology_, config),
      pattern_(make_pattern(topology_, settings.pattern)),
      routes_(oblivious_routes(routing)),
      mix_(routing, *pattern_, settings),
      turns_(config, mix_.longest()),
      loads_(topology_),
      sent_(topology_.processors(), 0),
      sent_packets_(topology_.processors(), 0),
      received_(topology_.processors(), 0),
      requests_(topology_.processors(), 0) {
  if (topology_.processors() > kMostProcessors) {
    throw std::invalid_argument(
        "the loads of channels are added up for at most " + std::to_string(kMostProcessors) +
        " processors; " + topology_.describe() + " has " + std::to_string(topology_.processors()));
  }
  add_flows(routing);
  if (const auto* const trace = pattern_->trace()) {
    count_packets(*trace);
  }
  find_bounds();
  find_busiest_channel();
  find_bisection();
}

// Some destinations at a time, so that the flows to them fit into memory.
void LoadTheory::add_flows(const Routing& routing) {
  constexpr std::size_t kFlows = std::size_t{1} << 23U;
  const NodeId processors = topology_.processors();
  const auto block = static_cast<NodeId>(std::min<std::size_t>(kFlows / processors, processors));
  const double copies = mix_.copies();
  const double replies = mix_.reply_share();
  std::optional<MulticastLoads> multicasts;
  if (mix_.multicasts() && !topology_.has_switches()) {
    multicasts.emplace(routing, mix_);
  }
  std::vector<std::vector<double>> to(block);
  for (NodeId first = 0; first < processors; first += block) {
    for (std::vector<double>& column : to) {
      column.assign(processors, 0);
    }
    for (NodeId source = 0; source < processors; ++source) {
      const double share = pattern_->share(source) / copies;
      pattern_->visit(source, [&](NodeId destination, double probability) {
        const double flits = share * probability;
        self_sends_ = self_sends_ || destination == source;
        if (destination - first < block && destination >= first) {
          to[destination - first][source] += flits;
          sent_[source] += flits;
          sent_packets_[source] += flits / mix_.flits();
          received_[destination] += flits;
          requests_[destination] += flits / mix_.flits();
          sent_[destination] += flits * replies;
          sent_packets_[destination] += replies > 0 ? flits / mix_.flits() : 0;
          received_[source] += flits * replies;
        }
        if (replies > 0 && source - first < block && source >= first) {
          to[source - first][destination] += flits * replies;
        }
      });
    }
    to.resize(std::min(block, processors - first));
    if (routes_ != nullptr) {
      routes_->add_flows(to, first, loads_);
    }
    for (NodeId i = 0; multicasts && i < to.size(); ++i) {
      multicasts->add(to[i], first + i, loads_, sent_, received_);
    }
  }
}

// Sizes of a trace's packets differ from source to source.
void LoadTheory::count_packets(const std::vector<TracePacket>& trace) {
  const double packets =
      topology_.processors() / (mix_.flits() * static_cast<double>(trace.size()));
  std::fill(sent_packets_.begin(), sent_packets_.end(), 0);
  for (const TracePacket& packet : trace) {
    sent_packets_[packet.source] += packets;
  }
}

// Of all ports together, as one that is as fast. A port is taken from a start-up to when the tail
// has left; staged routers take flits in as they come.
double LoadTheory::interface_cycles(NodeId node) const {
  const double startups = static_cast<double>(config_.startup) * sent_packets_[node];
  if (!config_.pipeline.staged()) {
    return (sent_[node] + 2 * sent_packets_[node] + startups) / config_.ports;
  }
  if (config_.pipeline.injects_serially()) {
    return sent_[node] + startups;
  }
  return (std::max(sent_[node], kShortestInjection * sent_packets_[node]) + startups) /
         config_.ports;
}

void LoadTheory::find_bounds() {
  bounds_.injection = kNoBound;
  bounds_.ejection = kNoBound;
  for (NodeId node = 0; node < topology_.processors(); ++node) {
    bounds_.injection = std::min(bounds_.injection, bound_of(1, send_ports_of(node).cycles));
    bounds_.ejection = std::min(bounds_.ejection, bound_of(1, receive_ports_of(node).cycles));
    if (const auto& memory = config_.memory) {
      const double rate = memory->banks / static_cast<double>(memory->latency);
      bounds_.memory = std::min(bounds_.memory, bound_of(rate, requests_[node]));
    }
  }
}

// Ports of a staged router have a flit a cycle between them, or as many as its input speed-up, and
// their packets take turns in the buffers behind them.
LoadTheory::Server LoadTheory::send_ports_of(NodeId node) const {
  if (sent_[node] <= 0) {
    return {};
  }
  double cycles = interface_cycles(node);
  if (config_.pipeline.staged()) {
    const Cycle slowest = self_sends_ ? 1 : links_.smallest().cycles_per_flit;
    const double turns =
        turns_.in_front(sent_[node], sent_packets_[node], slowest, self_sends_) / config_.ports;
    const int inputs = std::min(config_.ports, config_.pipeline.input_speedup);
    cycles = std::max({cycles, turns, sent_[node] / inputs});
  }
  return alike(sent_[node], cycles / sent_[node]);
}

LoadTheory::Server LoadTheory::receive_ports_of(NodeId node) const {
  const RouterPipeline& pipeline = config_.pipeline;
  const double own = 1.0 / config_.ports;
  return alike(received_[node],
               pipeline.staged() ? std::max(1.0 / std::min(config_.ports, pipeline.output_speedup),
                                            own * turns_.ejected_flit())
                                 : own);
}

LoadTheory::Server LoadTheory::alike(double flits, double interval) {
  return {flits, flits * interval, flits * interval * interval};
}

// Cycles from flit to flit of a channel, on average and at least. With half duplex, while a virtual
// channel passes from packet to packet, flits may go the other way.
double LoadTheory::interval(NodeId node, PortId port) const {
  const LinkTime& link = links_.of(node, port);
  const auto own = static_cast<double>(link.cycles_per_flit);
  const bool takes_turns = config_.pipeline.staged() && config_.duplex == Duplex::kFull;
  return takes_turns ? std::max(own, turns_.passing_flit(link)) : own;
}

// A channel between routers; with half duplex the one that leads back takes its turns.
LoadTheory::Server LoadTheory::server_of(NodeId node, PortId port) const {
  Server server;
  const auto add = [&](NodeId from, PortId through) {
    const Server one = alike(loads_.of(from, through), interval(from, through));
    server.flits += one.flits;
    server.cycles += one.cycles;
    server.squares += one.squares;
  };
  add(node, port);
  if (config_.duplex == Duplex::kHalf) {
    add(topology_.neighbour(node, port), topology_.entry_port(node, port));
  }
  return server;
}

void LoadTheory::find_busiest_channel() {
  bounds_.channel = kNoBound;
  bounds_.gamma_max = knows_routes() ? 0 : std::numeric_limits<double>::quiet_NaN();
  double slowest = 0;
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    for (int p = 0; p < topology_.network_ports(); ++p) {
      const auto port = static_cast<PortId>(p);
      if (topology_.neighbour(node, port) == kNoNode || loads_.of(node, port) <= 0) {
        continue;
      }
      const Server server = server_of(node, port);
      if (server.cycles > slowest) {
        slowest = server.cycles;
        bounds_.gamma_max = server.flits;
        bounds_.gamma_node = node;
        bounds_.gamma_port = port;
        bounds_.channel = 1 / server.cycles;
      }
    }
  }
}

void LoadTheory::find_bisection() {
  bounds_.bisection = kNoBound;
  for (int d = 0; d < topology_.dimensions(); ++d) {
    bounds_.bisection = std::min(bounds_.bisection, bisection_of(d));
  }
}

double LoadTheory::bisection_of(int dimension) const {
  const double copies = mix_.copies();
  const auto half_of = [&](NodeId node) {
    return topology_.coordinate(node, dimension) >= topology_.side(dimension) / 2 ? 1 : 0;
  };
  double flow[2] = {0, 0};      // by the half that it comes from
  double capacity[2] = {0, 0};  // likewise
  double of_pairs = 0;          // flits a cycle that pairs take of both ways together, at most
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    const int half = half_of(node);
    for (int p = 0; p < topology_.network_ports(); ++p) {
      const auto port = static_cast<PortId>(p);
      const NodeId next = topology_.neighbour(node, port);
      if (next != kNoNode && half_of(next) != half) {
        const double there = interval(node, port);
        const double back = interval(next, topology_.entry_port(node, port));
        capacity[half] += 1 / there;
        of_pairs += 0.5 / std::min(there, back);  // it is seen from both ends
      }
    }
    const double share = pattern_->share(node) / copies;
    pattern_->visit(node, [&](NodeId to, double probability) {
      if (half_of(to) != half) {
        flow[half] += share * probability;
        flow[1 - half] += share * probability * mix_.reply_share();
      }
    });
  }
  const double each = std::min(bound_of(capacity[0], flow[0]), bound_of(capacity[1], flow[1]));
  return config_.duplex == Duplex::kHalf ? std::min(each, bound_of(of_pairs, flow[0] + flow[1]))
                                         : each;
}

// Of a packet at the server, mean over the packets that come by: Pollaczek and Khinchine's
// ρ·E(S²)/(2·E(S)·(1 − ρ)).
double LoadTheory::waiting(const Server& server, double rate) const {
  const double busy = server.cycles * rate;
  if (busy >= 1) {
    return kNoBound;
  }
  return rate * server.squares * mix_.flits_beside_flit() / (2 * (1 - busy));
}

double LoadTheory::estimate(const PacketLatency& latency, double rate) const {
  if (!knows_routes() || pattern_->trace() != nullptr) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double flits = 0;  // of all processors
  double waits = 0;  // of all their flits, in every cycle at a rate of 1
  const auto wait_at = [&](double passing, const Server& server) {
    waits += passing > 0 ? passing * waiting(server, rate) : 0;
  };
  for (NodeId node = 0; node < topology_.processors(); ++node) {
    flits += sent_[node];
    wait_at(sent_[node], send_ports_of(node));
    wait_at(received_[node], receive_ports_of(node));
  }
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    for (int p = 0; p < topology_.network_ports(); ++p) {
      const auto port = static_cast<PortId>(p);
      if (loads_.of(node, port) > 0) {
        wait_at(loads_.of(node, port), server_of(node, port));
      }
    }
  }
  return mix_.zero_load(latency) + waits / flits;
}

}  // namespace flitcast
