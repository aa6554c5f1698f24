#include "tb/report/sweep/crossovers.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace flitcast {
namespace {

/// Both series at one size.
struct Pair {
  double x;
  double a;
  double b;

  int order() const { return a < b ? -1 : a > b ? 1 : 0; }
};

std::vector<Pair> common_points(const Series& a, const Series& b) {
  std::vector<Pair> pairs;
  auto other = b.points.begin();
  for (const Series::Point& point : a.points) {
    other = std::find_if(other, b.points.end(),
                         [&](const Series::Point& candidate) { return candidate.x >= point.x; });
    if (other != b.points.end() && other->x == point.x) {
      pairs.push_back({point.x, point.y, other->y});
    }
  }
  return pairs;
}

/// Straight lines as a picture with such axes has them.
class Plane {
 public:
  explicit Plane(LogAxes log) : log_(log) {}

  Series::Point meet(const Pair& left, const Pair& right) const {
    const double before = in_y(left.a) - in_y(left.b);
    const double behind = in_y(right.a) - in_y(right.b);
    const double part = before / (before - behind);
    const auto between = [&](double from, double to) { return from + part * (to - from); };
    const double x = between(in_x(left.x), in_x(right.x));
    const double y = between(in_y(left.a), in_y(right.a));
    const Series::Point at{log_.x ? std::exp(x) : x, log_.y ? std::exp(y) : y};
    return log_.whole_x ? at_whole(at.x, left, right) : at;
  }

 private:
  /// The first whole number from `x` on, on the line that is the lower one at `right`.
  Series::Point at_whole(double x, const Pair& left, const Pair& right) const {
    constexpr double kRounding = 1e-9;
    const double whole = std::ceil(x * (1 - kRounding));
    const double part = (in_x(whole) - in_x(left.x)) / (in_x(right.x) - in_x(left.x));
    const bool a_lower = right.a < right.b;
    const double from = in_y(a_lower ? left.a : left.b);
    const double y = from + part * (in_y(a_lower ? right.a : right.b) - from);
    return {whole, log_.y ? std::exp(y) : y};
  }
  double in_x(double x) const { return log_.x ? std::log(x) : x; }
  double in_y(double y) const { return log_.y ? std::log(y) : y; }

  LogAxes log_;
};

void add_crossovers(const Series& a, const Series& b, const Plane& plane,
                    std::vector<Crossover>& found) {
  std::optional<Pair> last;    // where one was below the other
  std::vector<Pair> touching;  // equal since then
  for (const Pair& pair : common_points(a, b)) {
    if (pair.order() == 0) {
      touching.push_back(pair);
      continue;
    }
    if (last && last->order() != pair.order()) {
      const Series::Point at = touching.empty()
                                   ? plane.meet(*last, pair)
                                   : Series::Point{touching.front().x, touching.front().a};
      const bool a_first = last->order() < 0;
      found.push_back({at.x, at.y, a_first ? a.name : b.name, a_first ? b.name : a.name});
    }
    last = pair;
    touching.clear();
  }
}

/// True where two places on an axis are nearer than a text is long.
bool near(double a, double b, double spread) {
  constexpr double kPart = 0.05;  // of the axis
  return a == b || (spread > 1 && std::abs(std::log(a / b)) < kPart * std::log(spread));
}

}  // namespace

std::vector<std::string> crossover_labels(const std::vector<Crossover>& crossovers, double wide,
                                          double high) {
  std::vector<std::string> labels;
  for (const Crossover& crossover : crossovers) {
    const std::string text = fmt::format("{:.3g}", crossover.x);
    std::size_t first = 0;
    while (first < labels.size() &&
           (labels[first].empty() || !near(crossovers[first].x, crossover.x, wide) ||
            !near(crossovers[first].y, crossover.y, high))) {
      ++first;
    }
    if (first == labels.size()) {
      labels.push_back(text);
      continue;
    }
    const std::string& shared = labels[first];
    const std::size_t last = shared.rfind(' ');
    if (shared.substr(last == std::string::npos ? 0 : last + 1) != text) {
      labels[first] += ", " + text;
    }
    labels.emplace_back();
  }
  return labels;
}

std::vector<Crossover> find_crossovers(const std::vector<Series>& series, LogAxes log) {
  const Plane plane(log);
  std::vector<Crossover> found;
  for (std::size_t i = 0; i < series.size(); ++i) {
    for (std::size_t j = i + 1; j < series.size(); ++j) {
      add_crossovers(series[i], series[j], plane, found);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Crossover& a, const Crossover& b) { return a.x < b.x; });
  return found;
}

}  // namespace flitcast
