#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/topology.h"
#include "tb/config/config.h"
#include "tb/system/file_error.h"

namespace flitcast {

/// One list of a [sweep] section, as it was written.
struct SweepEntry {
  std::string key;     ///< "message_flits", "traffic.message_flits" or "zip"
  std::string value;   ///< "1, 2, 4..10"
  std::string place;   ///< "configs/x.ini:12: sweep.message_flits" or "--sweep.message_flits"
  std::string folder;  ///< that relative names of data files count from; empty: the working folder
};

/// What the user wrote: the first of the two configuration layers. Every value is optional and has
/// been checked on its own, by its syntax and range, but not against the others.
struct RawConfig {
  static constexpr int kAllPorts = 0;      ///< router.ports = all
  static constexpr Cycle kAutoBuffer = 0;  ///< router.buffer_flits = auto

  std::optional<TopologyKind> topology_kind;
  std::optional<std::vector<std::uint32_t>> topology_dims;
  std::optional<std::string> topology_file;

  std::optional<Switching> switching;
  std::optional<int> ports;
  std::optional<bool> irc;
  std::optional<int> vcs;
  std::optional<Cycle> buffer_flits;
  std::optional<Cycle> router_delay;
  std::optional<RoutingOrder> routing;
  std::optional<bool> source_routing;  ///< true: router.routing = source
  std::optional<Cycle> link_delay;
  std::optional<Cycle> cycles_per_flit;
  std::optional<Duplex> duplex;
  std::optional<Cycle> startup;
  std::optional<Cycle> copy_per_flit;
  std::optional<Cycle> reduce_per_flit;
  std::optional<double> clock_period_ns;

  std::optional<std::string> algorithm;
  std::optional<std::string> schedule_file;
  std::optional<std::uint32_t> message_flits;
  std::optional<NodeId> root;
  std::optional<std::string> variant;
  std::optional<Destinations> destinations;
  std::optional<NodeId> shift;
  std::optional<std::uint32_t> segments;
  std::optional<std::uint32_t> radix;
  std::optional<std::vector<std::uint32_t>> partition;
  std::optional<std::string> data_file;
  std::optional<std::string> vector_file;
  std::optional<Sync> sync;

  std::optional<std::uint64_t> seed;
  std::optional<Cycle> max_cycles;
  std::optional<Cycle> stall_cycles;
  std::optional<bool> allow_deadlock;

  std::optional<std::string> json_file;
  std::optional<std::string> messages_file;
  std::optional<std::string> links_file;
  std::optional<std::string> result_data_file;

  std::optional<std::string> trace_vcd_file;
  std::optional<std::string> trace_fst_file;
  std::optional<std::vector<std::string>> trace_scope;
  std::optional<CycleWindow> trace_window;
  std::optional<TraceTarget> trace_around;

  Expectations expectations;

  /// The configuration file, empty when everything comes from the command line.
  std::string file;
  /// Where each given key was given: "configs/x.ini:12: router.delay" or "--router.delay".
  std::map<std::string, std::string, std::less<>> places;
  /// The value of each given key as text; the names of data files as they are found from here.
  std::map<std::string, std::string, std::less<>> texts;
  /// What is to be swept, each key once; a run takes no notice of it.
  std::vector<SweepEntry> sweep;

  bool given(std::string_view key) const { return places.find(key) != places.end(); }
  /// The place to blame for a key, given or not.
  std::string place(std::string_view key) const;
  /// "place: message".
  ConfigError error(std::string_view key, const std::string& message) const;
  /// What act() returns; a FileError out of it becomes an error of the key that names the file.
  template <typename Act>
  decltype(auto) with_file(std::string_view key, Act&& act) const {
    try {
      return act();
    } catch (const FileError& failure) {
      throw error(key, failure.what());
    }
  }
};

/// A key that names a file to be read; a relative name counts from the configuration file.
struct InputFileKey {
  const char* key;
  std::optional<std::string> RawConfig::*name;
};
inline constexpr InputFileKey kInputFileKeys[] = {{"topology.file", &RawConfig::topology_file},
                                                  {"traffic.schedule", &RawConfig::schedule_file},
                                                  {"traffic.data", &RawConfig::data_file},
                                                  {"traffic.vector", &RawConfig::vector_file}};

/// Reads INI text: sections, `key = value`, comments behind # or ;. Throws ConfigError with
/// file and line for anything that is not a known key with a valid value, given once.
RawConfig parse_config(const std::string& text, const std::string& file);

/// The configuration as it would be if these keys had not been given. Lists of a sweep are left
/// out.
RawConfig without(const RawConfig& config, const std::vector<std::string_view>& keys);

/// Gives a key, as `--key=value` on the command line does: over what a file says; `sweep.KEY` goes
/// over the entry of a [sweep] section. Throws ConfigError naming "--key".
void give(RawConfig& config, std::string_view key, const std::string& value);
/// The same for a key that stands at `place`, which errors name.
void give(RawConfig& config, std::string_view key, const std::string& value,
          const std::string& place);

}  // namespace flitcast
