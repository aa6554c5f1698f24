#pragma once

#include <vector>

#include "hw/routing/routing.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// How packets use the classes of virtual channels: of the links on their ways the share that they
/// take in each class, which add up to 1. Of 65,536 packets that are drawn, or those of a trace;
/// what a header has of several ways is drawn, too. Empty where headers choose, or take no link.
std::vector<double> class_shares(const Routing& routing, const TrafficPattern& pattern);

}  // namespace flitcast
