#pragma once

#include <string>

#include "tb/measures/activity.h"
#include "tb/results/run_csv.h"
#include "tb/sim/probe_observer.h"
#include "tb/sim/run_waveform.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/schedules/random_unicasts.h"
#include "tests/support/temp_folder.h"

namespace flitcast {

/// Everything in memory.
class StringSink final : public trace::ByteSink {
 public:
  void write(std::string_view bytes) override { text += bytes; }
  std::string text;
};

inline trace::TraceRequest trace_all(const Topology& topology) {
  trace::TraceRequest request;
  request.scope = {std::vector<bool>(topology.nodes(), true),
                   std::vector<bool>(topology.processors(), true)};
  request.scope.interfaces.resize(topology.nodes(), false);
  return request;
}

/// What a simulation left.
struct TracedRun {
  std::string vcd;
  std::string messages;  ///< CSV
  std::uint64_t flit_hops = 0;
  std::string activity;  ///< CSV, where it was counted
};

/// Whether events are counted beside the waveform.
enum class Counting { kOff, kOn };

template <typename MakeSchedule>
TracedRun traced_run(const Config& config, const Topology& topology,
                     const trace::TraceRequest& request, const MakeSchedule& make_schedule,
                     Counting counting = Counting::kOff) {
  const TempFolder folder;
  const Routing routing(topology, config.network.order);
  const Schedule schedule = make_schedule(topology, routing);
  AtomicFile csv(folder.path("messages.csv"));
  MessageCsv deliveries(&csv);
  StringSink sink;
  RunWaveform waveform(request, topology, config.network, period_in_picoseconds(config),
                       {sink, "today", "test"});
  ScheduleParts parts;
  parts.deliveries = &deliveries;
  parts.observers = {&waveform};
  ActivityCounter counter(topology, config.network);
  ProbeObserver counts(counter);
  if (counting == Counting::kOn) {
    parts.observers.push_back(&counts);
  }
  const ScheduleRun result = simulate(config, topology, routing, schedule, parts);
  deliveries.finish();
  csv.commit();
  return {sink.text, folder.read("messages.csv"), result.flit_hops,
          counting == Counting::kOn ? activity_csv(counter.counted(result.completion_cycles)) : ""};
}

}  // namespace flitcast
