#include "tests/bench/cases.h"

#include <functional>
#include <string>
#include <utility>

#include "hw/time/wake_queue.h"
#include "tb/config/ini/raw_config.h"
#include "tb/plan/plan.h"
#include "tests/support/schedules/random_unicasts.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast {
namespace {

using MakeSchedule = std::function<Schedule(const Topology&, const Routing&)>;

Measured on_network(TopologyKind kind, const std::vector<std::uint32_t>& dims,
                    const NetworkConfig& config, const MakeSchedule& make_schedule,
                    const Watched& watched = {}) {
  const auto begun = BenchClock::now();
  const Topology topology(kind, dims);
  const Routing routing(topology, config.order);
  return simulate(topology, routing, config, make_schedule(topology, routing), begun, watched);
}

Schedule catalogue_schedule(const char* id, std::uint32_t mu, const Topology& topology,
                            const Routing& routing) {
  return find_row(id).build({topology, routing, mu, 0, {}});
}

// 8×8 mesh, one VC, wormhole: every node sends `messages` 16-flit messages to random nodes.
Measured random_mesh(Cycle buffer_flits, std::uint32_t messages, const Watched& watched = {}) {
  NetworkConfig config;
  config.buffer_flits = buffer_flits;
  return on_network(
      TopologyKind::kMesh, {8, 8}, config,
      [messages](const Topology& topology, const Routing& routing) {
        return random_unicasts(topology, routing, 1, messages, 16);
      },
      watched);
}

// Routers of random traffic: 4 VCs, and buffers of 8 flits.
NetworkConfig loaded() {
  NetworkConfig config;
  config.vcs = 4;
  config.buffer_flits = 8;
  return config;
}

NetworkConfig staged(Buffers buffers = Buffers::kPrivate) {
  NetworkConfig config = loaded();
  config.ports = 4;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.buffers = buffers;
  return config;
}

// Uniform traffic for `cycles` cycles.
Measured load_on_mesh(std::uint32_t side, double rate, std::uint32_t flits,
                      const NetworkConfig& config, std::uint32_t cycles) {
  const auto begun = BenchClock::now();
  const Topology topology(TopologyKind::kMesh, {side, side});
  const Routing routing(topology, RoutingOrder::kAscending);
  LoadSettings load;
  load.rate = rate;
  load.sizes = {{flits, 1}};
  load.warm_up = 500;
  load.precision = 0.0001;  // never reached
  load.most_cycles = cycles;
  load.drain = Drain::kNever;
  return simulate(topology, routing, config, load, begun);
}

std::function<Measured(std::uint32_t cycles)> load_case(std::uint32_t side, double rate,
                                                        std::uint32_t flits,
                                                        const NetworkConfig& config) {
  return [=](std::uint32_t cycles) { return load_on_mesh(side, rate, flits, config, cycles); };
}

Measured direct_exchange(std::uint32_t dimension, Cycle startup) {
  NetworkConfig config;
  config.startup = startup;
  return on_network(TopologyKind::kHypercube, {dimension}, config,
                    [](const Topology& topology, const Routing& routing) {
                      return catalogue_schedule("aas-hc-dex", 8, topology, routing);
                    });
}

Measured binomial_scatter(std::uint32_t dimension) {
  NetworkConfig config;
  config.switching = Switching::kStoreAndForward;
  return on_network(TopologyKind::kHypercube, {dimension}, config,
                    [](const Topology& topology, const Routing& routing) {
                      return catalogue_schedule("oas-hc-sbt", 1, topology, routing);
                    });
}

Schedule nothing(const Topology& topology) {
  Schedule schedule;
  schedule.operation.kind = &loose_unicasts();
  schedule.operation.nodes = topology.processors();
  return schedule;
}

Measured elaborate(std::uint32_t dimension) {
  return on_network(
      TopologyKind::kHypercube, {dimension}, NetworkConfig{},
      [](const Topology& topology, const Routing& /*routing*/) { return nothing(topology); });
}

// A row with blocks of μ flits, and further keys, on the hardware that `flitcast run` gives it.
std::function<Measured(std::uint32_t times)> row(
    const char* kind, const char* dims, const char* algorithm, std::uint32_t mu,
    const std::vector<std::pair<const char*, const char*>>& keys = {}) {
  RawConfig raw;
  give(raw, "topology.kind", kind);
  give(raw, "topology.dims", dims);
  give(raw, "traffic.algorithm", algorithm);
  give(raw, "traffic.message_flits", std::to_string(mu));
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return [raw](std::uint32_t times) {
    const auto begun = BenchClock::now();
    const Plan plan(raw);
    return simulate(plan.topology(), plan.routing(), plan.config().network,
                    times == 0 ? nothing(plan.topology()) : plan.schedule(), begun);
  };
}

std::function<Measured(std::uint32_t times)> contended_exchange(const char* vcs) {
  return row("mesh", "8x8", "aas-mesh-dex", 256, {{"traffic.variant", "raw"}, {"router.vcs", vcs}});
}

constexpr Traced kAllCycles{0, WakeQueue::kNever};

}  // namespace

std::vector<Case> bench_cases() {
  return {
      {"random_mesh_8x8/buffer_2", 4000, [](std::uint32_t n) { return random_mesh(2, n); }},
      {"random_mesh_8x8/buffer_8", 4000, [](std::uint32_t n) { return random_mesh(8, n); }},
      {"random_mesh_8x8/buffer_16", 4000, [](std::uint32_t n) { return random_mesh(16, n); }},
      {"random_mesh_8x8/buffer_2/traced", 1000,
       [](std::uint32_t n) { return random_mesh(2, n, {kAllCycles}); }},
      {"random_mesh_8x8/buffer_16/traced", 1000,
       [](std::uint32_t n) { return random_mesh(16, n, {kAllCycles}); }},
      {"random_mesh_8x8/buffer_2/100_cycles_traced", 4000,
       [](std::uint32_t n) {
         return random_mesh(2, n, {Traced{500, 600}});
       }},
      {"random_mesh_8x8/buffer_2/counted", 4000,
       [](std::uint32_t n) {
         return random_mesh(2, n, {{}, true});
       }},
      {"random_mesh_8x8/buffer_16/counted", 4000,
       [](std::uint32_t n) {
         return random_mesh(16, n, {{}, true});
       }},
      {"aas-mesh-dex/mu_16", 1, row("mesh", "8x8", "aas-mesh-dex", 16)},
      {"aas-mesh-dex/mu_256", 1, row("mesh", "8x8", "aas-mesh-dex", 256)},
      {"aas-mesh-dex/mu_1024", 1, row("mesh", "8x8", "aas-mesh-dex", 1024)},
      {"aas-mesh-dex/raw/vcs_1", 1, contended_exchange("1")},
      {"aas-mesh-dex/raw/vcs_4", 1, contended_exchange("4")},
      {"aas-torus2d-dex/vcs_2", 1,
       row("torus", "8x8", "aas-torus2d-dex", 16, {{"router.vcs", "2"}})},
      {"aas-hc-dex/mu_8", 1, row("hypercube", "7", "aas-hc-dex", 8)},
      {"aas-hc-sex/mu_8", 1, row("hypercube", "7", "aas-hc-sex", 8)},
      {"allreduce-ring/mu_16384", 1, row("ring", "16", "allreduce-ring", 16384)},
      {"aas-hc-dex/startup_10", 10, [](std::uint32_t n) { return direct_exchange(n, 10); }},
      {"aas-hc-dex/startup_100000", 10, [](std::uint32_t n) { return direct_exchange(n, 100000); }},
      {"oas-hc-sbt", 14, [](std::uint32_t n) { return binomial_scatter(n); }},
      {"load_8x8/flits_5", 50000, load_case(8, 0.2, 5, loaded())},
      {"load_8x8/flits_8", 50000, load_case(8, 0.2, 8, loaded())},
      {"load_8x8/staged/flits_1", 50000, load_case(8, 0.2, 1, staged())},
      {"load_8x8/staged/flits_5", 50000, load_case(8, 0.2, 5, staged())},
      {"load_8x8/staged/flits_5/shared", 50000, load_case(8, 0.2, 5, staged(Buffers::kShared))},
      {"load_8x8/staged/flits_8", 50000, load_case(8, 0.2, 8, staged())},
      {"load_32x32/flits_5", 5000, load_case(32, 0.05, 5, loaded())},
      {"load_32x32/staged/flits_5", 5000, load_case(32, 0.05, 5, staged())},
      {"elaborate_hypercube", 16, [](std::uint32_t n) { return elaborate(n); }},
  };
}

}  // namespace flitcast
