#include "tests/bench/simulate.h"

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <sys/resource.h>
#include <vector>

#include "tb/measures/activity.h"
#include "tb/sim/model.h"
#include "tb/sim/run_waveform.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/open_loop/open_loop_traffic.h"
#include "traffic/play/schedule_executor.h"

namespace flitcast {
namespace {

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
  struct TemporaryFile final : trace::ByteSink {
    TemporaryFile() : file(std::tmpfile()) {}
    ~TemporaryFile() override { std::fclose(file); }
    void write(std::string_view bytes) override {
      if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) {
        throw std::runtime_error("the waveform cannot be written");
      }
    }
    std::FILE* file;
  };
  trace::TraceRequest request_;
  TemporaryFile sink_;
  RunWaveform waveform_;
};

/// What a model that has run has done.
void measure(const Model& model, Cycle cycles, Measured& measured) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  measured.flit_hops = static_cast<double>(model.fabric().flit_hops());
  measured.cycles = static_cast<double>(cycles);
  measured.peak_mib = static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace

Measured simulate(const Topology& topology, const Routing& routing, const NetworkConfig& config,
                  const Schedule& schedule, BenchClock::time_point begun, const Watched& watched) {
  const auto payload = make_payload(schedule.operation, schedule.block_flits, 1);
  ScheduleExecutor executor(schedule, routing, {Sync::kBarrier, config}, *payload, nullptr);
  Model model(topology, routing, config, executor);
  std::unique_ptr<Tracing> tracing;
  if (watched.traced) {
    tracing = std::make_unique<Tracing>(*watched.traced, topology, config, model);
  }
  ActivityCounter counter(topology, config);
  if (watched.counted) {
    model.fabric().attach_probe(counter);
  }
  Measured measured;
  measured.elaboration_seconds = seconds_since(begun);
  const auto running = BenchClock::now();
  model.run();
  if (tracing) {
    tracing->finish();
  }
  measured.seconds = seconds_since(running);
  if (!executor.finished() || !executor.data_error().empty()) {
    throw std::logic_error("the run is not sound: " + executor.data_error());
  }
  measure(model, executor.completion(), measured);
  return measured;
}

Measured simulate(const Topology& topology, const Routing& routing, const NetworkConfig& config,
                  const LoadSettings& load, BenchClock::time_point begun) {
  OpenLoopTraffic workload(routing, config, load, PacketLatency(config));
  Model model(topology, routing, config, workload);
  Measured measured;
  measured.elaboration_seconds = seconds_since(begun);
  const auto running = BenchClock::now();
  model.run();
  measured.seconds = seconds_since(running);
  if (!workload.finished()) {
    throw std::logic_error("the run is not sound: it did not end");
  }
  measure(model, workload.completion(), measured);
  return measured;
}

}  // namespace flitcast
