#pragma once

#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/report/logs/run_logs.h"
#include "tb/report/page/choice.h"
#include "tb/report/page/page.h"

namespace flitcast {

/// True when the network is drawn as PlaneLayout has it: no hypercube, and small enough for nodes
/// that can be told apart. The others are drawn as MatrixLayout.
bool drawn_on_plane(const Topology& topology);

/// What the channels of a network did in a run.
struct LinkUse {
  std::string name;  ///< to choose it by, among several
  std::vector<LoggedChannel> channels;
  Cycle cycles;
};

/// The share of a time; 0 where there is none.
inline double use_of_time(Cycle busy, Cycle cycles) {
  return cycles > 0 ? static_cast<double>(busy) / static_cast<double>(cycles) : 0;
}

/// A picture of how much every channel was in use, with a line on how to read it.
void add_link_picture(Page& page, const Topology& topology, const LinkUse& run);

/// The same of the run that is chosen, one of several on a network. Data of the page that it takes
/// begin with `prefix`.
void add_link_choice(Page& page, const Topology& topology, const std::vector<LinkUse>& runs,
                     const Choice& choice, const std::string& prefix);

}  // namespace flitcast
