#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hw/topology/topology.h"

namespace flitcast::report {

/// Names of the nodes of a graph as its file tells them; empty for other networks, and where the
/// file has none or is not there any more. `file` may be empty.
std::vector<std::string> node_names(const Topology& topology, const std::string& file);

/// True when the network is drawn as PlaneLayout has it: no hypercube, and small enough for nodes
/// that can be told apart.
bool drawn_on_plane(const Topology& topology);

/// Where a network stands in a picture: `title` ("mesh 4x2"), `processors`, `names` of nodes where
/// there are some, and one of
/// - `plane` (plane_layout.h): `x` and `y` of the nodes; `channels`: `from`, `to`, and where their
///   marks end, `x2` and `y2`; `labels` of slices; `width` and `height`; whether stubs lead
///   `around` or to other `slices`;
/// - `matrix` (matrix_layout.h): names of the `rows`, number of `columns`, titles of both; the
///   different `cells`, each [row, first column, last column]; `channels`: `from`, `to` (the same
///   for receive ports) and the number of the `cell`.
nlohmann::ordered_json network_layout(const Topology& topology,
                                      const std::vector<std::string>& names);

}  // namespace flitcast::report
