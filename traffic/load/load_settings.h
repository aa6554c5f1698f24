#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/types.h"
#include "traffic/pattern/pattern_settings.h"

namespace flitcast {

/// When a source creates packets.
enum class Injection {
  kBernoulli,  ///< in every cycle with the same probability
  kBursty,     ///< on and off for geometric times; in a cycle that is on, with a probability
  kPeriodic,   ///< every so many cycles, from a phase on that is drawn for every node
  kClosed,     ///< so many at once, and another one whenever one has been replied to
};

/// One of several values, and how often it is drawn relative to the others.
struct Weighted {
  std::uint32_t value;  ///< flits of a packet, header included; or destinations of a multicast
  double weight;
};

/// What happens to packets under way when everything has been measured.
enum class Drain {
  kNever,            ///< the run ends at once
  kUnlessSaturated,  ///< sources fall silent and the network empties, unless it was saturated
  kAlways,           ///< also where the source queues are long
};

/// Random traffic at a given rate. Flits count the header. Rates are flits per processor and cycle.
struct LoadSettings {
  PatternSettings pattern = {};

  /// Offered by the processors on average, 0 < rate <= 1. Replies come on top; a trace has its own.
  double rate = 0.1;
  Injection injection = Injection::kBernoulli;
  double burst_cycles = 50;  ///< bursty: mean length of a time that is on, >= 1
  double peak_rate = 1;      ///< bursty: rate while on, rate <= peak_rate <= 1

  std::vector<Weighted> sizes = {{5, 1}};  ///< flits of a packet, at least one value, each >= 1
  std::uint32_t reply_flits = 0;           ///< a request that has arrived is answered so; 0: never
  /// Part of the requests that are writes: as long as a reply otherwise is, and answered by what
  /// otherwise is a request.
  double writes = 0;
  /// How many destinations a packet has, empty: one. More than one needs the intermediate reception
  /// capability: the worm follows a base route and leaves copies on it.
  std::vector<Weighted> destinations = {};

  std::optional<Cycle> warm_up = {};  ///< nothing: until MSER-5 says that the transient is over
  std::optional<Cycle> batch = {};    ///< cycles of a batch; nothing: as long as it needs to be
  double precision = 0.01;  ///< wanted half-width of the 95 % intervals, relative to the mean
  Cycle most_cycles = 1'000'000'000;  ///< of warm-up and measurement together, at most
  /// The run is no longer than it takes to create so many packets, replies not counted, but 20,000
  /// cycles at least.
  std::uint64_t most_packets = 2'000'000;
  /// A network whose mean latency is beyond so many times that without load is saturated.
  double saturation = 4;
  Drain drain = Drain::kUnlessSaturated;
  std::uint64_t seed = 1;
};

/// Flits of requests, and of what answers them: sizes and reply_flits, the other way round for
/// writes.
std::vector<Weighted> request_sizes(const LoadSettings& settings);
std::vector<Weighted> reply_sizes(const LoadSettings& settings);

/// Mean of the values by their weights. Precondition: some weight is above 0.
double mean_of(const std::vector<Weighted>& values);

/// Reads "5", "1:0.5, 5:0.5". Throws std::invalid_argument that says what would be right.
std::vector<Weighted> parse_weighted(const std::string& text);
/// The other way round.
std::string to_string(const std::vector<Weighted>& values);

}  // namespace flitcast
