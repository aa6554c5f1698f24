// Speed of the whole model, in flit-hops per second.
//
//   bench_fabric                     all cases, by Google Benchmark
//   bench_fabric --profile CASE N    one case alone in this process, for a profiler; N scales it

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <benchmark/benchmark.h>
#include <systemc>

#include "tb/measures/activity_counter.h"
#include "tb/sim/model.h"
#include "tb/sim/run_waveform.h"
#include "tests/support/random_unicasts.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/play/player.h"

namespace flitcast {
namespace {

using Clock = std::chrono::steady_clock;

/// What one simulation cost.
struct Measured {
  double elaboration_seconds = 0;
  double seconds = 0;
  double flit_hops = 0;
  double cycles = 0;
  double peak_mib = 0;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Cycles to trace, to a file that is thrown away.
struct Traced {
  Cycle from;
  Cycle to;
};

/// What watches a run.
struct Watched {
  std::optional<Traced> traced = std::nullopt;
  bool counted = false;  ///< events per module
};

/// A waveform of all modules.
class Tracing {
 public:
  Tracing(const Traced& cycles, const Topology& topology, const NetworkConfig& config, Model& model)
      : request_{{std::vector<bool>(topology.nodes(), true),
                  std::vector<bool>(topology.nodes(), true)},
                 cycles.from,
                 cycles.to,
                 {},
                 {}},
        waveform_(request_, topology, config, 1000, {sink_, "", ""}) {
    waveform_.begin(model);
  }
  void finish() {
    waveform_.end({});
    waveform_.leave();
  }

 private:
  struct TemporaryFile final : ByteSink {
    TemporaryFile() : file(std::tmpfile()) {}
    ~TemporaryFile() override { std::fclose(file); }
    void write(std::string_view bytes) override {
      if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) {
        throw std::runtime_error("the waveform cannot be written");
      }
    }
    std::FILE* file;
  };
  TraceRequest request_;
  TemporaryFile sink_;
  RunWaveform waveform_;
};

using MakeSchedule = std::function<Schedule(const Topology&, const Routing&)>;

Measured simulate(TopologyKind kind, const std::vector<std::uint32_t>& dims,
                  const NetworkConfig& config, const MakeSchedule& make_schedule,
                  const Watched& watched = {}) {
  const auto start = Clock::now();
  const Topology topology(kind, dims);
  const Routing routing(topology, config.order);
  const Schedule schedule = make_schedule(topology, routing);
  const auto payload = make_payload(schedule.operation, schedule.block_flits, 1);
  Player player(schedule, routing, {Sync::kBarrier, config}, *payload, nullptr);
  Model model("tb", topology, routing, config, sc_core::sc_time(1, sc_core::SC_NS), player);
  std::unique_ptr<Tracing> tracing;
  if (watched.traced) {
    tracing = std::make_unique<Tracing>(*watched.traced, topology, config, model);
  }
  ActivityCounter counter(topology, config);
  if (watched.counted) {
    model.fabric().attach_probe(counter);
  }
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  Measured measured;
  measured.elaboration_seconds = seconds_since(start);
  const auto running = Clock::now();
  sc_core::sc_start();
  if (tracing) {
    tracing->finish();
  }
  measured.seconds = seconds_since(running);
  if (!player.finished() || !player.data_error().empty()) {
    throw std::logic_error("the run is not sound: " + player.data_error());
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  measured.flit_hops = static_cast<double>(model.fabric().flit_hops());
  measured.cycles = static_cast<double>(player.completion());
  measured.peak_mib = static_cast<double>(usage.ru_maxrss) / 1024;
  return measured;
}

Schedule catalogue_schedule(const char* id, std::uint32_t mu, const Topology& topology,
                            const Routing& routing) {
  return find_row(id).build({topology, routing, mu, 0, {}});
}

// 8×8 mesh, one VC, wormhole: every node sends `messages` 16-flit messages to random nodes.
Measured random_mesh(Cycle buffer_flits, std::uint32_t messages, const Watched& watched = {}) {
  NetworkConfig config;
  config.buffer_flits = buffer_flits;
  return simulate(
      TopologyKind::kMesh, {8, 8}, config,
      [messages](const Topology& topology, const Routing& routing) {
        return random_unicasts(topology, routing, 1, messages, 16);
      },
      watched);
}

Measured direct_exchange(std::uint32_t dimension, Cycle startup) {
  NetworkConfig config;
  config.startup = startup;
  return simulate(TopologyKind::kHypercube, {dimension}, config,
                  [](const Topology& topology, const Routing& routing) {
                    return catalogue_schedule("aas-hc-dex", 8, topology, routing);
                  });
}

Measured binomial_scatter(std::uint32_t dimension) {
  NetworkConfig config;
  config.switching = Switching::kStoreAndForward;
  return simulate(TopologyKind::kHypercube, {dimension}, config,
                  [](const Topology& topology, const Routing& routing) {
                    return catalogue_schedule("oas-hc-sbt", 1, topology, routing);
                  });
}

Measured elaborate(std::uint32_t dimension) {
  return simulate(TopologyKind::kHypercube, {dimension}, NetworkConfig{},
                  [](const Topology& topology, const Routing& /*routing*/) {
                    Schedule nothing;
                    nothing.operation.kind = &loose_unicasts();
                    nothing.operation.nodes = topology.nodes();
                    return nothing;
                  });
}

constexpr Traced kAllCycles{0, WakeQueue::kNever};

struct Case {
  const char* name;
  std::uint32_t scale;  ///< messages per node, or the dimension of the hypercube
  Measured (*run)(std::uint32_t scale);
};

constexpr Case kCases[] = {
    {"random_mesh_8x8/buffer_2", 4000, [](std::uint32_t n) { return random_mesh(2, n); }},
    {"random_mesh_8x8/buffer_8", 4000, [](std::uint32_t n) { return random_mesh(8, n); }},
    {"random_mesh_8x8/buffer_16", 4000, [](std::uint32_t n) { return random_mesh(16, n); }},
    {"random_mesh_8x8/buffer_2/traced", 1000,
     [](std::uint32_t n) { return random_mesh(2, n, {kAllCycles}); }},
    {"random_mesh_8x8/buffer_16/traced", 1000,
     [](std::uint32_t n) { return random_mesh(16, n, {kAllCycles}); }},
    {"random_mesh_8x8/buffer_2/100_cycles_traced", 4000,
     [](std::uint32_t n) {
       return random_mesh(2, n, {Traced{50000, 50100}});
     }},
    {"random_mesh_8x8/buffer_2/counted", 4000,
     [](std::uint32_t n) {
       return random_mesh(2, n, {{}, true});
     }},
    {"random_mesh_8x8/buffer_16/counted", 4000,
     [](std::uint32_t n) {
       return random_mesh(16, n, {{}, true});
     }},
    {"aas-hc-dex/startup_10", 10, [](std::uint32_t n) { return direct_exchange(n, 10); }},
    {"aas-hc-dex/startup_100000", 10, [](std::uint32_t n) { return direct_exchange(n, 100000); }},
    {"oas-hc-sbt", 14, [](std::uint32_t n) { return binomial_scatter(n); }},
    {"elaborate_hypercube", 16, [](std::uint32_t n) { return elaborate(n); }},
};

// SystemC elaborates once per process: every simulation gets a process of its own.
Measured run_in_child(const Case& benchmark_case) {
  int channel[2];
  if (pipe(channel) != 0) {
    throw std::runtime_error("no pipe for the measurement");
  }
  const pid_t child = fork();
  if (child == 0) {
    Measured measured = benchmark_case.run(benchmark_case.scale);
    const ssize_t written = write(channel[1], &measured, sizeof measured);
    _exit(written == sizeof measured ? 0 : 1);
  }
  close(channel[1]);
  Measured measured;
  const ssize_t got = read(channel[0], &measured, sizeof measured);
  close(channel[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (got != sizeof measured || status != 0) {
    throw std::runtime_error("the simulation of " + std::string(benchmark_case.name) + " failed");
  }
  return measured;
}

void measure(benchmark::State& state, const Case& benchmark_case) {
  Measured measured;
  for (auto _ : state) {
    measured = run_in_child(benchmark_case);
    state.SetIterationTime(measured.elaboration_seconds + measured.seconds);
  }
  state.counters["elaboration_s"] = measured.elaboration_seconds;
  state.counters["cycles"] = measured.cycles;
  state.counters["flit_hops"] = measured.flit_hops;
  state.counters["flit_hops/s"] = measured.flit_hops / measured.seconds;
  state.counters["MiB"] = measured.peak_mib;
}

int profile(const std::string& name, std::uint32_t scale) {
  for (const Case& benchmark_case : kCases) {
    if (name == benchmark_case.name) {
      std::cout << static_cast<std::uint64_t>(benchmark_case.run(scale).flit_hops)
                << " flit-hops\n";
      return 0;
    }
  }
  std::cerr << "bench_fabric: no case is named " << name << "\n";
  return 2;
}

int run_all(int argc, char** argv) {
  for (const Case& benchmark_case : kCases) {
    benchmark::RegisterBenchmark(benchmark_case.name, measure, benchmark_case)
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace flitcast

int sc_main(int argc, char** argv) {
  try {
    if (argc == 4 && std::string(argv[1]) == "--profile") {
      return flitcast::profile(argv[2], static_cast<std::uint32_t>(std::stoul(argv[3])));
    }
    return flitcast::run_all(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "bench_fabric: " << error.what() << "\n";
    return 1;
  }
}

// The library's main would print a banner.
int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
