#include "tb/report/links/network_layout.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <nlohmann/json.hpp>

#include "hw/topology/graph_file.h"
#include "tb/report/links/matrix_layout.h"
#include "tb/report/links/plane_layout.h"
#include "tb/report/viewer/columns.h"
#include "tb/system/files/input_file.h"

namespace flitcast::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr NodeId kMaxPlaneNodes = 4096;
constexpr NodeId kMostDrawnNodes = 64;
constexpr double kMaxPlaneWidth = 108;  // units of one node
constexpr double kMaxLineWidth = 48;
constexpr NodeId kMaxPlaneLeaves = 128;

/// Calls `take` with the ends of every channel, by the nodes that they leave.
template <typename Take>
void for_channels(const Topology& topology, Take&& take) {
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId neighbour = topology.neighbour(node, static_cast<PortId>(port));
      if (neighbour != kNoNode) {
        take(node, neighbour);
      }
    }
  }
}

/// Two nodes on a ring have one link, without a way around.
bool has_stubs(const Topology& topology) {
  return topology.wraps() && std::any_of(topology.sides().begin(), topology.sides().end(),
                                         [](auto length) { return length > 2; });
}

Json on_plane(const Topology& topology) {
  const PlaneLayout layout(topology);
  Json plane{{"width", rounded(layout.width())},
             {"height", rounded(layout.height())},
             {"around", has_stubs(topology)},
             {"slices", topology.dimensions() > 2}};
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const PlaneLayout::Point at = layout.node(node);
    plane["x"].push_back(rounded(at.x));
    plane["y"].push_back(rounded(at.y));
  }
  Columns channels({"from", "to", "x2", "y2"});
  for_channels(topology, [&](NodeId from, NodeId to) {
    const PlaneLayout::Point end = layout.channel_end(from, to);
    channels.add({from, to, rounded(end.x), rounded(end.y)});
  });
  plane["channels"] = channels.take();
  plane["labels"] = Json::array();
  for (const PlaneLayout::Label& label : layout.labels()) {
    plane["labels"].push_back(
        {{"name", label.text}, {"x", rounded(label.at.x)}, {"y", rounded(label.at.y)}});
  }
  return plane;
}

Json in_matrix(const Topology& topology) {
  const MatrixLayout layout(topology);
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t> numbers;
  Json cells = Json::array();
  Columns channels({"from", "to", "cell"});
  const auto add = [&](NodeId from, NodeId to) {
    const MatrixLayout::Cell cell = layout.cell(from, to);
    const auto [place, is_new] =
        numbers.try_emplace({cell.row, cell.first, cell.last}, cells.size());
    if (is_new) {
      cells.push_back(Json::array({cell.row, cell.first, cell.last}));
    }
    channels.add({from, to, place->second});
  };
  for_channels(topology, add);
  for (NodeId node = 0; layout.shows_receive_ports() && node < topology.processors(); ++node) {
    add(node, node);
  }
  return {{"rows", layout.rows()},           {"columns", layout.columns()},
          {"row_title", layout.row_title()}, {"column_title", layout.column_title()},
          {"cells", std::move(cells)},       {"channels", channels.take()}};
}

}  // namespace

std::vector<std::string> node_names(const Topology& topology, const std::string& file) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 26;
  if (file.empty()) {
    return {};
  }
  try {
    std::vector<std::string> names =
        parse_graph_file(read_regular_file(file, kMaxBytes), file).names;
    return names.size() == topology.nodes() ? names : std::vector<std::string>{};
  } catch (const std::exception&) {
    return {};  // pictures do without
  }
}

bool drawn_on_plane(const Topology& topology) {
  if (!PlaneLayout::draws(topology) || topology.nodes() > kMaxPlaneNodes) {
    return false;
  }
  if (!topology.has_coordinates() && !topology.tree_depth()) {
    return topology.nodes() <= kMostDrawnNodes;
  }
  if (topology.tree_depth()) {
    return topology.processors() <= kMaxPlaneLeaves;
  }
  const double limit = topology.dimensions() == 1 ? kMaxLineWidth : kMaxPlaneWidth;
  return PlaneLayout(topology).width() <= limit;
}

Json network_layout(const Topology& topology, const std::vector<std::string>& names) {
  Json layout{{"title", topology.describe()}, {"processors", topology.processors()}};
  if (!names.empty()) {
    layout["names"] = names;
  }
  const bool plane = drawn_on_plane(topology);
  layout[plane ? "plane" : "matrix"] = plane ? on_plane(topology) : in_matrix(topology);
  return layout;
}

}  // namespace flitcast::report
