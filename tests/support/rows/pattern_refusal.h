#pragma once

#include <stdexcept>
#include <string>

#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// Why there is no such pattern; "accepted" where there is.
inline std::string pattern_refusal(const Topology& topology, const PatternSettings& settings) {
  try {
    make_pattern(topology, settings);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace flitcast
