#pragma once

#include <string>
#include <vector>

namespace flitcast {

/// Measurements of one thing over a size, in ascending order of x.
struct Series {
  struct Point {
    double x;
    double y;
  };
  std::string name;
  std::vector<Point> points;
};

/// Which axes of a picture are logarithmic, and whether x is whole numbers only.
struct LogAxes {
  bool x;
  bool y;
  bool whole_x = false;
};

/// Where one series stops being below another.
struct Crossover {
  double x;
  double y;
  std::string lower_before;
  std::string lower_behind;
};

/// All places where two of the series change order, by x. Between two sizes that both series have,
/// each is taken for a straight line on the axes of the picture; what is on a logarithmic one must
/// be above zero. Where x is whole, the crossover is at the first whole number at which the lines
/// have met, on the one that is lower from there. Series that touch without changing order have no
/// crossover.
std::vector<Crossover> find_crossovers(const std::vector<Series>& series, LogAxes log);

/// What stands beside the marks of crossovers: their x. Marks that are so near to each other that
/// their texts would be one over the other share that of the first, "13.4, 13.6"; the others have
/// none. `wide` and `high` are the largest value of an axis by its smallest, > 1 where the axis is
/// logarithmic, 0 where it is not: then only equal places count as near.
std::vector<std::string> crossover_labels(const std::vector<Crossover>& crossovers, double wide,
                                          double high);

}  // namespace flitcast
