#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "tb/config/resolve/resolve.h"
#include "tb/config/resolve/resolve_parts.h"
#include "tb/system/files/input_file.h"
#include "traffic/load/check_load.h"
#include "traffic/open_loop/multicast_way.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {
namespace {

constexpr std::string_view kLoad = "load.";
constexpr std::string_view kTraffic = "traffic.";

bool gives_key_of(std::string_view section, const RawConfig& raw) {
  return std::any_of(raw.texts.begin(), raw.texts.end(), [section](const auto& given) {
    return std::string_view(given.first).substr(0, section.size()) == section;
  });
}

/// Notes keys that the settings have no use for.
void note_ineffective(Config& config) {
  const LoadSettings& load = config.load;
  const auto note = [&](const char* key, bool effective, const std::string& where) {
    if (!effective) {
      note_no_effect(key, "on " + where, config);
    }
  };
  const PatternKind& kind = *find_pattern(load.pattern.word);
  const std::string pattern = fmt::format("load.pattern = {}", kind.word);
  note("load.hotspots", kind.needs_hotspots, pattern);
  note("load.hotspot_share", kind.needs_hotspots, pattern);
  note("load.pattern_file", kind.needs_file, pattern);
  const bool drawn = load.pattern.word != "trace";
  for (const char* key : {"load.rate", "load.injection", "load.sizes", "load.multicast"}) {
    note(key, drawn, "a trace, which has its own packets");
  }
  if (load.injection == Injection::kClosed) {
    note_no_effect("load.rate", "with load.injection = closed, whose sources wait for replies",
                   config);
  }
  const bool bursty = drawn && load.injection == Injection::kBursty;
  note("load.burst_cycles", bursty, "injection that is not bursty");
  note("load.peak_rate", bursty, "injection that is not bursty");
  for (const char* key : {"ni.copy_per_flit", "ni.reduce_per_flit"}) {
    note(key, config.background, "load, which computes nothing");
  }
  note("load.precision", !config.background, "load that lasts as long as a schedule");
  for (const char* key :
       {"load.precision", "load.most_cycles", "load.most_packets", "load.saturation"}) {
    note(key, drawn || config.background, "a trace, which is played to its end");
  }
  note("load.drain", drawn || config.background, "a trace, which is played to its end");
}

void read_pattern_file(Config& config) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 28U;
  PatternSettings& pattern = config.load.pattern;
  if (!find_pattern(pattern.word)->needs_file) {
    pattern.file.clear();
    return;
  }
  require(config, "load.pattern_file",
          fmt::format("the name of a file, which load.pattern = {} needs", pattern.word));
  pattern.text = config.places.with_file("load.pattern_file",
                                         [&] { return read_text_file(pattern.file, kMaxBytes); });
}

/// Throws what is wrong with the pattern for the network, or with its own settings.
std::unique_ptr<TrafficPattern> checked_pattern(const Config& config) {
  const PatternSettings& pattern = config.load.pattern;
  const PatternKind& kind = *find_pattern(pattern.word);
  if (kind.needs_hotspots) {
    require(config, "load.hotspots", "a list of nodes, like 0,5");
  }
  try {
    return make_pattern(*config.topology, pattern);
  } catch (const std::invalid_argument& error) {
    const char* const key = kind.needs_file       ? "load.pattern_file"
                            : kind.needs_hotspots ? "load.hotspots"
                                                  : "load.pattern";
    throw config.places.error(key, error.what());
  }
}

/// Some nodes may send more than others.
void check_rate(const Config& config, const TrafficPattern& pattern) {
  constexpr double kPlaces = 1e6;
  const NodeId processors = config.topology->processors();
  try {
    packet_rates(config.load, pattern, processors, 1);
  } catch (const std::invalid_argument& error) {
    const double most = most_rate(config.load, pattern, processors);
    throw config.places.error("load.rate", "{}; give up to {}", error.what(),
                              std::floor(most * kPlaces) / kPlaces);
  }
}

std::uint32_t largest(const std::vector<Weighted>& values) {
  std::uint32_t most = 0;
  for (const Weighted& each : values) {
    most = std::max(most, each.value);
  }
  return most;
}

void check_settings(const Config& config) {
  const LoadSettings& load = config.load;
  const auto warm_up = load.warm_up.value_or(0);
  refuse(config,
         {{load.injection == Injection::kBursty && load.peak_rate < load.rate, "load.peak_rate",
           fmt::format(
               "{0} is less than load.rate, {1}, which it is to reach on average; give {1} to 1",
               load.peak_rate, load.rate)},
          {warm_up >= load.most_cycles, "load.warm_up",
           fmt::format("{} leaves nothing to measure of load.most_cycles, {}; give less", warm_up,
                       load.most_cycles)}});
  for (const char* key : {"output.messages", "output.data"}) {
    refuse(config, {{config.places.given(key) && config.plays_load(), key,
                     "is for schedules; load has no such file, leave the key out"}});
  }
}

/// What multicasts take. One destination is what any packet has, and a trace has its own packets.
void resolve_multicasts(Config& config) {
  LoadSettings& load = config.load;
  const std::uint32_t most = largest(load.destinations);
  if (most <= 1 || load.pattern.word == "trace") {
    load.destinations.clear();
    return;
  }
  const NodeId nodes = config.topology->processors();
  refuse(config,
         {{!config.irc, "load.multicast",
           "more than one destination needs intermediate reception; give router.irc = on"},
          {most > nodes, "load.multicast",
           fmt::format("{} is more than there are; a {} has {} {}", most,
                       config.topology->describe(), nodes, nodes == 1 ? "node" : "nodes")}});
  try {
    static_cast<void>(MulticastWay(*config.routing));
  } catch (const std::invalid_argument& error) {
    throw config.places.error("load.multicast", "{}; leave the key out", error.what());
  }
  const bool small = std::any_of(load.sizes.begin(), load.sizes.end(),
                                 [](const Weighted& size) { return size.value < 2; });
  refuse(config, {{load.reply_flits > 0, "load.reply_flits",
                   "multicasts are not replied to; leave this key or load.multicast out"},
                  {small, "load.sizes",
                   "a multicast has 2 flits or more, a header and what it carries; give 2 or more, "
                   "or leave load.multicast out"}});
}

}  // namespace

bool gives_load(const RawConfig& raw) {
  return gives_key_of(kLoad, raw);
}

bool gives_load_alone(const RawConfig& raw) {
  return gives_load(raw) && !gives_key_of(kTraffic, raw);
}

void resolve_load(Config& config) {
  config.load.seed = config.seed;
  config.load.pattern.seed = config.seed;
  note_ineffective(config);
  read_pattern_file(config);
  const std::unique_ptr<TrafficPattern> pattern = checked_pattern(config);
  check_settings(config);
  if (pattern->trace() == nullptr) {
    check_rate(config, *pattern);
  }
  resolve_multicasts(config);
}

}  // namespace flitcast
