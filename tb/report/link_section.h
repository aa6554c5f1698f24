#pragma once

#include <vector>

#include "hw/topology/topology.h"
#include "tb/report/page.h"
#include "tb/report/run_logs.h"

namespace flitcast {

/// True when the network is drawn as PlaneLayout has it: no hypercube, and small enough for nodes
/// that can be told apart. The others are drawn as MatrixLayout.
bool drawn_on_plane(const Topology& topology);

/// The part of a page that shows how much every channel was in use during `cycles`.
void add_link_section(Page& page, const Topology& topology,
                      const std::vector<LoggedChannel>& channels, Cycle cycles);

}  // namespace flitcast
