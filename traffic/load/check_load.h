#pragma once

#include <vector>

#include "traffic/load/load_settings.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// Throws std::invalid_argument where numbers are out of range: "the rate is above 0 and at most 1
/// flit per node and cycle, not 1.5".
void check_load(const LoadSettings& settings);

/// Packets of every processor per cycle, where a packet counts `flits` flits on average. Throws
/// std::invalid_argument where a processor would have to send more than a flit a cycle, or than the
/// peak of a burst.
std::vector<double> packet_rates(const LoadSettings& settings, const TrafficPattern& pattern,
                                 NodeId processors, double flits);
/// The largest rate, up to 1, at which packet_rates() refuses none.
double most_rate(const LoadSettings& settings, const TrafficPattern& pattern, NodeId processors);

}  // namespace flitcast
