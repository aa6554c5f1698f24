#pragma once

#include <string>
#include <vector>

#include "tb/explore/sweep/sweep_points.h"
#include "tb/results/config_file.h"

namespace flitcast {

inline const char* const kSweepBase =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n";

inline Sweep expanded(const std::string& sweep, const std::string& base = kSweepBase) {
  return expand_sweep(parse_config(base + "[sweep]\n" + sweep, "x.ini"));
}

/// The values of all points, "4/1 4/2".
inline std::string values(const Sweep& sweep) {
  std::string text;
  for (const SweepPoint& point : sweep.points) {
    text += text.empty() ? "" : " ";
    for (std::size_t i = 0; i < point.values.size(); ++i) {
      text += (i == 0 ? "" : "/") + point.values[i];
    }
  }
  return text;
}

inline std::vector<std::string> names(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const SweepPoint& point : sweep.points) {
    names.push_back(point.name);
  }
  return names;
}

}  // namespace flitcast
