#include <memory>
#include <utility>

#include <flitcast/run.h>
#include <flitcast/version.h>
#include <fmt/format.h>

#include "tb/library/caller.h"
#include "tb/library/result_data.h"
#include "tb/library/settings_keys.h"
#include "tb/outputs/run_outputs.h"
#include "tb/plan/planned_run.h"
#include "tb/results/result_json.h"
#include "tb/results/text_report.h"
#include "tb/sim/model.h"
#include "tb/system/exit_code.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

/// Shows the caller how far a simulation is.
class RunForCaller final : public RunOutput, public RunObserver, public CycleObserver {
 public:
  explicit RunForCaller(Caller& caller) : caller_(caller) {}

  void watch(RunParts& parts) override { parts.observers.push_back(this); }
  void begin(Model& model) override {
    model_ = &model;
    model.sequencer().add_observer(*this);
    reached(0);
  }
  void end(const std::optional<StuckReport>& /*stuck*/) override {}
  void reached(Cycle cycle) override {
    caller_.look([&] {
      const WorkloadProgress workload = model_->workload().progress();
      return Progress{fmt::format("{}  cycle {}", workload.words, cycle), workload.done,
                      workload.of};
    });
  }

 private:
  Caller& caller_;
  const Model* model_ = nullptr;
};

/// Keeps what the caller wants to have of a run.
class KeptParts final : public RunOutput, public DeliverySink {
 public:
  KeptParts(const RunOptions& options, Result::Data& data) : options_(options), data_(data) {}

  void watch(RunParts& parts) override {
    parts.channels = parts.channels || options_.links;
    if (options_.messages) {
      next_ = std::exchange(parts.deliveries, this);
    }
  }
  void delivered(const Delivery& delivery) override {
    if (next_ != nullptr) {
      next_->delivered(delivery);
    }
    data_.messages.push_back({delivery.id,
                              delivery.round,
                              delivery.source,
                              delivery.destination,
                              delivery.hops,
                              delivery.flits,
                              delivery.issued,
                              delivery.injected,
                              delivery.head_arrived,
                              delivery.tail_arrived,
                              {delivery.path.begin(), delivery.path.end()}});
  }
  void complete(RunResult& run) override {
    if (!options_.links) {
      return;
    }
    for (const ChannelResult& each : measures_of(run).channels) {
      const Waits& waits = each.waits;
      data_.links.push_back({each.from,
                             each.to,
                             each.receive_port,
                             each.flits,
                             each.busy_cycles,
                             {waits[WaitCause::kContention], waits[WaitCause::kCredit],
                              waits[WaitCause::kPort], waits[WaitCause::kSerialisation]}});
    }
  }

 private:
  const RunOptions& options_;
  Result::Data& data_;
  DeliverySink* next_ = nullptr;  // that the files of the run have
};

void judge(const RunResult& run, Result::Data& data) {
  if (measures_of(run).stuck) {
    data.stuck = stuck_text(*measures_of(run).stuck);
    data.exit_code = exit_code::kStuck;
    return;
  }
  data.data_error = measures_of(run).data_error;
  const bool good = data.unmet.empty() && data.data_error.empty();
  data.exit_code = good ? exit_code::kGood : exit_code::kUnmet;
}

std::shared_ptr<const Result::Data> play(const RawConfig& raw, const RunOptions& options,
                                         Caller& caller) {
  refuse_sweep(raw, "run");
  VerificationForCaller verification(caller, gives_load_alone(raw) || gives_program(raw));
  const PlannedRun plan = plan_run(raw, &verification);
  auto data = std::make_shared<Result::Data>();
  RunOutputs outputs(plan, options.files ? RunFiles::kAll : RunFiles::kNone);
  outputs.add(std::make_unique<RunForCaller>(caller));
  outputs.add(std::make_unique<KeptParts>(options, *data));
  RunResult result = outputs.simulate();
  measures_of(result).tells_host = options.host;
  JudgedResult judged = judged_result(config_of(plan), result);
  data->report = run_report(plan, result);
  data->json = std::move(judged.json);
  data->values = named_values(judged.columns);
  data->unmet = std::move(judged.unmet);
  judge(result, *data);
  const std::vector<AtomicFile*> files = outputs.write(result, data->json);
  data->notes = notes_of(config_of(plan));
  const std::vector<std::string> remarks = outputs.remarks();
  data->notes.insert(data->notes.end(), remarks.begin(), remarks.end());
  commit_together(files);
  return data;
}

}  // namespace

std::string version() {
  return program_version();
}

Result run(const Settings& settings, const RunOptions& options) {
  return with_caller(options.watch, [&](Caller& caller) {
    return Result(play(raw_of(settings), options, caller));
  });
}

}  // namespace flitcast
