#include "tb/config/keys/config_keys.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/expect_keys.h"
#include "tb/config/keys/job_keys.h"
#include "tb/config/keys/key_groups.h"
#include "tb/config/keys/node_keys.h"
#include "tb/config/network_words.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr std::int64_t kMaxDelay = 1'000'000;
constexpr std::int64_t kMaxInterval = 10'000;
constexpr std::int64_t kMaxFlitBytes = 65'536;
constexpr Unit kBytes{"bytes", "byte"};
constexpr std::int64_t kMaxCycles = 1'000'000'000'000'000;
constexpr std::int64_t kMaxStall = 1'000'000'000'000;
constexpr std::int64_t kMaxSeed = 9'223'372'036'854'775'807;

constexpr const char* kOfTheRow = "of the row";

std::vector<ConfigKey> topology_keys() {
  return {
      choice("topology.kind", &Config::topology_kind, topology_words(),
             "shape of the network; on trees, fat trees and graphs every processor has a router of "
             "its own, too; opposite_tori: two networks of unidirectional links, one up and one "
             "down, that nothing joins, for programs whose messages stay inside")
          .otherwise("required"),
      value(
          "topology.dims", &Config::topology_dims, "N | NxN…", parse_dims,
          [](const auto& dims) { return shown_text(join_dims(dims)); }, dims_help())
          .within("up to 65536 nodes")
          .otherwise("required, but by graph"),
      input_file("topology.file", &Config::topology_file, "FILE",
                 "nodes and links of a graph, relative to the configuration file; also BookSim's "
                 "anynet")
          .otherwise("required by graph"),
  };
}

bool is_on_off(const Config& config) {
  return config.network.flow_control == FlowControl::kOnOff;
}
bool leaves_bubbles(const Config& config) {
  return config.network.flow_control == FlowControl::kBubble;
}

std::vector<std::string_view> flow_control_words() {
  std::vector<std::string_view> words;
  for (const FlowControlWords& kind : kFlowControls) {
    words.push_back(kind.word);
  }
  return words;
}

std::string flow_control_help() {
  std::string help = "when flits may be sent";
  for (const FlowControlWords& kind : kFlowControls) {
    help += fmt::format("; {}: {}", kind.word, kind.help);
  }
  return help;
}

NewKey room(std::string_view name, Cycle NetworkConfig::*member, std::string help) {
  return integer_or("auto", Config::kAutoRoom, name, member, {0, kMaxBufferFlits}, kFlits,
                    std::move(help))
      .otherwise("auto");
}

std::vector<ConfigKey> router_keys() {
  return {
      value(
          "router.switching", &NetworkConfig::switching,
          fmt::format("{}", fmt::join(switching_words(), " | ")), parse_switching,
          [](Switching switching) {
            return ShownValue(switching_words().at(static_cast<std::size_t>(switching)));
          },
          "how a packet passes a router; also WH, VCT, SF")
          .otherwise(kOfTheRow),
      integer_or("all", Config::kAllPorts, "router.ports", &NetworkConfig::ports, {1, kMaxPorts},
                 kNoUnit, "messages a node sends, and receives, at a time; all = its degree")
          .spelled("K | all")
          .within("1 … degree")
          .otherwise(kOfTheRow),
      on_off("router.irc", &Config::irc, "intermediate reception: a worm leaves copies on its way")
          .otherwise(kOfTheRow),
      choice(
          "router.forks", &NetworkConfig::forks, {"none", "hop_by_hop", "reserved"},
          "whether a worm may fork to the nodes of a rectangle: as it takes the channels that it "
          "comes to, or when all routers of its tree are reserved; staged")
          .otherwise(kOfTheRow)
          .shown_if([](const Config& config) { return config.network.forks != Forks::kNone; }),
      integer("router.vcs", &NetworkConfig::vcs, {1, kMaxInputVcs}, kNoUnit,
              "virtual channels of every network link")
          .within("1 … 1024 / ports")
          .otherwise("1; datelines need 2"),
      integer_or("auto", Config::kAutoBuffer, "router.buffer_flits", &NetworkConfig::buffer_flits,
                 {1, kMaxBufferFlits}, kFlits,
                 "input buffer of a virtual channel; auto = full rate, whole packets where needed")
          .otherwise("auto"),
      choice("router.flow_control", &NetworkConfig::flow_control, flow_control_words(),
             flow_control_help())
          .shown_if([](const Config& config) {
            return config.network.flow_control != FlowControl::kCredits;
          }),
      room("router.off_flits", &NetworkConfig::off_flits,
           "on_off: free slots at which a buffer says stop; auto = as few as do not let it run "
           "over")
          .shown_if(is_on_off),
      room("router.on_flits", &NetworkConfig::on_flits,
           "on_off: free slots at which it says go; auto = router.off_flits + 1")
          .shown_if(is_on_off),
      room("router.bubble_flits", &NetworkConfig::bubble_flits,
           "bubble: room that a packet leaves where it enters a ring; auto = so much that no ring "
           "comes to a stand: the largest packet, more where sizes differ")
          .shown_if(leaves_bubbles),
      integer("router.delay", &NetworkConfig::router_delay, {0, kMaxDelay}, kCycles,
              "pipeline delay of a header in a router")
          .shown_if([](const Config& config) { return !config.network.pipeline.staged(); }),
  };
}

std::vector<ConfigKey> link_keys() {
  return {
      integer("link.delay", &NetworkConfig::link_delay, {1, kMaxDelay}, kCycles,
              "flight time of a flit, and of a credit"),
      integer("link.cycles_per_flit", &NetworkConfig::cycles_per_flit, {1, kMaxInterval},
              kCyclesPerFlit, "time per flit on a channel, t_m"),
      integer("link.flit_bytes", &Config::flit_bytes, {1, kMaxFlitBytes}, kBytes,
              "size of a flit, for keys that are given, and results that are told, in bytes")
          .shown_if([](const Config& config) { return config.flit_bytes != Config().flit_bytes; }),
      choice("link.duplex", &NetworkConfig::duplex, {"full", "half"},
             "half: the two channels between neighbours carry one direction at a time")
          .otherwise(kOfTheRow),
  };
}

ConfigKey clock_key() {
  return decimal("clock.period", &Config::clock_period_ns, 1e-3, 1e3, kNanoseconds, "router clock");
}

std::vector<ConfigKey> run_keys() {
  return {
      integer("run.seed", &Config::seed, {0, kMaxSeed}, kNoUnit,
              "seed of the payload words, and of random traffic"),
      integer("run.max_cycles", &Config::max_cycles, {1, kMaxCycles}, kCycles,
              "gives up when the schedule has not completed by then"),
      integer("run.stall_cycles", &Config::stall_cycles, {1, kMaxStall}, kCycles,
              "a run in which nothing moves any more, or beside jobs that wait forever only load, "
              "is declared stuck so long after the last event"),
      on_off("run.allow_deadlock", &Config::allow_deadlock,
             "plays a schedule that may deadlock instead of refusing it"),
      // It changes no result, and appears in none.
      on_off("run.flit_by_flit", &NetworkConfig::flit_by_flit,
             "looks at every flit in each cycle in which it could move, and takes none together "
             "with others: the same results, slowly")
          .not_shown(),
  };
}

std::vector<ConfigKey> output_keys() {
  return {
      output_file("output.json", &Config::json_file, "FILE", "results as JSON; - = standard output")
          .or_standard_output(),
      output_file("output.messages", &Config::messages_file, "FILE.csv",
                  "one line per message and destination"),
      output_file("output.operations", &Config::operations_file, "FILE.csv",
                  "of a program: one line per operation, with what it is to the critical path"),
      output_file("output.waits", &Config::waits_file, "FILE.csv",
                  "of a trace of a chip: one line per wait that was measured, and here"),
      output_file("output.links", &Config::links_file, "FILE.csv",
                  "one line per channel: its flits and waits"),
      output_file("output.activity", &Config::activity_file, "FILE.csv",
                  "one line per router, link and network interface: its events, for energy models"),
      output_file("output.perfetto", &Config::perfetto_file, "FILE.json",
                  "nodes, links, waits, messages, rounds and ranks of programs in time, for "
                  "ui.perfetto.dev"),
      output_file("output.data", &Config::result_data_file, "FILE.csv",
                  "the result of an application"),
  };
}

// What a trace shows is no part of the run: like outputs it appears in no result.
std::vector<ConfigKey> trace_keys() {
  // For values that are not shown.
  const auto nothing = [](const auto& /*value*/) { return ShownValue{}; };
  return {
      output_file("trace.vcd", &TraceConfig::vcd_file, "FILE.vcd",
                  "waveforms, with a GTKWave save file beside")
          .not_shown(),
      output_file("trace.fst", &TraceConfig::fst_file, "FILE.fst",
                  "the same, compressed by the program vcd2fst of GTKWave")
          .not_shown(),
      value(
          "trace.scope", &TraceConfig::scope, "GLOB,GLOB…",
          [](Text text) { return parse_list(text, "a pattern of module names"); }, nothing,
          "modules to trace, like tb.fabric.router_1*,tb.fabric.ni_*")
          .otherwise("all"),
      value("trace.window", &TraceConfig::window, "FROM:TO", parse_window, nothing,
            "traces cycle FROM to TO - 1; either may be left out")
          .counting(kCycles)
          .otherwise("the whole run"),
      value("trace.around", &TraceConfig::around, "message:ID | round:K", parse_target, nothing,
            "traces only the cycles and nodes that a message or a round touches"),
  };
}

/// Keys that have an effect where `played` says so only.
std::vector<ConfigKey> shown_where(bool (*played)(const Config& config),
                                   std::vector<ConfigKey> keys) {
  for (ConfigKey& key : keys) {
    key.show = [played, shown = std::move(key.show)](const Config& config) {
      return played(config) ? shown(config) : ShownValue{};
    };
  }
  return keys;
}

bool plays_schedule(const Config& config) {
  return config.row != nullptr;
}

bool plays_program(const Config& config) {
  return config.plays_program();
}

bool has_blocks(const Config& config) {
  return !config.plays_load() && !config.plays_jobs();
}

bool has_load(const Config& config) {
  return config.has_load();
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = [] {
    std::vector<ConfigKey> all;
    for (const auto& group : {topology_keys(),
                              router_keys(),
                              routing_keys(),
                              pipeline_keys(),
                              link_keys(),
                              fault_keys(),
                              interface_keys(),
                              node_keys(),
                              memory_keys(),
                              {clock_key()},
                              shown_where(plays_schedule, schedule_keys()),
                              shown_where(has_blocks, block_keys()),
                              shown_where(plays_schedule, traffic_keys()),
                              shown_where(plays_program, program_keys()),
                              job_keys(),
                              shown_where(has_load, load_keys()),
                              run_keys(),
                              rtl_keys(),
                              output_keys(),
                              trace_keys(),
                              expect_keys()}) {
      all.insert(all.end(), group.begin(), group.end());
    }
    return all;
  }();
  return keys;
}

const ConfigKey* find_key(std::string_view name) {
  if (job_key_name(name)) {
    return find_job_key(name);
  }
  if (node_key_name(name)) {
    return find_node_key(name);
  }
  for (const ConfigKey& key : config_keys()) {
    if (key.name == name) {
      return &key;
    }
  }
  return nullptr;
}

std::vector<const ConfigKey*> keys_named(std::string_view name) {
  if (const ConfigKey* const key = find_key(name)) {
    return {key};
  }
  std::vector<const ConfigKey*> keys;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != "expect" && key.section() != "rtl" && key.last_part() == name) {
      keys.push_back(&key);
    }
  }
  return keys;
}

}  // namespace flitcast
