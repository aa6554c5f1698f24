#include "traffic/load/load_theory.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace flitcast {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

double bound_of(double capacity, double load) {
  return load > 0 ? capacity / load : kNoBound;
}

}  // namespace

double LoadBounds::smallest() const {
  return std::min(std::min(channel, bisection), std::min(injection, ejection));
}

LoadTheory::LoadTheory(const Routing& routing, const NetworkConfig& config,
                       const LoadSettings& settings)
    : topology_(routing.topology()),
      config_(config),
      links_(topology_, config),
      settings_(settings),
      pattern_(make_pattern(topology_, settings.pattern)),
      routes_(oblivious_routes(routing)),
      mix_(routing, *pattern_, settings),
      loads_(topology_),
      sent_(topology_.processors(), 0),
      sent_packets_(topology_.processors(), 0),
      received_(topology_.processors(), 0) {
  if (topology_.processors() > kMostProcessors) {
    throw std::invalid_argument(
        "the loads of channels are added up for at most " + std::to_string(kMostProcessors) +
        " processors; " + topology_.describe() + " has " + std::to_string(topology_.processors()));
  }
  add_flows();
  find_bounds();
  find_busiest_channel();
  find_bisection();
}

// Some destinations at a time, so that the flows to them fit into memory.
void LoadTheory::add_flows() {
  constexpr std::size_t kFlows = std::size_t{1} << 23U;
  const NodeId processors = topology_.processors();
  const auto block = static_cast<NodeId>(std::min<std::size_t>(kFlows / processors, processors));
  const double copies = mix_.copies();
  const double replies = mix_.reply_share();
  std::vector<std::vector<double>> to(block);
  for (NodeId first = 0; first < processors; first += block) {
    for (std::vector<double>& column : to) {
      column.assign(processors, 0);
    }
    for (NodeId source = 0; source < processors; ++source) {
      const double share = pattern_->share(source) / copies;
      pattern_->visit(source, [&](NodeId destination, double probability) {
        const double flits = share * probability;
        if (destination - first < block && destination >= first) {
          to[destination - first][source] += flits;
          sent_[source] += flits;
          sent_packets_[source] += flits / mix_.flits();
          received_[destination] += flits * copies;
          sent_[destination] += flits * replies;
          sent_packets_[destination] += replies > 0 ? flits / mix_.flits() : 0;
          received_[source] += flits * replies;
        }
        if (replies > 0 && source - first < block && source >= first) {
          to[source - first][destination] += flits * replies;
        }
      });
    }
    if (routes_ != nullptr) {
      to.resize(std::min(block, processors - first));
      routes_->add_flows(to, first, loads_);
    }
  }
}

void LoadTheory::find_bounds() {
  const RouterPipeline& pipeline = config_.pipeline;
  const double in = pipeline.staged() ? std::min(config_.ports, pipeline.input_speedup) : kNoBound;
  const int out =
      pipeline.staged() ? std::min(config_.ports, pipeline.output_speedup) : config_.ports;
  const double between = 2 + static_cast<double>(config_.startup);
  bounds_.injection = kNoBound;
  for (NodeId node = 0; node < topology_.processors(); ++node) {
    const double taken = sent_[node] + between * sent_packets_[node];
    bounds_.injection = std::min(
        bounds_.injection, std::min(bound_of(config_.ports, taken), bound_of(in, sent_[node])));
  }
  bounds_.ejection = bound_of(out, *std::max_element(received_.begin(), received_.end()));
}

// A channel between routers; with half duplex the one that leads back takes its turns.
LoadTheory::Server LoadTheory::server_of(NodeId node, PortId port) const {
  Server server;
  const auto add = [&](NodeId from, PortId through) {
    const auto interval = static_cast<double>(links_.of(from, through).cycles_per_flit);
    const double flits = loads_.of(from, through);
    server.flits += flits;
    server.cycles += flits * interval;
    server.squares += flits * interval * interval;
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
        const Cycle there = links_.of(node, port).cycles_per_flit;
        const Cycle back = links_.of(next, topology_.entry_port(node, port)).cycles_per_flit;
        capacity[half] += 1 / static_cast<double>(there);
        of_pairs += 0.5 / static_cast<double>(std::min(there, back));  // it is seen from both ends
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
  if (!knows_routes()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double flits = 0;  // of all processors
  double waits = 0;  // of all their flits, in every cycle at a rate of 1
  const auto wait_at = [&](double passing, const Server& server) {
    waits += passing > 0 ? passing * waiting(server, rate) : 0;
  };
  const auto alike = [](double passing, double interval) {
    return Server{passing, passing * interval, passing * interval * interval};
  };
  const double startup = 1 + (2 + static_cast<double>(config_.startup)) * mix_.packets_per_flit();
  for (NodeId node = 0; node < topology_.processors(); ++node) {
    flits += sent_[node];
    wait_at(sent_[node], alike(sent_[node], startup / config_.ports));
    wait_at(received_[node], alike(received_[node], 1.0 / config_.ports));
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
