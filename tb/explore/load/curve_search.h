#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast::explore {

/// An offered rate in millionths of a flit per node and cycle: exact, and the same text always.
using Rate = std::int64_t;
inline constexpr Rate kFullRate = 1'000'000;

/// "0.05".
std::string rate_text(Rate rate);
/// Throws ValueError (config_value.h) for what is no number above 0 and up to 1, or finer than a
/// millionth.
Rate parse_rate(std::string_view text);

/// What a simulated point of a latency–load curve says.
struct CurvePoint {
  double latency = 0;  ///< mean, cycles
  bool saturated = false;
  bool unsettled = false;  ///< a longer run may find it saturated
};
using CurvePoints = std::map<Rate, CurvePoint>;

/// Where the saturation of a curve lies.
struct SaturationBracket {
  Rate stable = 0;     ///< the largest rate below `saturated` that is not; 0: none was simulated
  Rate saturated = 0;  ///< the smallest rate that is
};
/// Nothing where no point is saturated.
std::optional<SaturationBracket> saturation_bracket(const CurvePoints& points);
/// The largest rate that is not saturated although a smaller one is; nothing where all above the
/// first saturated one are.
std::optional<Rate> stable_beyond_saturation(const CurvePoints& points);

/// Chooses the rates of a latency–load curve. Saturation is taken to set in once, at the smallest
/// saturated rate.
class CurveSearch {
 public:
  struct Goal {
    double zero_load;    ///< mean latency without load, cycles
    double bound;        ///< in theory no rate beyond it is delivered; may be infinite
    Rate most;           ///< no rate beyond it can be offered
    double saturation;   ///< so many times zero_load is saturated
    std::size_t points;  ///< in all, more where the bracket takes them
  };

  explicit CurveSearch(const Goal& goal) : goal_(goal) {}

  /// The rates that come next when these points are known; empty when the curve is done. They
  /// depend on nothing else, so that a search that was interrupted goes on as it would have: first
  /// some over the whole range, then two at a time between the largest stable and the smallest
  /// saturated rate until these are 1 % apart, then where the curve is longest between neighbours.
  std::vector<Rate> next(const CurvePoints& known) const;

 private:
  std::vector<Rate> first() const;
  std::vector<Rate> inside(const SaturationBracket& bracket) const;
  std::vector<Rate> longest_gap(const CurvePoints& known, Rate end) const;
  Rate top() const;
  Rate rounded(double rate) const;

  Goal goal_;
};

}  // namespace flitcast::explore
