#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr Unit kFlitRate{"flits per node and cycle", "flit per node and cycle", Dimension::kRate};

constexpr std::int64_t kMostWarmUp = 1'000'000'000;
constexpr std::int64_t kMostLoadCycles = 1'000'000'000'000;
constexpr std::int64_t kMostPackets = 1'000'000'000'000;
constexpr std::int64_t kMostReplyFlits = 1'000'000;
constexpr double kLeastRate = 0.0001;

std::vector<Text> pattern_words() {
  std::vector<Text> words;
  for (const PatternKind& kind : traffic_patterns()) {
    words.push_back(kind.word);
  }
  return words;
}

std::vector<Weighted> parse_weights(Text text) {
  try {
    return parse_weighted(std::string(trim(text)));
  } catch (const std::invalid_argument& error) {
    throw ValueError(error.what());
  }
}

ShownValue shown_weights(const std::vector<Weighted>& values) {
  return shown_text(to_string(values));
}

std::vector<NodeId> parse_node_list(Text text) {
  constexpr std::int64_t kMostNode = 65535;
  std::vector<NodeId> nodes;
  for (const std::string& word : parse_list(text, "a list of nodes")) {
    nodes.push_back(static_cast<NodeId>(parse_integer(word, kNoUnit, 0, kMostNode)));
  }
  return nodes;
}

bool draws_packets(const Config& config) {
  return config.load.pattern.word != "trace";
}

bool has_rate(const Config& config) {
  return draws_packets(config) && config.load.injection != Injection::kClosed;
}

bool is_bursty(const Config& config) {
  return draws_packets(config) && config.load.injection == Injection::kBursty;
}

bool has_hotspots(const Config& config) {
  const PatternKind* const kind = find_pattern(config.load.pattern.word);
  return kind != nullptr && kind->needs_hotspots;
}

/// Destinations.
std::vector<ConfigKey> pattern_keys() {
  const std::vector<Text> words = pattern_words();
  return {
      value(
          "load.pattern", &PatternSettings::word, "PATTERN",
          [words](Text text) { return std::string(words[parse_word(text, words)]); }, shown_text,
          fmt::format("destinations: {}", fmt::join(words, ", "))),
      on_off("load.self_sends", &PatternSettings::self_sends,
             "packets from a node to itself, through its router; off: uniform traffic goes to the "
             "others")
          .shown_if(draws_packets),
      value("load.hotspots", &PatternSettings::hotspots, "NODE,NODE…", parse_node_list, shown_list,
            "the nodes that pattern hotspot prefers")
          .otherwise("required by hotspot")
          .shown_if(has_hotspots),
      decimal("load.hotspot_share", &PatternSettings::hotspot_share, 0, 1, kNoUnit,
              "part of the packets that goes to them; the rest is uniform")
          .shown_if(has_hotspots),
      input_file("load.pattern_file", &PatternSettings::file, "FILE",
                 "what the pattern reads, relative to the configuration file")
          .otherwise("required by permutation, matrix, trace"),
  };
}

/// What is sent when.
std::vector<ConfigKey> packet_keys() {
  return {
      decimal("load.rate", &LoadSettings::rate, kLeastRate, 1, kFlitRate,
              "what the nodes offer on average, headers included; replies come on top")
          .shown_if(has_rate),
      choice("load.injection", &LoadSettings::injection,
             {"bernoulli", "bursty", "periodic", "closed"},
             "when a node makes packets: any cycle, by turns on and off, every so many cycles, or "
             "so that memory.outstanding requests are always under way")
          .shown_if(draws_packets),
      decimal("load.burst_cycles", &LoadSettings::burst_cycles, 1, 1e9, kCycles,
              "bursty: mean length of a time that is on")
          .shown_if(is_bursty),
      decimal("load.peak_rate", &LoadSettings::peak_rate, kLeastRate, 1, kFlitRate,
              "bursty: the rate while it is on, load.rate or more")
          .shown_if(is_bursty),
      value("load.sizes", &LoadSettings::sizes, "N | N:WEIGHT,N:WEIGHT…", parse_weights,
            shown_weights, "flits of a packet, the header included; mixed by weights")
          .counting(kFlits)
          .shown_if(draws_packets),
      integer("load.reply_flits", &LoadSettings::reply_flits, {0, kMostReplyFlits}, kFlits,
              "packets are requests, each answered by a reply of so many flits; 0: no replies"),
      decimal("load.writes", &LoadSettings::writes, 0, 1, kNoUnit,
              "part of the requests that are writes: of load.reply_flits, answered by load.sizes")
          .shown_if([](const Config& config) { return config.network.memory.has_value(); }),
      value("load.multicast", &LoadSettings::destinations, "N | N:WEIGHT,N:WEIGHT…", parse_weights,
            shown_weights,
            "destinations of a packet, mixed by weights; more than 1 needs router.irc = on")
          .otherwise("1")
          .shown_if(draws_packets),
  };
}

/// How long is measured, and how precisely.
std::vector<ConfigKey> measuring_keys() {
  return {
      integer("load.warm_up", &LoadSettings::warm_up, {0, kMostWarmUp}, kCycles,
              "cycles before the measurement")
          .otherwise("until steady, by MSER-5"),
      integer("load.batch", &LoadSettings::batch, {1, kMostWarmUp}, kCycles,
              "length of the batches that intervals come from")
          .otherwise("as long as needed"),
      decimal("load.precision", &LoadSettings::precision, 0.0001, 1, kNoUnit,
              "wanted half-width of the 95 % intervals, relative to their means"),
      integer("load.most_cycles", &LoadSettings::most_cycles, {1, kMostLoadCycles}, kCycles,
              "warm-up and measurement together, at most"),
      integer("load.most_packets", &LoadSettings::most_packets, {1, kMostPackets}, kNoUnit,
              "and no longer than it takes to make so many packets, but 20,000 cycles at least"),
      decimal("load.saturation", &LoadSettings::saturation, 1.01, 1e6, kNoUnit,
              "a mean latency beyond so many times that without load is saturation"),
      choice("load.drain", &LoadSettings::drain, {"never", "unless_saturated", "always"},
             "whether the network is emptied after the measurement"),
  };
}

}  // namespace

std::vector<ConfigKey> load_keys() {
  std::vector<ConfigKey> keys;
  for (const auto& group : {pattern_keys(), packet_keys(), measuring_keys()}) {
    keys.insert(keys.end(), group.begin(), group.end());
  }
  return keys;
}

}  // namespace flitcast
