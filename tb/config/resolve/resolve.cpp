#include "tb/config/resolve/resolve.h"

#include <cmath>

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/job_keys.h"
#include "tb/config/keys/node_keys.h"
#include "tb/config/resolve/model_units.h"
#include "tb/config/resolve/resolve_parts.h"
#include "tb/schedules/schedule_row.h"
#include "traffic/catalogue/row_names.h"
#include "traffic/schedule/operation.h"

namespace flitcast {
namespace {

/// What was given, in the place of the defaults.
Config apply_given(const RawConfig& given) {
  const RawConfig raw = in_model_units(given);
  Config config;
  config.network.buffer_flits = Config::kAutoBuffer;
  config.network.off_flits = config.network.on_flits = Config::kAutoRoom;
  config.network.bubble_flits = Config::kAutoRoom;
  config.places = raw.places;
  for (const ConfigKey& key : config_keys()) {
    const auto text = raw.texts.find(key.name);
    if (text != raw.texts.end()) {
      key.apply(config, text->second);
    }
  }
  for (const auto& [name, text] : raw.texts) {
    if (job_key_name(name) || node_key_name(name)) {
      find_key(name)->apply(config, text);
    }
  }
  config.job_place = raw.job_place;
  return config;
}

/// The row of the catalogue that the key names.
const Row& named_row(const RawConfig& raw, const Config& config) {
  require(config, "traffic.algorithm",
          fmt::format("an id of flitcast list, like aas-hc-dex, or a file with a schedule as "
                      "traffic.schedule, or {}",
                      config.background ? "leave [traffic] out, so that random traffic is alone"
                                        : "random traffic as load.pattern"));
  const std::string& id = raw.texts.find("traffic.algorithm")->second;
  try {
    if (is_name_of_several(id)) {
      const auto rows = rows_named(id);
      throw config.places.error(
          "traffic.algorithm",
          "{} means {} algorithms; give one, like {}, and see flitcast list {}", in_quotes(id),
          rows.size(), rows.front()->id, brief(id));
    }
    return find_row(id.size() <= 60 ? id : id.substr(0, 60));
  } catch (const ParameterError& error) {
    throw config.places.error(error.key(), error.what());
  }
}

/// The hardware that the schedule of a file is made for.
RowModel model_of(const ScheduleFile& schedule, const SourceLocations& places) {
  Config wanted;
  for (const auto& [name, value] : schedule.model) {
    try {
      find_key(name)->apply(wanted, value);
    } catch (const ValueError& error) {
      throw places.error("traffic.schedule", "{}: model.{}: {}", schedule.file, name, error.what());
    }
  }
  RowModel model;
  model.switching = wanted.network.switching;
  model.ports = wanted.network.ports;
  if (wanted.routing_policy != nullptr) {
    model.order = wanted.routing_policy->order.value_or(model.order);
  }
  model.duplex = wanted.network.duplex;
  model.datelines = wanted.network.vcs > 1;
  model.forks = wanted.network.forks;
  return model;
}

/// Reads the schedule of a file, and what else the keys would say of it.
void resolve_schedule(Config& config) {
  const SourceLocations& places = config.places;
  refuse(config, {{places.given("traffic.algorithm"), "traffic.schedule",
                   "tells what to play, and so does traffic.algorithm; leave one of them out"}});
  config.schedule = places.with_file("traffic.schedule", [&] {
    return std::make_shared<const ScheduleFile>(
        read_schedule(config.schedule_file, *config.topology));
  });
  const ScheduleFile& schedule = *config.schedule;
  config.schedule_row =
      std::make_shared<const Row>(row_of(config.schedule, model_of(schedule, places)));
  if (!places.given("traffic.message_flits")) {
    config.message_flits = schedule.message_flits;
  }
  config.root = schedule.operation.root;
  config.parameters.destinations = schedule.operation.destinations;
  config.parameters.shift = schedule.operation.shift;
}

void resolve_row(const RawConfig& raw, Config& config) {
  if (!config.schedule_file.empty()) {
    resolve_schedule(config);
  }
  config.row = config.schedule ? config.schedule_row.get() : &named_row(raw, config);
  const std::vector<std::string_view>& variants = config.row->variants;
  const bool given = config.places.given("traffic.variant");
  refuse(config, {{variants.empty() && given, "traffic.variant",
                   fmt::format("{} has no variants", config.row->id)}});
  if (variants.empty()) {
    return;
  }
  if (!given) {
    config.variant = variants.front();
  }
  try {
    config.variant = variants[parse_word(config.variant, variants)];
  } catch (const ValueError& error) {
    throw config.places.error("traffic.variant", error.what());
  }
}

void resolve_timing(Config& config) {
  const double picoseconds = config.clock_period_ns * 1000;
  if (std::abs(picoseconds - std::round(picoseconds)) > 1e-6) {
    throw config.places.error("clock.period", "{} ns is not a multiple of 0.001 ns",
                              config.clock_period_ns);
  }
}

void check_trace(const Config& config) {
  for (const char* key : {"trace.scope", "trace.window", "trace.around"}) {
    refuse(config, {{config.places.given(key) && !config.trace.wanted(), key,
                     "there is no trace without trace.vcd or trace.fst; give one of them"}});
  }
  const bool around = config.trace.around.has_value();
  refuse(config,
         {{around && config.plays_load(), "trace.around",
           "chooses by messages and rounds of a schedule, and load has none; give trace.window"},
          {around && (config.plays_program() || config.plays_jobs()), "trace.around",
           "chooses by messages and rounds of a schedule; give trace.window"},
          {around && config.background, "trace.around",
           "chooses by messages and rounds, which are played twice where there is load, too; give "
           "trace.window"},
          {around && config.places.given("trace.window"), "trace.around",
           "chooses its cycles itself; leave trace.window out"}});
}

/// Says in notes that links differ, and that a round may find some busy.
void note_links(Config& config) {
  const LinkTimes links(*config.topology, config.network);
  const LinkTime& small = links.smallest();
  const LinkTime& large = links.largest();
  if (links.differ()) {
    config.notes.push_back(fmt::format(
        "links differ, with delays from {} to {} and {} to {} cycles per flit: what is predicted "
        "is the sum over the rounds, link by link, lower bounds are those of a network of the "
        "fastest links, and t_d and t_m are those of links of which {} says nothing",
        small.delay, large.delay, small.cycles_per_flit, large.cycles_per_flit,
        config.topology->describe()));
  }
  const LinkTime& last = links.busiest();
  const Cycle t_s = timing_model(config.network).t_s;
  const Cycle t_d = links.router_delay() + last.delay;
  if (t_s + t_d < last.cycles_per_flit) {
    config.notes.push_back(
        fmt::format("t_s + t_d = {} is less than t_m = {}{}: a round may find channels of the "
                    "round before busy, and the prediction is exact for single rounds only",
                    t_s + t_d, last.cycles_per_flit, links.differ() ? " on some link" : ""));
  }
}

}  // namespace

void require(const Config& config, const char* key, const std::string& example) {
  if (!config.places.given(key)) {
    throw config.places.error(key, "is missing; give {}", example);
  }
}

void refuse(const Config& config, std::initializer_list<Refusal> refusals) {
  for (const Refusal& refusal : refusals) {
    if (refusal.met) {
      throw config.places.error(refusal.key, refusal.why);
    }
  }
}

std::string up_to(int most) {
  return most == 1 ? "1" : fmt::format("1 to {}", most);
}

void note_no_effect(std::string_view key, std::string_view where, Config& config) {
  if (config.places.given(key)) {
    config.ineffective.push_back(fmt::format("{} has no effect {}", key, where));
  }
}

std::shared_ptr<const Topology> topology_of(const RawConfig& raw) {
  Config config = apply_given(raw);
  resolve_topology(config);
  return config.topology;
}

Config resolve_hardware(const RawConfig& raw, const OperationKind* operation) {
  const bool has_root = operation != nullptr && operation->has_root();
  const bool has_destinations = operation != nullptr && operation->has_destinations();
  std::vector<std::string_view> others;
  for (const auto& [key, value] : raw.texts) {
    const std::string_view section = std::string_view(key).substr(0, key.find('.'));
    const bool hardware = section == "topology" || section == "router" || section == "link" ||
                          section == "ni" || section == "node" || section == "memory" ||
                          section == "clock";
    const bool ends =
        (has_root && key == "traffic.root") || (has_destinations && key == "traffic.destinations");
    if (!hardware && !ends && key != "load.sizes" && key != "rtl.nodes" && key != "rtl.user" &&
        key != "rtl.cache" && section != "run") {
      others.push_back(key);
    }
  }
  Config config = apply_given(without(raw, others));
  config.hardware_alone = true;
  resolve_topology(config);
  resolve_router(config);
  resolve_interface(config);
  resolve_rates(config);
  resolve_rtl(config);
  resolve_timing(config);
  resolve_faults(config);
  if (has_destinations) {
    resolve_destinations(raw, config);
  }
  return config;
}

Config resolve(const RawConfig& raw) {
  Config config = apply_given(raw);
  resolve_topology(config);
  const bool alone = gives_load_alone(raw);
  const bool program = gives_program(raw);
  const bool jobs = gives_jobs(raw);
  refuse(config, {{config.topology->networks() > 1 && !program && !jobs, "topology.kind",
                   fmt::format("nothing leads from one network of an {} to the other; give a "
                               "program whose messages stay inside, as traffic.program",
                               config.topology->describe())}});
  config.background = gives_load(raw) && !alone && !program && !jobs;
  if (jobs) {
    resolve_jobs(raw, config);
  } else if (program) {
    resolve_program(raw, config);
  } else if (!alone) {
    resolve_row(raw, config);
  }
  for (const char* key : {"output.operations", "output.waits"}) {
    refuse(config, {{config.places.given(key) && (jobs || !program), key,
                     "is for a program alone; leave the key out"}});
  }
  resolve_router(config);
  resolve_interface(config);
  resolve_rates(config);
  resolve_rtl(config);
  resolve_timing(config);
  if (config.row != nullptr) {
    note_links(config);
    resolve_traffic(raw, config);
  }
  if (config.has_load()) {
    resolve_load(config);
  }
  resolve_faults(config);
  check_trace(config);
  check_files(config);
  return config;
}

std::vector<DerivedKey> derived_keys(const Config& config) {
  const NetworkConfig& network = config.network;
  const auto unless = [](Cycle is_auto, Cycle flits) {
    return flits == is_auto ? std::nullopt : std::optional<std::int64_t>(flits);
  };
  std::vector<DerivedKey> keys{
      {"router.buffer_flits", unless(Config::kAutoBuffer, network.buffer_flits)}};
  if (network.flow_control == FlowControl::kOnOff) {
    keys.push_back({"router.off_flits", unless(Config::kAutoRoom, network.off_flits)});
    keys.push_back({"router.on_flits", unless(Config::kAutoRoom, network.on_flits)});
  } else if (network.flow_control == FlowControl::kBubble) {
    keys.push_back({"router.bubble_flits", unless(Config::kAutoRoom, network.bubble_flits)});
  }
  if (retransmits(config.network)) {
    keys.push_back({"ni.timeout",
                    unless(RetransmissionSettings::kAutoTimeout, network.retransmission.timeout)});
  }
  if (config.row != nullptr && (config.row->application != nullptr || !config.sizes_file.empty())) {
    const bool given = config.places.given("traffic.message_flits");
    keys.push_back({"traffic.message_flits",
                    given ? std::optional(std::int64_t{config.message_flits}) : std::nullopt});
  }
  if (!config.program_file.empty()) {  // it may do with one
    const bool given = config.places.given("router.vcs");
    keys.push_back({"router.vcs", given ? std::optional<std::int64_t>(network.vcs) : std::nullopt});
  }
  return keys;
}

}  // namespace flitcast
