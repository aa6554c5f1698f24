#include "tb/config/resolve.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "hw/router/router_core.h"
#include "hw/topology/family.h"
#include "tb/config/check_files.h"
#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/config/resolve_traffic.h"
#include "tb/config/topology_words.h"
#include "tb/schedules/schedule_row.h"
#include "tb/system/text_file.h"

namespace flitcast {
namespace {

template <typename T>
const T& required(const RawConfig& raw, const std::optional<T>& value, const char* key,
                  const std::string& example) {
  if (!value) {
    throw raw.error(key, fmt::format("is missing; give {}", example));
  }
  return *value;
}

/// Says in a note that a given value differs from the row's own.
void note_contradiction(const char* key, const std::string& given, const std::string& own,
                        Config& config) {
  if (given != own) {
    config.notes.push_back(
        fmt::format("{} = {}: {} is made for {}", key, given, config.row->id, own));
  }
}

std::string shown(const Config& config, const char* key) {
  return *find_key(key)->show(config);
}

/// The row of the catalogue that the key names.
const Row& named_row(const RawConfig& raw) {
  const std::string& id = required(
      raw, raw.algorithm, "traffic.algorithm",
      "an id of flitcast list, like aas-hc-dex, or a file with a schedule as traffic.schedule");
  try {
    return find_row(id.size() <= 60 ? id : id.substr(0, 60));
  } catch (const ParameterError& error) {
    throw raw.error(error.key(), error.what());
  }
}

/// The hardware that the schedule of a file is made for.
RowModel model_of(const RawConfig& raw, const ScheduleFile& schedule) {
  RawConfig wanted;
  for (const auto& [key, value] : schedule.model) {
    give(wanted, key, value,
         fmt::format("{}: {}: model.{}", raw.place("traffic.schedule"), schedule.file, key));
  }
  RowModel model;
  model.switching = wanted.switching.value_or(model.switching);
  model.ports = wanted.ports.value_or(model.ports);
  model.order = wanted.routing.value_or(model.order);
  model.duplex = wanted.duplex.value_or(model.duplex);
  model.datelines = wanted.vcs.value_or(1) > 1;
  return model;
}

/// The row that plays the schedule of a file.
void resolve_schedule(const RawConfig& raw, const Topology& topology, Config& config) {
  if (raw.algorithm) {
    throw raw.error("traffic.schedule",
                    "tells what to play, and so does traffic.algorithm; leave one of them out");
  }
  config.schedule = raw.with_file("traffic.schedule", [&] {
    return std::make_shared<const ScheduleFile>(read_schedule(*raw.schedule_file, topology));
  });
  config.schedule_row =
      std::make_shared<const Row>(row_of(config.schedule, model_of(raw, *config.schedule)));
}

void resolve_row(const RawConfig& raw, const Topology& topology, Config& config) {
  if (raw.schedule_file) {
    resolve_schedule(raw, topology, config);
  }
  config.row = config.schedule ? config.schedule_row.get() : &named_row(raw);
  const std::vector<std::string_view>& variants = config.row->variants;
  if (variants.empty() && raw.variant) {
    throw raw.error("traffic.variant", fmt::format("{} has no variants", config.row->id));
  }
  if (variants.empty()) {
    return;
  }
  config.variant = raw.variant.value_or(std::string(variants.front()));
  try {
    parse_word(config.variant, variants);
  } catch (const ValueError& error) {
    throw raw.error("traffic.variant", error.what());
  }
}

void resolve_ports(const RawConfig& raw, const Topology& topology, Config& config) {
  const int most = std::max(1, topology.degree());
  const RowModel model = config.row->model_of(config.variant);
  const int own = model.ports == RowModel::kAllPorts ? most : model.ports;
  const int given = raw.ports.value_or(own);
  config.network.ports = given == RawConfig::kAllPorts ? most : given;
  if (config.network.ports > most) {
    const std::string range = most == 1 ? "1" : fmt::format("1 to {}", most);
    throw raw.error("router.ports",
                    fmt::format("{} is more than a node of a {} has links; give {}, or all", given,
                                topology.describe(), range));
  }
  if (config.network.ports != own) {
    config.notes.push_back(
        fmt::format("router.ports = {}: {} is made for {}", config.network.ports, config.row->id,
                    model.ports == RowModel::kAllPorts ? "all" : std::to_string(own)));
  }
}

void resolve_irc(const RawConfig& raw, Config& config) {
  const bool needed = config.row->model.irc;
  config.irc = raw.irc.value_or(needed);
  if (needed && !config.irc) {
    throw raw.error("router.irc", fmt::format("{} cannot be played without intermediate reception; "
                                              "give on",
                                              config.row->id));
  }
  if (config.irc && config.network.switching == Switching::kStoreAndForward) {
    throw raw.error(raw.irc && !needed ? "router.irc" : "router.switching",
                    "intermediate reception and store_and_forward do not go together; give "
                    "wormhole or cut_through" +
                        std::string(needed ? "" : ", or router.irc = off"));
  }
  if (config.irc && !needed) {
    config.notes.push_back(
        fmt::format("router.irc = on: {} does not use intermediate reception", config.row->id));
  }
}

void resolve_router(const RawConfig& raw, const Topology& topology, Config& config) {
  const RowModel& own = config.row->model;
  config.network.switching = own.switching;
  config.network.order = own.order;
  config.network.duplex = own.duplex;
  const std::string own_switching = shown(config, "router.switching");
  const std::string own_duplex = shown(config, "link.duplex");
  const std::string own_order = shown(config, "router.routing");
  config.network.switching = raw.switching.value_or(own.switching);
  config.network.order = raw.routing.value_or(own.order);
  config.network.duplex = raw.duplex.value_or(own.duplex);
  config.network.source_routing = raw.source_routing.value_or(false);
  note_contradiction("router.switching", shown(config, "router.switching"), own_switching, config);
  note_contradiction("link.duplex", shown(config, "link.duplex"), own_duplex, config);
  // Routes in headers lead along the same paths, and in one dimension or none there is no order.
  if (raw.routing && !topology.has_coordinates()) {
    config.ineffective.push_back(
        fmt::format("router.routing has no effect on a {}", topology.family().word));
  }
  if (!config.network.source_routing && topology.dimensions() > 1) {
    note_contradiction("router.routing", shown(config, "router.routing"), own_order, config);
  }
  resolve_ports(raw, topology, config);
  resolve_irc(raw, config);

  config.sync = raw.sync.value_or(Sync::kBarrier);
  const int ports = topology.network_ports() + config.network.ports;
  // Where rounds overlap or share links, datelines keep the worms on a ring from waiting in a
  // circle.
  const bool datelines = topology.wraps() && (config.sync == Sync::kDataflow || own.datelines);
  config.network.vcs = raw.vcs.value_or(datelines && 2 * ports <= RouterCore::kMaxInputVcs ? 2 : 1);
  if (ports * config.network.vcs > RouterCore::kMaxInputVcs) {
    throw raw.error("router.vcs",
                    fmt::format("a router of {} network and {} local ports takes at most {} "
                                "virtual channels, not {}",
                                topology.network_ports(), config.network.ports,
                                RouterCore::kMaxInputVcs / ports, config.network.vcs));
  }
}

void resolve_timing(const RawConfig& raw, Config& config) {
  config.network.router_delay = raw.router_delay.value_or(0);
  config.network.link_delay = raw.link_delay.value_or(1);
  config.network.cycles_per_flit = raw.cycles_per_flit.value_or(1);
  config.network.startup = raw.startup.value_or(0);
  config.network.copy_per_flit = raw.copy_per_flit.value_or(0);
  config.network.reduce_per_flit = raw.reduce_per_flit.value_or(0);
  config.clock_period_ns = raw.clock_period_ns.value_or(1.0);
  const double picoseconds = config.clock_period_ns * 1000;
  if (std::abs(picoseconds - std::round(picoseconds)) > 1e-6) {
    throw raw.error("clock.period",
                    fmt::format("{} ns is not a multiple of 0.001 ns", config.clock_period_ns));
  }
  const TimingModel model = timing_model(config.network);
  if (model.t_s + model.t_d < model.t_m) {
    config.notes.push_back(fmt::format(
        "t_s + t_d = {} is less than t_m = {}: a round may find channels of the round before busy, "
        "and the prediction is exact for single rounds only",
        model.t_s + model.t_d, model.t_m));
  }
}

void resolve_trace_keys(const RawConfig& raw, Config& config) {
  config.trace.vcd_file = raw.trace_vcd_file.value_or("");
  config.trace.fst_file = raw.trace_fst_file.value_or("");
  for (const char* key : {"trace.scope", "trace.window", "trace.around"}) {
    if (raw.given(key) && !config.trace.wanted()) {
      throw raw.error(key, "there is no trace without trace.vcd or trace.fst; give one of them");
    }
  }
  if (raw.trace_window && raw.trace_around) {
    throw raw.error("trace.around", "chooses its cycles itself; leave trace.window out");
  }
  config.trace.scope = raw.trace_scope.value_or(std::vector<std::string>{});
  config.trace.window = raw.trace_window.value_or(CycleWindow{});
  if (raw.trace_around && raw.trace_around->is_message) {
    config.trace.message = raw.trace_around->number;
  } else if (raw.trace_around) {
    config.trace.round = raw.trace_around->number;
  }
}

/// Says in a note that buffers are too small for the theory. `packet`: flits of the largest packet
/// that waits until all of it has room, 0 where none does.
void note_shallow_buffer(Cycle packet, Config& config) {
  const NetworkConfig& network = config.network;
  const Cycle given = network.buffer_flits;
  const Cycle full_rate = full_rate_buffer(network);
  const bool streams_slowly = given < full_rate && (packet == 0 || given < packet);
  if (streams_slowly) {
    config.notes.push_back(fmt::format(
        "router.buffer_flits = {} is below full rate: the credit round trip of {} cycles needs {}; "
        "worms stream slower than t_m, which shows as excess",
        given, network.router_delay + 2 * network.link_delay, full_rate));
  } else if (packet > 0 && given < packet + full_rate) {
    config.notes.push_back(fmt::format(
        "router.buffer_flits = {} is less than the largest packet and full rate together, {} + {}: "
        "a packet may wait until the credits of the one before it are back, which shows as excess",
        given, packet, full_rate));
  }
}

/// What a file asks of its links has to be what all links have.
void check_demands(const RawConfig& raw, const Topology& topology, const Config& config) {
  for (const LinkDemand& demand : topology.demands()) {
    for (const auto& [given, all, key, what] :
         {std::tuple(demand.delay, config.network.link_delay, "link.delay", "delay"),
          std::tuple(demand.cycles_per_flit, config.network.cycles_per_flit, "link.cycles_per_flit",
                     "cycles_per_flit")}) {
      if (given && *given != all) {
        throw raw.error("topology.file",
                        fmt::format("{}: the link has a {} of {}, but all links of a network are "
                                    "alike, and {} is {}; give {} = {}, or leave it out",
                                    demand.place, what, *given, key, all, key, *given));
      }
    }
  }
}

}  // namespace

Topology resolve_topology(const RawConfig& raw, Config& config) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 24U;
  config.topology_kind =
      required(raw, raw.topology_kind, "topology.kind", alternatives(topology_words()));
  const TopologyFamily& family = family_of(config.topology_kind);
  const char* const key = family.from_file ? "topology.file" : "topology.dims";
  const char* const other = family.from_file ? "topology.dims" : "topology.file";
  if (raw.given(other)) {
    config.ineffective.push_back(fmt::format("{} has no effect on a {}", other, family.word));
  }
  if (family.from_file) {
    config.topology_file =
        required(raw, raw.topology_file, key, "the name of a file with nodes and links");
    config.topology_text =
        raw.with_file(key, [&] { return read_text_file(config.topology_file, kMaxBytes); });
  } else {
    config.topology_dims = required(raw, raw.topology_dims, key, dims_wanted());
  }
  try {
    return topology_of(config);
  } catch (const std::invalid_argument& error) {
    throw raw.error(key, error.what());
  }
}

Topology topology_of(const Config& config) {
  return {family_of(config.topology_kind),
          {config.topology_dims, config.topology_file, config.topology_text}};
}

Config resolve(const RawConfig& raw) {
  Config config;
  const Topology topology = resolve_topology(raw, config);
  resolve_row(raw, topology, config);
  resolve_router(raw, topology, config);
  resolve_timing(raw, config);
  check_demands(raw, topology, config);
  config.seed = raw.seed.value_or(1);
  resolve_traffic(raw, topology, config);
  config.max_cycles = raw.max_cycles;
  config.stall_cycles = raw.stall_cycles.value_or(config.stall_cycles);
  config.allow_deadlock = raw.allow_deadlock.value_or(false);
  config.json_file = raw.json_file.value_or("");
  config.messages_file = raw.messages_file.value_or("");
  config.links_file = raw.links_file.value_or("");
  config.result_data_file = raw.result_data_file.value_or("");
  config.expectations = raw.expectations;
  resolve_trace_keys(raw, config);
  check_files(raw, config);
  return config;
}

std::vector<DerivedKey> derived_keys(const RawConfig& raw, const Config& config) {
  std::vector<DerivedKey> keys{{"router.buffer_flits", raw.buffer_flits}};
  if (keys.front().given == RawConfig::kAutoBuffer) {
    keys.front().given.reset();
  }
  if (config.row->application != nullptr) {
    keys.push_back({"traffic.message_flits", raw.message_flits});
  }
  return keys;
}

void resolve_buffer(const RawConfig& raw, const VerifyReport& report, Config& config) {
  NetworkConfig& network = config.network;
  const bool stores = network.switching == Switching::kStoreAndForward;
  const bool cuts_through = network.switching == Switching::kCutThrough;
  // What cannot go on without a buffer of a packet, and what waits for the room of one.
  const bool holds_packets = cuts_through || (stores && report.max_hops > 1);
  const bool awaits_packets = holds_packets || (stores && network.duplex == Duplex::kHalf);
  const Cycle full_rate = full_rate_buffer(network);
  const auto packet = static_cast<Cycle>(report.largest_packet_flits);
  // A packet that follows another directly finds room while the credits of that are on their way.
  const Cycle enough = awaits_packets ? packet + full_rate : full_rate;
  const Cycle given = raw.buffer_flits.value_or(RawConfig::kAutoBuffer);
  if (given == RawConfig::kAutoBuffer) {
    network.buffer_flits = std::min(enough, kMaxBufferFlits);
  } else {
    network.buffer_flits = given;
  }
  if (holds_packets && network.buffer_flits < packet) {
    throw raw.error(
        "router.buffer_flits",
        fmt::format("{} takes whole packets into its buffers, and the largest has {} "
                    "flits; give at least {}, or auto",
                    cuts_through ? "cut_through" : "store_and_forward", packet, packet));
  }
  note_shallow_buffer(awaits_packets ? packet : 0, config);
}

}  // namespace flitcast
