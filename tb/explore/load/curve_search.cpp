#include "tb/explore/load/curve_search.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tb/config/config_value.h"

namespace flitcast::explore {
namespace {

constexpr double kResolution = 0.01;
constexpr int kPlaces = 6;
constexpr double kFirstFractions[] = {0.05, 0.35, 0.7, 1.0};
constexpr double kStepBeyond = 1.25;

double fraction(Rate rate) {
  return static_cast<double>(rate) / static_cast<double>(kFullRate);
}

}  // namespace

std::string rate_text(Rate rate) {
  std::string text = fmt::format("{}.{:06}", rate / kFullRate, rate % kFullRate);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text;
}

Rate parse_rate(std::string_view text) {
  const double value = parse_decimal(text, kNoUnit, 0, 1);
  const Rate rate = std::llround(value * static_cast<double>(kFullRate));
  if (rate == 0) {
    throw ValueError(
        "{} is no rate; give a number above 0 and up to 1, in flits per node and cycle",
        in_quotes(text));
  }
  if (std::abs(fraction(rate) - value) > 1e-12) {
    throw ValueError("{} has more than {} decimal places", in_quotes(text), kPlaces);
  }
  return rate;
}

std::optional<SaturationBracket> saturation_bracket(const CurvePoints& points) {
  SaturationBracket bracket;
  for (const auto& [rate, point] : points) {
    if (point.saturated) {
      bracket.saturated = rate;
      return bracket;
    }
    bracket.stable = rate;
  }
  return std::nullopt;
}

std::optional<Rate> stable_beyond_saturation(const CurvePoints& points) {
  const auto bracket = saturation_bracket(points);
  const auto last = std::find_if(points.rbegin(), points.rend(),
                                 [](const auto& point) { return !point.second.saturated; });
  return bracket && last != points.rend() && last->first > bracket->saturated
             ? std::optional(last->first)
             : std::nullopt;
}

Rate CurveSearch::top() const {
  const double bound = std::min(goal_.bound, 1.0);
  return std::max<Rate>(1, std::min(goal_.most, rounded(bound)));
}

/// Four decimal places read well where that is fine enough.
Rate CurveSearch::rounded(double rate) const {
  constexpr double kCoarse = 0.05;
  const Rate grain = std::min(goal_.bound, 1.0) >= kCoarse ? 100 : 1;
  const double scaled = rate * static_cast<double>(kFullRate) / static_cast<double>(grain);
  return std::llround(scaled) * grain;
}

std::vector<Rate> CurveSearch::first() const {
  std::vector<Rate> rates;
  for (const double part : kFirstFractions) {
    rates.push_back(std::max<Rate>(rounded(part * fraction(top())), 1));
  }
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  return rates;
}

std::vector<Rate> CurveSearch::inside(const SaturationBracket& bracket) const {
  const double from = fraction(bracket.stable);
  const double width = fraction(bracket.saturated) - from;
  std::vector<Rate> rates;
  if (width <= kResolution * fraction(bracket.saturated)) {
    return rates;
  }
  for (const double part : {1.0 / 3, 2.0 / 3}) {
    const Rate rate = rounded(from + part * width);
    const bool fresh = rates.empty() || rates.back() != rate;
    if (rate > bracket.stable && rate < bracket.saturated && fresh) {
      rates.push_back(rate);
    }
  }
  return rates;
}

/// The middle of the two neighbours below `end` that are farthest apart on a picture in which the
/// range of rates is as wide as that of latencies up to saturation is high.
std::vector<Rate> CurveSearch::longest_gap(const CurvePoints& known, Rate end) const {
  const double width = fraction(end);
  const double height = goal_.zero_load * (goal_.saturation - 1);
  Rate before = 0;
  double latency = goal_.zero_load;
  double longest = 0;
  Rate middle = 0;
  for (auto point = known.begin(); point != known.end() && point->first <= end; ++point) {
    const double length = std::hypot(fraction(point->first - before) / width,
                                     (point->second.latency - latency) / height);
    const Rate candidate = rounded(fraction(before + point->first) / 2);
    if (length > longest && candidate > before && candidate < point->first) {
      longest = length;
      middle = candidate;
    }
    before = point->first;
    latency = point->second.latency;
  }
  return middle == 0 ? std::vector<Rate>{} : std::vector<Rate>{middle};
}

std::vector<Rate> CurveSearch::next(const CurvePoints& known) const {
  std::vector<Rate> rates;
  for (const Rate rate : first()) {
    if (known.count(rate) == 0) {
      rates.push_back(rate);
    }
  }
  if (!rates.empty()) {
    return rates;
  }
  const auto bracket = saturation_bracket(known);
  if (!bracket) {
    const Rate last = known.rbegin()->first;
    if (last < goal_.most) {
      return {std::min(goal_.most, rounded(kStepBeyond * fraction(last)))};
    }
  } else if (rates = inside(*bracket); !rates.empty()) {
    return rates;
  }
  const Rate end = bracket ? bracket->stable : goal_.most;
  return known.size() < goal_.points ? longest_gap(known, end) : rates;
}

}  // namespace flitcast::explore
