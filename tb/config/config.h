#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hw/network_config.h"
#include "hw/ni/interfaces.h"
#include "hw/routing/routing.h"
#include "hw/topology/topology.h"
#include "tb/config/expectation.h"
#include "tb/config/program_settings.h"
#include "tb/config/quantity.h"
#include "tb/config/rtl_config.h"
#include "tb/config/source_locations.h"
#include "tb/schedules/schedule_file.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/load/load_settings.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

struct RawConfig;

/// The largest traffic.message_flits, given or derived.
inline constexpr std::uint32_t kMaxMessageFlits = 1'000'000;

/// The largest packet, header included: its flits are counted in 32 bits.
inline constexpr std::uint64_t kMostPacketFlits = std::numeric_limits<std::uint32_t>::max();

/// The largest router.buffer_flits, given or derived.
inline constexpr Cycle kMaxBufferFlits = 4'294'967'295;

/// What is expected of what a run measures, by the path of that in the result ("latency.p95"): of a
/// number, or the text itself (tb/config/keys/expect_keys.h).
using Expectations = std::map<std::string, std::variant<Expectation, std::string>, std::less<>>;

/// Cycles from `from` up to but not including `to`.
struct CycleWindow {
  Cycle from = 0;
  Cycle to = std::numeric_limits<Cycle>::max();
};

/// Where a multicast goes to: the nodes of a list, or so many of all but the root, or all of those.
struct Destinations {
  std::vector<NodeId> nodes;
  std::optional<std::uint32_t> random;
  bool all = false;
};

/// What to trace: a round, or a message by its number in the schedule.
struct TraceTarget {
  bool is_message = false;
  std::uint64_t number = 0;
};

/// The trace keys.
struct TraceConfig {
  std::string vcd_file;            ///< empty = none
  std::string fst_file;            ///< empty = none
  std::vector<std::string> scope;  ///< globs over names of modules; empty = all
  CycleWindow window;
  std::optional<TraceTarget> around;  ///< instead of the window

  bool wanted() const { return !vcd_file.empty() || !fst_file.empty(); }
};

/// A section [traffic.NAME]: what is played beside others, by the last parts of the keys.
struct JobConfig {
  std::string name;
  std::map<std::string, std::string, std::less<>> texts;
};

/// A section [node.NAME]: what nodes of a kind have of their own.
struct NodeKind {
  std::string name;
  std::vector<NodeId> nodes = {};  ///< of networks side by side tiles, which are in each
  std::optional<FlitRate> send_rate = {};
  std::optional<FlitRate> receive_rate = {};
  std::optional<FlitRate> total_rate = {};
  std::optional<Cycle> requests = {};
  // Of traces of a chip.
  std::optional<Cycle> memory_latency = {};      ///< of an access, >= 0
  std::optional<Cycle> memory_flit_cycles = {};  ///< that a memory takes for each flit, >= 0
  std::optional<Cycle> memory_shared = {};       ///< so many nodes in a row have one, >= 1
};

/// What is known of a job where it is planned as a run of its own.
struct JobPlace {
  std::vector<NodeId> nodes;  ///< rank r is the r-th; empty: all, by traffic.placement
  bool among_others = false;
  /// What is played as a program: a row on a network of its own. Null: what else is given.
  std::shared_ptr<const RawConfig> row = nullptr;
};

/// Everything a run is told, validated, with every default filled in. A member's initialiser is the
/// default of its key, where that depends on nothing else.
struct Config {
  static constexpr int kAllPorts = 0;      ///< router.ports = all, until resolved
  static constexpr Cycle kAutoBuffer = 0;  ///< router.buffer_flits = auto, until resolve_buffer()
  static constexpr Cycle kAutoRoom = -1;   ///< router.{off,on,bubble}_flits = auto, likewise

  // topology
  TopologyKind topology_kind = TopologyKind::kHypercube;
  std::vector<std::uint32_t> topology_dims;  ///< empty where a file tells the network
  std::string topology_file;                 ///< empty where dims tell the network
  std::shared_ptr<const Topology> topology;  ///< never null after resolution

  // router, link, ni
  const RoutingPolicy* routing_policy = nullptr;  ///< never null after resolution
  std::shared_ptr<const Routing> routing;         ///< never null after resolution
  std::optional<Selection> selection;             ///< where headers have a choice
  std::optional<Ties> ties;                       ///< where random traffic goes round rings
  std::optional<Datelines> datelines;             ///< likewise
  std::vector<std::uint32_t> dimension_order;     ///< empty where routing does not take one
  NetworkConfig network;
  InterfaceRates rates;              ///< of nodes whose kind says nothing else
  std::vector<NodeKind> node_kinds;  ///< by name; no node is of two
  MemorySettings memory;             ///< of ni.interface = memory, where network has it, too
  /// What router.bubble_flits has to be so that no ring comes to a stand; after resolve_buffer().
  Cycle enough_bubble = 0;
  bool irc = false;
  std::string link_fault;  ///< link.fault; empty: links are perfect
  double clock_period_ns = 1.0;
  std::uint32_t flit_bytes = 8;  ///< what a flit holds outside; the model counts flits

  // traffic
  const Row* row =
      nullptr;  ///< what plays a schedule; null after resolution: something else is played
  std::string schedule_file;  ///< traffic.schedule; empty = a row of the catalogue
  std::shared_ptr<const ScheduleFile> schedule;  ///< what it holds
  std::shared_ptr<const Row>
      schedule_row;                 ///< the row that plays it, or one with blocks of several sizes
  std::uint32_t message_flits = 1;  ///< μ
  NodeId root = 0;
  std::string variant;       ///< empty when the row has none
  RowParameters parameters;  ///< those that the row takes are given or have their defaults
  std::string data_file;     ///< traffic.data, CSV of an application's matrix; empty = none
  std::string vector_file;   ///< traffic.vector, CSV; empty = none
  std::string sizes_file;    ///< traffic.block_sizes, CSV; empty = all have μ flits
  std::string program_file;  ///< traffic.program; empty = none
  TraceTiming timing = TraceTiming::kCycles;  ///< of a trace that says what waits for what
  std::vector<std::string> collectives;       ///< rows that those of a trace are played as
  std::optional<std::uint32_t> fifo_depth;    ///< of its channels; empty: as its format has it
  std::string placement = "identity";         ///< traffic.placement: a word, or a file

  Sync sync = Sync::kBarrier;

  std::vector<JobConfig> jobs;                ///< by name; empty: one thing is played
  std::shared_ptr<const JobPlace> job_place;  ///< null: it is not a job of several

  // load
  LoadSettings load;            ///< files are read, and its seeds are run.seed, after resolution
  bool background = false;      ///< load goes on while a schedule is played; after resolution
  bool hardware_alone = false;  ///< packets come from elsewhere, see resolve_hardware()

  // run
  std::uint64_t seed = 1;
  std::optional<Cycle> max_cycles;
  Cycle stall_cycles = 1000;    ///< a run is stuck that long after its last event
  bool allow_deadlock = false;  ///< play a schedule that may deadlock

  // output
  std::string json_file;         ///< "-" = stdout, empty = none
  std::string messages_file;     ///< CSV; empty = none
  std::string operations_file;   ///< CSV; empty = none
  std::string waits_file;        ///< CSV; empty = none
  std::string links_file;        ///< CSV; empty = none
  std::string activity_file;     ///< CSV; empty = none
  std::string perfetto_file;     ///< JSON; empty = none
  std::string result_data_file;  ///< output.data; empty = none
  TraceConfig trace;

  RtlConfig rtl;

  // expect
  Expectations expectations;

  bool plays_program() const {
    return !program_file.empty() || (job_place != nullptr && job_place->row != nullptr);
  }
  bool plays_jobs() const { return !jobs.empty(); }
  /// Random traffic instead of a schedule or a program; after resolution.
  bool plays_load() const { return row == nullptr && !plays_program() && !plays_jobs(); }
  /// Random traffic, with a schedule or without; after resolution.
  bool has_load() const { return plays_load() || background; }

  SourceLocations places;  ///< of the keys that were given
  /// One line each: given keys that contradict the model of the row, buffers too small for full
  /// rate, and whatever else a reader of the results should know.
  std::vector<std::string> notes;
  /// One line for each given key that has no effect. A run is the same without them, so that its
  /// result does not speak of them; people who gave them are told.
  std::vector<std::string> ineffective;
};

/// Packets besides those of a schedule may go anywhere at any time; after resolution.
inline bool meets_others(const Config& config) {
  return config.background || (config.job_place != nullptr && config.job_place->among_others) ||
         retransmits(config.network);
}

/// clock.period, a whole number.
inline std::uint64_t period_in_picoseconds(const Config& config) {
  return static_cast<std::uint64_t>(std::llround(config.clock_period_ns * 1000));
}

/// What a cycle and a flit are outside.
inline Scale scale_of(const Config& config) {
  return {static_cast<std::int64_t>(period_in_picoseconds(config)), config.flit_bytes};
}

/// The longest run. Simulated time, and that of waveforms, is counted in picoseconds of 63 bits;
/// half of them leave room for what comes after a run.
inline constexpr Cycle kMostPicoseconds = kMostLockstepCycles;

/// The last cycle that a run can have.
inline Cycle last_possible_cycle(const Config& config) {
  return kMostPicoseconds / static_cast<Cycle>(period_in_picoseconds(config));
}

}  // namespace flitcast
