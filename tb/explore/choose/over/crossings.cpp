#include "tb/explore/choose/over/crossings.h"

#include <algorithm>
#include <utility>

namespace flitcast::explore {
namespace {

using Value = std::int64_t;

constexpr Value kScanFactor = 4;
constexpr Value kFarthest = 256;

/// The nearest value to `value` from `low` to `high`, and not too far, that `can_play` says yes to.
std::optional<Value> nearest_playable(Value value, Value low, Value high,
                                      const std::function<bool(Value)>& can_play) {
  for (Value distance = 0; distance <= kFarthest; ++distance) {
    for (const Value candidate : {value + distance, value - distance}) {
      if (candidate >= low && candidate <= high && can_play(candidate)) {
        return candidate;
      }
    }
  }
  return std::nullopt;
}

int sign(Value value) {
  return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0);
}

/// Between two values with different signs of the difference.
class Bisection {
 public:
  explicit Bisection(const Difference& difference) : difference_(difference) {}

  Crossing between(Value low, Value high) const {
    const int before = sign(*difference_(low));
    const int after = sign(*difference_(high));
    // Where they take as long they are neither: that may be a stretch of its own.
    const Value first = narrow(low, high, [after](int s) { return s == after; }).second;
    const auto [last, next] = narrow(low, first, [before](int s) { return s != before; });
    return {last, first, before < 0, next < first};
  }

 private:
  /// Neighbours among the playable values: the first without, the second with the property.
  template <typename Property>
  std::pair<Value, Value> narrow(Value low, Value high, Property&& property) const {
    const auto can_play = [this](Value value) { return difference_(value).has_value(); };
    while (high - low > 1) {
      const auto middle = nearest_playable(low + (high - low) / 2, low + 1, high - 1, can_play);
      if (!middle) {
        break;
      }
      (property(sign(*difference_(*middle))) ? high : low) = *middle;
    }
    return {low, high};
  }

  const Difference& difference_;
};

}  // namespace

std::vector<Value> scan_values(Value from, Value to) {
  std::vector<Value> values;
  for (Value value = from; value < to;) {
    values.push_back(value);
    if (value > to / kScanFactor) {
      break;
    }
    value = std::max(value * kScanFactor, value + 1);
  }
  values.push_back(to);
  return values;
}

std::vector<Value> playable(const std::vector<Value>& scan,
                            const std::function<bool(Value)>& can_play) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < scan.size(); ++i) {
    const Value low = values.empty() ? scan.front() : values.back() + 1;
    const Value high = i + 1 < scan.size() ? scan[i + 1] - 1 : scan.back();
    if (const auto value = nearest_playable(scan[i], low, high, can_play)) {
      values.push_back(*value);
    }
  }
  return values;
}

Crossings find_crossings(const std::vector<Value>& scanned, const Difference& difference) {
  Crossings crossings;
  crossings.scanned = scanned;
  std::optional<Value> before;
  for (const Value value : scanned) {
    const int now = sign(*difference(value));
    if (now == 0) {
      crossings.equal_somewhere = true;
      continue;
    }
    if (!before) {
      crossings.first_leads = now < 0;
    } else if (sign(*difference(*before)) != now) {
      crossings.found.push_back(Bisection(difference).between(*before, value));
    }
    before = value;
  }
  return crossings;
}

}  // namespace flitcast::explore
