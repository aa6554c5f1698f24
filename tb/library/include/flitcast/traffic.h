#pragma once

#include <cstdint>
#include <vector>

#include <flitcast/export.h>
#include <flitcast/settings.h>

namespace flitcast {

/// Where a part of a node's packets goes to.
struct FLITCAST_EXPORT TrafficShare {
  std::uint32_t destination = 0;
  double probability = 0;
};

/// Where the random traffic of the section [load] goes to from a node: every destination once, in
/// ascending order; none of a node that does not send. Throws InputError, and std::out_of_range for
/// a node that there is not.
FLITCAST_EXPORT std::vector<TrafficShare> traffic_from(const Settings& settings,
                                                       std::uint32_t source);

}  // namespace flitcast
