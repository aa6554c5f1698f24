#include "traffic/load/check_load.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

namespace flitcast {
namespace {

std::string shown(double number) {
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  return error == std::errc{} ? std::string(digits, end) : "?";
}

[[noreturn]] void refuse(const std::string& message) {
  throw std::invalid_argument(message);
}

void check_weights(const std::vector<Weighted>& values, const std::string& what) {
  double weights = 0;
  for (const Weighted& each : values) {
    if (each.value < 1) {
      refuse(what + " is 1 or more, not 0");
    }
    if (!(each.weight >= 0)) {
      refuse("the weights of " + what + " are 0 or more");
    }
    weights += each.weight;
  }
  if (!(weights > 0)) {
    refuse("some weight of " + what + " is above 0");
  }
}

void check_bursts(const LoadSettings& settings) {
  if (!(settings.burst_cycles >= 1)) {
    refuse("a burst is 1 cycle or more on average, not " + shown(settings.burst_cycles));
  }
  if (!(settings.peak_rate >= settings.rate && settings.peak_rate <= 1)) {
    refuse("the rate in a burst is at least the mean, " + shown(settings.rate) +
           ", and at most 1 flit per node and cycle, not " + shown(settings.peak_rate));
  }
}

/// What a processor sends at most, in flits per cycle.
double most_of_a_processor(const LoadSettings& settings) {
  return settings.injection == Injection::kBursty ? settings.peak_rate : 1;
}

}  // namespace

void check_load(const LoadSettings& settings) {
  if (!(settings.rate > 0 && settings.rate <= 1)) {
    refuse("the rate is above 0 and at most 1 flit per node and cycle, not " +
           shown(settings.rate));
  }
  check_weights(settings.sizes, "the size of a packet in flits");
  if (!settings.destinations.empty()) {
    check_weights(settings.destinations, "the number of destinations");
    if (settings.reply_flits > 0) {
      refuse("multicasts are not replied to; give destinations or a size of replies");
    }
    for (const Weighted& size : settings.sizes) {
      if (size.value < 2) {
        refuse("a multicast has 2 flits or more, a header and what it carries");
      }
    }
  }
  if (settings.injection == Injection::kBursty) {
    check_bursts(settings);
  }
  if (!(settings.writes >= 0 && settings.writes <= 1)) {
    refuse("the part of the requests that are writes is 0 to 1, not " + shown(settings.writes));
  }
  if (settings.writes > 0 && (settings.reply_flits == 0 || settings.sizes.size() > 1)) {
    refuse("writes are as long as the replies of reads: give one size of packets, and of replies");
  }
  if (settings.injection == Injection::kClosed && settings.reply_flits == 0) {
    refuse("a source that waits for replies needs some; give a size of replies");
  }
  if (settings.warm_up && *settings.warm_up < 0) {
    refuse("the warm-up is 0 cycles or more");
  }
  if (settings.batch && *settings.batch < 1) {
    refuse("a batch is 1 cycle or more");
  }
  if (!(settings.precision > 0)) {
    refuse("the precision is above 0, like 0.01, not " + shown(settings.precision));
  }
  if (settings.most_cycles < 1 || settings.most_cycles <= settings.warm_up.value_or(0)) {
    refuse("the most cycles are more than the warm-up, not " +
           std::to_string(settings.most_cycles));
  }
  if (!(settings.saturation > 1)) {
    refuse("saturation is a latency of more than once that without load, not " +
           shown(settings.saturation) + " times");
  }
}

std::vector<double> packet_rates(const LoadSettings& settings, const TrafficPattern& pattern,
                                 NodeId processors, double flits) {
  const double most = most_of_a_processor(settings);
  std::vector<double> rates;
  for (NodeId node = 0; node < processors; ++node) {
    const double rate = settings.rate * pattern.share(node);
    if (rate > most * (1 + 1e-9)) {
      refuse("node " + std::to_string(node) + " would have to send " + shown(rate) +
             " flits per cycle at this rate; " + shown(most) + " is the most");
    }
    rates.push_back(rate / flits);
  }
  return rates;
}

double most_rate(const LoadSettings& settings, const TrafficPattern& pattern, NodeId processors) {
  double share = 1;
  for (NodeId node = 0; node < processors; ++node) {
    share = std::max(share, pattern.share(node));
  }
  return most_of_a_processor(settings) / share;
}

}  // namespace flitcast
