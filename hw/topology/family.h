#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/base_route.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// Nodes that a network has at most.
inline constexpr std::uint64_t kMaxNodes = 1U << 16;

/// A kind of network: what its size may be, which nodes are connected, and the way from node to
/// node.
struct TopologyFamily {
  std::string_view word;               ///< topology.kind: "hypercube"
  std::string_view dims;               ///< what topology.dims is: "dimension of a hypercube"
  std::string_view dims_range;         ///< "0 … 16", empty where there is little to say
  std::string_view dims_like;          ///< "6"
  std::vector<std::uint32_t> example;  ///< dims of a small network, to start from
  /// A network is not told by dims, but by a file.
  bool from_file = false;

  /// Nodes have coordinates along lines, which base routes correct one after the other: port 2d
  /// leads one step up dimension d, port 2d + 1 one down. Networks whose dimensions are no lines
  /// have none.
  bool has_coordinates = false;
  /// The coordinates are the bits of a label: port d leads to the node that differs in bit d, and
  /// base routes are those of LabelRoute.
  bool has_labels = false;
  /// The lines along every dimension are rings; only with coordinates, and not with labels.
  bool wraps = false;
  /// Base routes depend on the order in which they correct dimensions.
  bool has_orders = false;
  /// How many numbers dims may have.
  std::size_t most_dimensions = 1;

  /// Throws std::invalid_argument that says what would be right.
  TopologyData (*build)(const TopologyFamily& self, const TopologySource& source);
  /// The base routes of a network that build() made, which must outlive them.
  std::shared_ptr<const BaseRoute> (*routes)(const Topology& topology, RoutingOrder order);
};

/// Of routers that processors share: throws std::invalid_argument where a network has more than
/// kMaxNodes nodes,
void check_nodes(const TopologyFamily& family, const std::vector<std::uint32_t>& dims,
                 std::uint64_t nodes);
/// or its routers have more than kMaxPorts ports, local ones included.
void check_ports(const TopologyFamily& family, const std::vector<std::uint32_t>& dims,
                 std::uint64_t ports);

/// The ends of all channels: `find(node, port)` for every network port of every node.
template <typename Find>
std::vector<ChannelEnd> tabulate_ends(const TopologyData& data, Find&& find) {
  std::vector<ChannelEnd> ends;
  ends.reserve(data.nodes * static_cast<std::size_t>(data.ports));
  for (NodeId node = 0; node < data.nodes; ++node) {
    for (int port = 0; port < data.ports; ++port) {
      ends.push_back(find(node, static_cast<PortId>(port)));
    }
  }
  return ends;
}

}  // namespace flitcast
