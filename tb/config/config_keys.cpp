#include "tb/config/config_keys.h"

#include <fmt/format.h>

#include "hw/topology/family.h"
#include "tb/config/config_value.h"
#include "tb/config/expect_keys.h"
#include "tb/config/topology_words.h"
#include "tb/config/traffic_keys.h"
#include "traffic/row/nearest_word.h"

namespace flitcast {
namespace {

using Text = std::string_view;
using Shown = std::optional<std::string>;

constexpr std::int64_t kMaxDelay = 1'000'000;
constexpr std::int64_t kMaxInterval = 10'000;
constexpr std::int64_t kMaxStartup = 1'000'000'000;
constexpr std::int64_t kMaxCycles = 1'000'000'000'000'000;
constexpr std::int64_t kMaxStall = 1'000'000'000'000;
constexpr std::int64_t kMaxSeed = 9'223'372'036'854'775'807;

const std::vector<Text> kSwitchings{"wormhole", "cut_through", "store_and_forward"};
const std::vector<Text> kDuplexes{"full", "half"};
const std::vector<Text> kRoutings{"ascending", "descending", "source"};
constexpr std::size_t kSourceRouting = 2;

void give_routing(RawConfig& config, Text text) {
  const std::size_t choice = parse_word(text, kRoutings);
  config.source_routing = choice == kSourceRouting;
  config.routing.reset();
  if (choice != kSourceRouting) {
    config.routing = static_cast<RoutingOrder>(choice);
  }
}

Shown shown_routing(const Config& config) {
  if (!family_of(config.topology_kind).has_coordinates && !config.network.source_routing) {
    return {};
  }
  return std::string(config.network.source_routing
                         ? kRoutings[kSourceRouting]
                         : kRoutings[static_cast<std::size_t>(config.network.order)]);
}

int parse_ports(Text text) {
  if (trim(text) == "all") {
    return RawConfig::kAllPorts;
  }
  return static_cast<int>(parse_integer(text, kNoUnit, 1, 64));
}

Cycle parse_buffer(Text text) {
  return trim(text) == "auto" ? RawConfig::kAutoBuffer
                              : parse_integer(text, kFlits, 1, kMaxBufferFlits);
}

std::string parse_output_name(Text text) {
  if (trim(text) == "-") {
    throw ValueError("- is standard output, which only output.json takes; give a file name");
  }
  return parse_file_name(text);
}

Shown text_of(const std::string& value) {
  return value.empty() ? Shown{} : Shown{value};
}

std::vector<ConfigKey> topology_keys() {
  return {
      {"topology.kind", topology_syntax(), "", "", "required", "shape of the network", false,
       [](RawConfig& c, Text t) {
         c.topology_kind = static_cast<TopologyKind>(parse_word(t, topology_words()));
       },
       [](const Config& c) { return Shown{to_string(c.topology_kind)}; }},
      {"topology.dims", "N | NxN…", "", "up to 65536 nodes", "required, but by graph", dims_help(),
       false, [](RawConfig& c, Text t) { c.topology_dims = parse_dims(t); },
       [](const Config& c) { return text_of(join_dims(c.topology_dims)); }},
      {"topology.file", "FILE", "", "", "required by graph",
       "nodes and links of a graph, relative to the configuration file; also BookSim's anynet",
       false, [](RawConfig& c, Text t) { c.topology_file = parse_file_name(t); },
       [](const Config& c) { return full_name(c.topology_file); }},
  };
}

std::vector<ConfigKey> router_keys() {
  return {
      {"router.switching", "wormhole | cut_through | store_and_forward", "", "", "of the row",
       "how a packet passes a router", false,
       [](RawConfig& c, Text t) {
         c.switching = static_cast<Switching>(parse_word(t, kSwitchings));
       },
       [](const Config& c) {
         return Shown{std::string(kSwitchings[static_cast<std::size_t>(c.network.switching)])};
       }},
      {"router.ports", "K | all", "", "1 … degree", "of the row",
       "messages a node sends, and receives, at a time; all = its degree", true,
       [](RawConfig& c, Text t) { c.ports = parse_ports(t); },
       [](const Config& c) { return Shown{std::to_string(c.network.ports)}; }},
      {"router.irc", "on | off", "", "", "of the row",
       "intermediate reception: a worm leaves copies on its way", false,
       [](RawConfig& c, Text t) { c.irc = parse_switch(t); },
       [](const Config& c) { return Shown{c.irc ? "on" : "off"}; }},
      {"router.vcs", "N", "", "1 … 1024 / ports", "1; datelines need 2",
       "virtual channels of every network link", true,
       [](RawConfig& c, Text t) { c.vcs = static_cast<int>(parse_integer(t, kNoUnit, 1, kMaxInputVcs)); },
       [](const Config& c) { return Shown{std::to_string(c.network.vcs)}; }},
      {"router.buffer_flits", "N | auto", "flits", "1 … 4294967295", "auto",
       "input buffer of a virtual channel; auto = full rate, whole packets where needed", true,
       [](RawConfig& c, Text t) { c.buffer_flits = parse_buffer(t); },
       [](const Config& c) { return Shown{std::to_string(c.network.buffer_flits)}; }},
      {"router.delay", "N", "cycles", "0 … 1000000", "0", "pipeline delay of a header in a router",
       true, [](RawConfig& c, Text t) { c.router_delay = parse_integer(t, kCycles, 0, kMaxDelay); },
       [](const Config& c) { return Shown{std::to_string(c.network.router_delay)}; }},
      {"router.routing", "ascending | descending | source", "", "", "of the row",
       "order in which dimension-order routing corrects dimensions; source: routes in the headers",
       false, give_routing, shown_routing},
  };
}

std::vector<ConfigKey> timing_keys() {
  return {
      {"link.delay", "N", "cycles", "1 … 1000000", "1", "flight time of a flit, and of a credit",
       true, [](RawConfig& c, Text t) { c.link_delay = parse_integer(t, kCycles, 1, kMaxDelay); },
       [](const Config& c) { return Shown{std::to_string(c.network.link_delay)}; }},
      {"link.cycles_per_flit", "N", "cycles", "1 … 10000", "1", "time per flit on a channel, t_m",
       true,
       [](RawConfig& c, Text t) { c.cycles_per_flit = parse_integer(t, kCycles, 1, kMaxInterval); },
       [](const Config& c) { return Shown{std::to_string(c.network.cycles_per_flit)}; }},
      {"link.duplex", "full | half", "", "", "of the row",
       "half: the two channels between neighbours carry one direction at a time", false,
       [](RawConfig& c, Text t) { c.duplex = static_cast<Duplex>(parse_word(t, kDuplexes)); },
       [](const Config& c) {
         return Shown{std::string(kDuplexes[static_cast<std::size_t>(c.network.duplex)])};
       }},
      {"ni.startup", "N", "cycles", "0 … 1000000000", "0",
       "start-up of a message at its sender, on top of the fixed part", true,
       [](RawConfig& c, Text t) { c.startup = parse_integer(t, kCycles, 0, kMaxStartup); },
       [](const Config& c) { return Shown{std::to_string(c.network.startup)}; }},
      {"ni.copy_per_flit", "N", "cycles", "0 … 10000", "0",
       "rearrangement of one flit in the memory of a node, t_r", true,
       [](RawConfig& c, Text t) { c.copy_per_flit = parse_integer(t, kCycles, 0, kMaxInterval); },
       [](const Config& c) { return Shown{std::to_string(c.network.copy_per_flit)}; }},
      {"ni.reduce_per_flit", "N", "cycles", "0 … 10000", "0",
       "reduction of one flit with another, t_op", true,
       [](RawConfig& c, Text t) { c.reduce_per_flit = parse_integer(t, kCycles, 0, kMaxInterval); },
       [](const Config& c) { return Shown{std::to_string(c.network.reduce_per_flit)}; }},
      {"clock.period", "X", "ns", "0.001 … 1000", "1", "router clock", true,
       [](RawConfig& c, Text t) { c.clock_period_ns = parse_decimal(t, kNanoseconds, 1e-3, 1e3); },
       [](const Config& c) { return Shown{fmt::format("{}", c.clock_period_ns)}; }},
  };
}

std::vector<ConfigKey> run_keys() {
  return {
      {"run.seed", "N", "", "0 … 2^63 - 1", "1", "seed of the payload words", true,
       [](RawConfig& c, Text t) {
         c.seed = static_cast<std::uint64_t>(parse_integer(t, kNoUnit, 0, kMaxSeed));
       },
       [](const Config& c) { return Shown{std::to_string(c.seed)}; }},
      {"run.max_cycles", "N", "cycles", "1 … 10^15", "none",
       "gives up when the schedule has not completed by then", true,
       [](RawConfig& c, Text t) { c.max_cycles = parse_integer(t, kCycles, 1, kMaxCycles); },
       [](const Config& c) {
         return c.max_cycles ? Shown{std::to_string(*c.max_cycles)} : Shown{};
       }},
      {"run.stall_cycles", "N", "cycles", "1 … 10^12", "1000",
       "a run in which nothing moves any more is declared stuck so long after the last event", true,
       [](RawConfig& c, Text t) { c.stall_cycles = parse_integer(t, kCycles, 1, kMaxStall); },
       [](const Config& c) { return Shown{std::to_string(c.stall_cycles)}; }},
      {"run.allow_deadlock", "on | off", "", "", "off",
       "plays a schedule that may deadlock instead of refusing it", false,
       [](RawConfig& c, Text t) { c.allow_deadlock = parse_switch(t); },
       [](const Config& c) { return Shown{c.allow_deadlock ? "on" : "off"}; }},
  };
}

std::vector<ConfigKey> output_keys() {
  return {
      {"output.json", "FILE | -", "", "", "none", "results as JSON; - = standard output", false,
       [](RawConfig& c, Text t) { c.json_file = parse_file_name(t); },
       [](const Config& c) { return text_of(c.json_file); }},
      {"output.messages", "FILE.csv", "", "", "none", "one line per message and destination", false,
       [](RawConfig& c, Text t) { c.messages_file = parse_output_name(t); },
       [](const Config& c) { return text_of(c.messages_file); }},
      {"output.links", "FILE.csv", "", "", "none", "one line per channel: its flits and waits",
       false, [](RawConfig& c, Text t) { c.links_file = parse_output_name(t); },
       [](const Config& c) { return text_of(c.links_file); }},
      {"output.data", "FILE.csv", "", "", "none", "the result of an application", false,
       [](RawConfig& c, Text t) { c.result_data_file = parse_output_name(t); },
       [](const Config& c) { return text_of(c.result_data_file); }},
  };
}

// What a trace shows is no part of the run: like outputs it appears in no result.
Shown nothing(const Config& /*config*/) {
  return {};
}

std::vector<ConfigKey> trace_keys() {
  return {
      {"trace.vcd", "FILE.vcd", "", "", "none", "waveforms, with a GTKWave save file beside", false,
       [](RawConfig& c, Text t) { c.trace_vcd_file = parse_output_name(t); }, nothing},
      {"trace.fst", "FILE.fst", "", "", "none",
       "the same, compressed by the program vcd2fst of GTKWave", false,
       [](RawConfig& c, Text t) { c.trace_fst_file = parse_output_name(t); }, nothing},
      {"trace.scope", "GLOB,GLOB…", "", "", "all",
       "modules to trace, like tb.fabric.router_1*,tb.fabric.ni_*", false,
       [](RawConfig& c, Text t) { c.trace_scope = parse_list(t, "a pattern of module names"); },
       nothing},
      {"trace.window", "FROM:TO", "cycles", "", "the whole run",
       "traces cycle FROM to TO - 1; either may be left out", false,
       [](RawConfig& c, Text t) { c.trace_window = parse_window(t); }, nothing},
      {"trace.around", "message:ID | round:K", "", "", "none",
       "traces only the cycles and nodes that a message or a round touches", false,
       [](RawConfig& c, Text t) { c.trace_around = parse_target(t); }, nothing},
  };
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = [] {
    std::vector<ConfigKey> all;
    for (const auto& group : {topology_keys(), router_keys(), timing_keys(), traffic_keys(),
                              run_keys(), output_keys(), trace_keys(), expect_keys()}) {
      all.insert(all.end(), group.begin(), group.end());
    }
    return all;
  }();
  return keys;
}

const ConfigKey* find_key(std::string_view name) {
  for (const ConfigKey& key : config_keys()) {
    if (key.name == name) {
      return &key;
    }
  }
  return nullptr;
}

std::string unknown_key(std::string_view name) {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) {
    names.emplace_back(key.name);
  }
  return fmt::format("unknown key {}; the nearest is {}", quoted(name),
                     nearest(name.substr(0, 60), names));
}

}  // namespace flitcast
