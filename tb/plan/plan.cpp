#include "tb/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/matrix_csv.h"
#include "tb/plan/predict.h"
#include "tb/plan/row_schedule.h"
#include "traffic/row/row_support.h"
#include "traffic/verify/schedule_trees.h"

namespace flitcast {
namespace {

constexpr const char* kBlockSizes = "traffic.block_sizes";

/// What a user can do about worms that wait for each other where routing has more classes than
/// there are virtual channels; nothing where a worm holds both directions of a link, whatever its
/// virtual channel.
std::string cure(const Config& config) {
  const NetworkConfig& network = config.network;
  if (network.flow_control == FlowControl::kBubble) {
    return larger_bubble(config);
  }
  const bool holds_pairs =
      network.switching == Switching::kWormhole && network.duplex == Duplex::kHalf;
  if (network.vcs < config.routing->relation().classes() && !holds_pairs) {
    return more_vcs(config);
  }
  // Beside ways of a schedule that are not the shorter ones round a ring.
  return config.datelines == Datelines::kEntering && !holds_pairs
             ? "give router.datelines = crossing, or "
             : "";
}

const char* cure_of_trees(const Config& config) {
  return config.network.forks == Forks::kHopByHop ? "give router.forks = reserved, or " : "";
}

/// Why worms may meet, so that they wait for each other.
std::string meeting(const VerifyReport& report, const Config& config) {
  if (config.background) {
    return "packets of load meet them anywhere";
  }
  if (config.job_place != nullptr && config.job_place->among_others) {
    return "those of other jobs meet them anywhere";
  }
  if (meets_others(config)) {
    return "acknowledgements, and what is sent again, meet them anywhere";
  }
  if (report.link_contention > 1) {
    return report.first_contention;
  }
  return report.headers_choose ? "headers choose their links" : "rounds overlap";
}

/// Says in a note that the prediction is below the lower bound.
void note_bound(const Prediction& prediction, Config& config) {
  if (prediction.below_bound()) {
    config.notes.push_back(
        fmt::format("the prediction, {} cycles, counts no waiting for shared links and is below "
                    "the lower bound, {} cycles, which holds",
                    prediction.cycles, prediction.lower_bound_cycles));
  }
}

/// The row is written for more ports than there are: whether it can be played shows in its rounds.
bool lacks_ports(const Config& config) {
  const int own = config.row->model_of(config.variant).ports;
  return config.network.ports < (own == RowModel::kAllPorts ? config.topology->degree() : own);
}

}  // namespace

bool may_deadlock(const VerifyReport& report, Sync sync) {
  return (!report.dependency_cycle.empty() || !report.tree_circle.empty()) &&
         (report.link_contention > 1 || report.headers_choose || sync == Sync::kDataflow);
}

std::string danger_of(const VerifyReport& report) {
  return report.dependency_cycle.empty()
             ? "worms can wait for each other: " + report.tree_circle
             : "worms can wait for each other along " + report.dependency_cycle;
}

void check_deadlock(const VerifyReport& report, Config& config) {
  if (report.dependency_cycle.empty() && report.tree_circle.empty()) {
    return;
  }
  if (!may_deadlock(report, config.sync)) {
    config.notes.push_back(
        fmt::format("the channel dependency graph has the cycle {}; rounds are link-disjoint and "
                    "do not overlap, so no worm waits in it",
                    report.dependency_cycle));
    return;
  }
  const std::string danger = fmt::format("{}, and {}", danger_of(report), meeting(report, config));
  require_allowed(config.schedule ? "traffic.schedule" : "traffic.algorithm", danger,
                  report.dependency_cycle.empty() ? cure_of_trees(config) : cure(config), config);
}

Draft::Draft(const RawConfig& raw) : config_(resolve(raw)) {
  if (config_.plays_jobs()) {
    throw ConfigError("several jobs have no schedule to look at; give flitcast run or check");
  }
  if (config_.row == nullptr) {
    throw config_.places.error(config_.plays_program() ? "traffic.program" : "load.pattern",
                               "{} has no schedule to look at; give flitcast run{}",
                               config_.plays_program() ? "a program" : "random traffic",
                               config_.plays_program() ? " or check" : ", check or load");
  }
  if (!config_.sizes_file.empty()) {
    cut_blocks();
  }
  check_row_fits(config_);
  if (config_.row->application != nullptr) {
    read_input();
    derive_message_flits();
  }
  schedule_ = build_schedule(*config_.row, request_of(config_));
  try {
    check_data_size(*config_.row, schedule_.operation);
  } catch (const ParameterError& error) {
    throw config_.places.error(error.key(), error.what());
  }
}

Plan::Plan(const RawConfig& raw, VerifyWatcher* watcher) : Draft(raw) {
  if (const auto closed_form = closed_form_of(*config_.row, request_of(config_))) {
    check_limits(config_, *closed_form);
  }
  report_ = verify_schedule(config_, schedule_, routing(), watcher);
  if (report_.forked_worms > 0 &&
      (report_.link_contention > 1 || config_.sync == Sync::kDataflow)) {
    report_.tree_circle = circle_of_worms(schedule_, routing(), config_.network);
  }
  resolve_buffer(packets(), config_);
  resolve_timeout(packets().largest_flits, config_);
  if (keeps_rings_going(config_)) {
    report_.dependency_cycle = report_.cycle_among_rings;
  }
  check_deadlock(report_, config_);
  prediction_ = predict(config_, request_of(config_), report_);
  note_bound(prediction_, config_);
  check_duration(config_, prediction_.estimate());
}

PacketExtent Plan::packets() const {
  PacketExtent extent{report_.largest_packet_flits, report_.max_hops, report_.packet_unit_flits};
  // Packets of load may go anywhere, and ways that are drawn lead through other nodes.
  if (meets_others(config_) || routing().draw() != nullptr) {
    extent.most_hops = std::max<std::uint64_t>(extent.most_hops, 2);
  }
  if (config_.background) {
    const PacketExtent others = packets_of_load(config_);
    extent.largest_flits = std::max(extent.largest_flits, others.largest_flits);
    extent.unit_flits = std::gcd(extent.unit_flits, others.unit_flits);
  }
  return in_frames(extent, config_);
}

void Draft::read_input() {
  const auto read = [&](const char* key, const std::string& file) {
    return NamedMatrix{file, config_.places.with_file(key, [&] { return read_matrix_csv(file); })};
  };
  ApplicationInput input{topology(), read("traffic.data", config_.data_file), {}, config_.seed};
  if (!config_.vector_file.empty()) {
    input.vector = read("traffic.vector", config_.vector_file);
  }
  try {
    application_ = config_.row->application(input);
  } catch (const ParameterError& error) {
    throw config_.places.error(error.key(), error.what());
  }
  const Matrix result = application_->expected();
  if (!std::all_of(result.values.begin(), result.values.end(),
                   [](double value) { return std::isfinite(value); })) {
    throw config_.places.error(
        "traffic.data",
        "{}: its numbers are too large; the {} would have elements that a double cannot hold",
        config_.data_file, application_->result_name());
  }
}

BlockSizes read_block_sizes(const SourceLocations& places, const std::string& file) {
  const Matrix given = places.with_file(kBlockSizes, [&] { return read_matrix_csv(file); });
  BlockSizes sizes;
  for (const double value : given.values) {
    if (!(value >= 0 && value <= kMaxMessageFlits) || value != std::floor(value)) {
      throw places.error(kBlockSizes, "{}: {} is no number of flits; give 0 to {}", file, value,
                         kMaxMessageFlits);
    }
    sizes.push_back(static_cast<std::uint32_t>(value));
  }
  return sizes;
}

void Draft::cut_blocks() {
  const BlockSizes sizes = read_block_sizes(config_.places, config_.sizes_file);
  try {
    config_.schedule_row = std::make_shared<const Row>(
        with_block_sizes(*config_.row, sizes, config_.topology->processors()));
  } catch (const ParameterError& error) {
    throw config_.places.error(error.key(), "{}: {}", config_.sizes_file, error.what());
  }
  config_.row = config_.schedule_row.get();
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  config_.notes.push_back(fmt::format("{}: blocks have {} to {} flits, and μ is the largest",
                                      kBlockSizes, *least, *most));
  if (config_.places.given("traffic.message_flits")) {
    config_.ineffective.push_back(
        fmt::format("traffic.message_flits has no effect with {}", kBlockSizes));
  }
  config_.message_flits = *most;
}

void Draft::derive_message_flits() {
  const std::uint64_t flits = application_->block_flits();
  if (flits > kMaxMessageFlits) {
    throw config_.places.error("traffic.data", "{}; the most are {}", application_->block_reason(),
                               kMaxMessageFlits);
  }
  if (config_.places.given("traffic.message_flits") && config_.message_flits != flits) {
    throw config_.places.error("traffic.message_flits", "{}, not {}; leave the key out",
                               application_->block_reason(), config_.message_flits);
  }
  config_.message_flits = static_cast<std::uint32_t>(flits);
}

std::optional<Prediction> foresee(const RawConfig& raw, Config& config) {
  if (config.row == nullptr) {
    return std::nullopt;
  }
  try {
    if (config.row->application != nullptr || !config.sizes_file.empty()) {
      config = Draft(raw).config();
    } else {
      check_row_fits(config);
    }
    const RowRequest request = request_of(config);
    const auto closed_form = closed_form_of(*config.row, request);
    if (!closed_form) {
      return std::nullopt;
    }
    check_limits(config, *closed_form);
    const Prediction prediction = predict(config, request, *closed_form);
    check_duration(config, prediction.estimate());
    return lacks_ports(config) ? std::nullopt : std::optional(prediction);
  } catch (const RowError&) {
    return std::nullopt;
  }
}

}  // namespace flitcast
