#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tb/config/keys/config_keys.h"
#include "tb/config/network_words.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// A feature of a run, and the values that are drawn for it: of a key, "" leaves it out.
struct RunFactor {
  std::string name;
  std::vector<std::string> levels;
};

/// What is played.
namespace played_traffic {
inline const std::string kRow = "row";
inline const std::string kFile = "file";
inline const std::string kLoad = "load";
inline const std::string kRowUnderLoad = "row under load";
inline const std::string kFileUnderLoad = "file under load";
}  // namespace played_traffic

inline bool has_load(const std::string& traffic) {
  return traffic.find("load") != std::string::npos;
}
inline bool has_schedule(const std::string& traffic) {
  return traffic != played_traffic::kLoad;
}

/// Keys that follow from others that are drawn, or stand for them: the row and what it takes, files
/// that are read, programs and jobs, which are not drawn, the one result that every run has.
inline bool follows_from_others(const ConfigKey& key) {
  static const std::set<std::string_view> names{
      "topology.dims",        "traffic.algorithm",  "traffic.root",          "traffic.variant",
      "traffic.destinations", "traffic.shift",      "traffic.radix",         "traffic.segments",
      "traffic.partition",    "traffic.fifo_depth", "traffic.collectives",   "traffic.timing",
      "traffic.placement",    "output.operations",  "router.dimension_order"};
  return names.count(key.name) != 0 || key.name.rfind("traffic.NAME.", 0) == 0 ||
         key.name.rfind("node.NAME.", 0) == 0 || key.file == ConfigKey::File::kRead ||
         key.name == "output.json" || key.section() == "expect" || key.section() == "rtl";
}

namespace run_factors_detail {

using Levels = std::vector<std::string>;

/// Those of keys that the table of keys says too little of.
inline const std::map<std::string_view, Levels>& special_levels() {
  static const std::map<std::string_view, Levels> levels{
      {"router.ports", {"", "1", "2", "all"}},
      {"router.vcs", {"", "1", "2", "4"}},
      {"router.class_vcs", {"", "1,1", "1,2"}},
      {"router.buffer_flits", {"", "auto", "1", "2", "5", "64"}},
      {"router.off_flits", {"", "auto", "1", "4"}},
      {"router.on_flits", {"", "auto", "2", "6"}},
      {"router.bubble_flits", {"", "auto", "0", "40"}},
      {"link.fault", {"", "none", "drops 1000000000"}},
      {"link.faulty", {"", "all", "0-1"}},
      {"ni.send_rate", {"", "1", "0.6"}},
      {"ni.receive_rate", {"", "28.1/32"}},
      {"ni.total_rate", {"", "1.05", "2"}},
      {"clock.period", {"", "0.5", "2.5"}},
      {"traffic.message_flits", {"", "1", "4", "12"}},
      {"load.rate", {"", "0.0001", "0.1", "0.6", "1"}},
      {"load.burst_cycles", {"", "1", "20"}},
      {"load.peak_rate", {"", "0.6", "1"}},
      {"load.hotspots", {"", "0", "0,1"}},
      {"load.hotspot_share", {"", "0", "0.3", "1"}},
      {"load.sizes", {"", "1", "9", "1:1,5:2"}},
      {"load.reply_flits", {"", "0", "1", "6"}},
      {"load.multicast", {"", "1", "2", "1:1,3:1"}},
      {"load.warm_up", {"", "0", "1", "150"}},
      {"load.batch", {"", "1", "7", "90"}},
      {"load.precision", {"", "0.05", "0.5", "1"}},
      {"load.saturation", {"", "1.01", "20"}},
      {"load.most_cycles", {"", "1", "60", "4000"}},
      {"load.most_packets", {"", "1", "300"}},
      {"run.seed", {"", "0", "9223372036854775807"}},
      {"run.max_cycles", {"", "1", "70", "2000"}},
      {"run.stall_cycles", {"", "1", "1000000"}},
      {"trace.scope", {"", "tb.fabric.router_1*,tb.fabric.ni_0", "tb.fabric.ni_*"}},
      {"trace.window", {"", "0:40", "25:"}},
      {"trace.around", {"", "message:0", "round:0"}},
  };
  return levels;
}

/// "a | b | c"; none where one of them is no word.
inline Levels words_of(const std::string& syntax) {
  Levels words;
  for (std::size_t at = 0; at <= syntax.size();) {
    const std::size_t end = std::min(syntax.find(" | ", at), syntax.size());
    words.push_back(syntax.substr(at, end - at));
    if (words.back().find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") !=
        std::string::npos) {
      return {};
    }
    at = end + 3;
  }
  return words;
}

inline Levels levels_of(const ConfigKey& key) {
  if (const auto special = special_levels().find(key.name); special != special_levels().end()) {
    return special->second;
  }
  Levels levels{""};
  if (key.name == "topology.kind") {
    levels.assign(topology_words().begin(), topology_words().end());
  } else if (key.name == "load.pattern") {
    for (const PatternKind& kind : traffic_patterns()) {
      levels.emplace_back(kind.word);
    }
  } else if (key.file == ConfigKey::File::kWritten) {
    levels.push_back(std::string(key.last_part()) + key.syntax.substr(key.syntax.find('.')));
  } else if (key.numeric) {
    const long long least = std::strtoll(key.range.c_str(), nullptr, 10);
    for (const int more : {0, 1, 3}) {
      levels.push_back(std::to_string(least + more));
    }
  } else {
    const Levels words = words_of(key.syntax);
    levels.insert(levels.end(), words.begin(), words.end());
  }
  return levels;
}

}  // namespace run_factors_detail

/// What is done with a run.
namespace run_use {
inline const std::string kTwice = "run twice";
inline const std::string kExpected = "expects what it measured";
inline const std::string kReadBack = "result read back";
inline const std::string kResolved = "effective configuration";
inline const std::string kSweep = "sweep killed and resumed";
inline const std::string kCurve = "curve killed and resumed";
}  // namespace run_use

/// All of them: what is played, every key of a run, and what is done with it.
inline const std::vector<RunFactor>& run_factors() {
  static const std::vector<RunFactor> factors = [] {
    std::vector<RunFactor> all{{"traffic",
                                {played_traffic::kRow, played_traffic::kFile, played_traffic::kLoad,
                                 played_traffic::kRowUnderLoad, played_traffic::kFileUnderLoad}},
                               {"use",
                                {run_use::kTwice, run_use::kExpected, run_use::kReadBack,
                                 run_use::kResolved, run_use::kSweep, run_use::kCurve}}};
    for (const ConfigKey& key : config_keys()) {
      if (!follows_from_others(key)) {
        all.push_back({std::string(key.name), run_factors_detail::levels_of(key)});
      }
    }
    return all;
  }();
  return factors;
}

}  // namespace flitcast
