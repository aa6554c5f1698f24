#include "tb/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "tb/matrix_csv.h"
#include "tb/resolve.h"
#include "traffic/row_support.h"

namespace flitcast {
namespace {

constexpr std::uint64_t kMaxPacketFlits = std::numeric_limits<std::uint32_t>::max();

/// Given keys that a schedule that cannot be played may be blamed on: they differ from the row.
const char* suspect(const RawConfig& raw, const Config& config) {
  const RowModel own = config.row->model_of(config.variant);
  if (raw.ports && (own.ports == RowModel::kAllPorts || config.network.ports < own.ports)) {
    return "router.ports";
  }
  return raw.routing && *raw.routing != own.order ? "router.routing" : nullptr;
}

/// What a user can do about worms that wait for each other on a ring; nothing where a worm holds
/// both directions of a link, whatever its virtual channel.
const char* cure(const Config& config) {
  const NetworkConfig& network = config.network;
  const bool wraps =
      config.topology_kind == TopologyKind::kTorus || config.topology_kind == TopologyKind::kRing;
  const bool holds_pairs =
      network.switching == Switching::kWormhole && network.duplex == Duplex::kHalf;
  return wraps && network.vcs < 2 && !holds_pairs
             ? "give router.vcs = 2, which cuts the rings at datelines, or "
             : "";
}

/// Says in a note that the prediction is below the lower bound.
void note_bound(const Prediction& prediction, Config& config) {
  if (prediction.below_bound()) {
    config.notes.push_back(fmt::format(
        "the prediction, {} cycles, counts no waiting for shared links and is below the lower "
        "bound, {} cycles, which holds",
        prediction.cycles, prediction.lower_bound_cycles));
  }
}

}  // namespace

bool may_deadlock(const VerifyReport& report, Sync sync) {
  return !report.dependency_cycle.empty() &&
         (report.link_contention > 1 || sync == Sync::kDataflow);
}

void check_deadlock(const RawConfig& raw, const VerifyReport& report, Config& config) {
  if (report.dependency_cycle.empty()) {
    return;
  }
  if (!may_deadlock(report, config.sync)) {
    config.notes.push_back(
        fmt::format("the channel dependency graph has the cycle {}; rounds are link-disjoint and "
                    "do not overlap, so no worm waits in it",
                    report.dependency_cycle));
    return;
  }
  const std::string danger =
      fmt::format("worms can wait for each other along {}, and {}", report.dependency_cycle,
                  report.link_contention > 1 ? report.first_contention : "rounds overlap");
  if (!config.allow_deadlock) {
    throw raw.error("traffic.algorithm",
                    fmt::format("may deadlock: {}; {}run.allow_deadlock = on plays it anyway",
                                danger, cure(config)));
  }
  config.notes.push_back(
      fmt::format("may deadlock: {}; a run that does ends with exit code 3 and "
                  "says who waits for whom",
                  danger));
}

Draft::Draft(const RawConfig& raw)
    : config_(resolve(raw)),
      topology_(config_.topology_kind, config_.topology_dims),
      routing_(topology_, config_.network.order) {
  check(raw);
  if (config_.row->application != nullptr) {
    read_input(raw);
    derive_message_flits(raw);
  }
  schedule_ = config_.row->build(request());
  try {
    check_data_size(*config_.row, schedule_.operation);
  } catch (const ParameterError& error) {
    throw raw.error(error.key(), error.what());
  }
}

Plan::Plan(const RawConfig& raw) : Draft(raw) {
  report_ = verify_schedule(raw);
  check_packet_size(raw);
  resolve_buffer(raw, report_, config_);
  check_deadlock(raw, report_, config_);
  prediction_ = predict(config_, request(), report_);
  note_bound(prediction_, config_);
  check_duration(raw);
}

RowRequest Draft::request() const {
  return {topology_,
          routing_,
          config_.message_flits,
          config_.root,
          config_.variant,
          config_.network.switching,
          config_.network.ports,
          config_.parameters,
          timing_model(config_.network),
          config_.network.duplex,
          config_.irc};
}

void Draft::check(const RawConfig& raw) const {
  try {
    check_request(*config_.row, request());
  } catch (const ParameterError& error) {
    throw raw.error(error.key(), error.what());
  }
}

void Draft::read_input(const RawConfig& raw) {
  const auto read = [&](const char* key, const std::string& file) {
    return NamedMatrix{file, raw.with_file(key, [&] { return read_matrix_csv(file); })};
  };
  ApplicationInput input{topology_, read("traffic.data", config_.data_file), {}, config_.seed};
  if (!config_.vector_file.empty()) {
    input.vector = read("traffic.vector", config_.vector_file);
  }
  try {
    application_ = config_.row->application(input);
  } catch (const ParameterError& error) {
    throw raw.error(error.key(), error.what());
  }
  const Matrix result = application_->expected();
  if (!std::all_of(result.values.begin(), result.values.end(),
                   [](double value) { return std::isfinite(value); })) {
    throw raw.error("traffic.data",
                    fmt::format("{}: its numbers are too large; the {} would have elements that a "
                                "double cannot hold",
                                config_.data_file, application_->result_name()));
  }
}

void Draft::derive_message_flits(const RawConfig& raw) {
  const std::uint64_t flits = application_->block_flits();
  if (flits > kMaxMessageFlits) {
    throw raw.error("traffic.data", fmt::format("{}; the most are {}", application_->block_reason(),
                                                kMaxMessageFlits));
  }
  if (raw.message_flits && *raw.message_flits != flits) {
    throw raw.error("traffic.message_flits",
                    fmt::format("{}, not {}; leave the key out", application_->block_reason(),
                                *raw.message_flits));
  }
  config_.message_flits = static_cast<std::uint32_t>(flits);
}

VerifyReport Plan::verify_schedule(const RawConfig& raw) const {
  const NetworkConfig& network = config_.network;
  const RowModel& own = config_.row->model;
  const bool disjoint_links = config_.row->contention.empty() && network.order == own.order &&
                              (network.duplex == own.duplex || network.duplex == Duplex::kFull);
  try {
    return verify(schedule_, routing_,
                  {timing_model(network), network.switching, network.ports, config_.irc,
                   network.vcs, network.duplex, disjoint_links});
  } catch (const ScheduleError& error) {
    const char* key = suspect(raw, config_);
    if (key == nullptr) {
      throw;  // the row itself is at fault, not the user
    }
    throw raw.error(key, fmt::format("{} cannot be played like this: {}; leave the key out",
                                     config_.row->id, error.what()));
  }
}

void Plan::check_packet_size(const RawConfig& raw) const {
  if (report_.largest_packet_flits > kMaxPacketFlits) {
    throw raw.error("traffic.message_flits",
                    fmt::format("the largest packet would have {} flits; {} is the limit",
                                report_.largest_packet_flits, kMaxPacketFlits));
  }
}

void Plan::check_duration(const RawConfig& raw) const {
  constexpr double kMaxPicoseconds = 4e18;
  const double picoseconds =
      static_cast<double>(prediction_.cycles) * config_.clock_period_ns * 1000;
  if (picoseconds > kMaxPicoseconds) {
    throw raw.error("clock.period",
                    fmt::format("{} cycles of {} ns are more than simulated time can hold; give a "
                                "shorter period",
                                prediction_.cycles, config_.clock_period_ns));
  }
}

}  // namespace flitcast
