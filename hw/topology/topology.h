#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/topology/families.h"
#include "hw/types.h"

namespace flitcast {

class BaseRoute;

/// Name used in configuration files and reports ("hypercube", "mesh", …).
std::string to_string(TopologyKind kind);

/// What tells a network of its family: dims, or the text of a file.
struct TopologySource {
  std::vector<std::uint32_t> dims;
  std::string file = {};  ///< for messages
  std::string text = {};
};

/// What a channel is like, in cycles; 0 where it is as the configuration says of all.
struct LinkTime {
  Cycle delay = 0;            ///< flight time of a flit, and of a credit
  Cycle cycles_per_flit = 0;  ///< from one flit to the next
};

/// Where a channel leads: a node, and the port by which it enters.
struct ChannelEnd {
  NodeId node = kNoNode;
  PortId port = kNoPort;
};

/// The processors of a router: `count` of them, from `first` on.
struct Seats {
  NodeId first;
  NodeId count;
};

/// A local port of a router: port `port` of the interface of `processor`.
struct SeatPort {
  NodeId processor;
  int port;
};

/// A network as its family makes it.
struct TopologyData {
  NodeId nodes = 1;
  NodeId processors = 1;
  NodeId networks = 1;                      ///< see Topology::networks
  int ports = 0;                            ///< network ports of every router
  NodeId seats = 0;                         ///< see Topology::shares_routers
  std::vector<ChannelEnd> ends;             ///< node-major, per network port
  std::vector<NodeId> starts;               ///< likewise, where channels come from; empty where
                                            ///< one leads back to whence another comes
  std::vector<std::uint32_t> sides;         ///< of the coordinates
  std::optional<std::uint32_t> tree_depth;  ///< see Topology::tree_depth
  int up_ports = 0;                         ///< see Topology::up_ports
  int first_global_port = 0;                ///< see Topology::is_global
  NodeId group = 0;                         ///< processors of a group of routers
  std::shared_ptr<const BaseRoute> table;   ///< routes that were made with the network, or null
  std::string routes;                       ///< what they are, human-readable
  /// As `ends`, what the channels are like; empty where all are as the configuration says.
  std::vector<LinkTime> link_times;
};

/// An interconnection network as data: nodes, ports, and their connections. How the nodes
/// and ports of a kind of network are numbered is told where it is made, in its family's file.
///
/// What needs more than the graph asks for it: coordinates, labels, rings, a tree. A network may
/// have none of them.
class Topology {
 public:
  /// The network of a kind and size. Throws std::invalid_argument that says what `dims` may be.
  Topology(TopologyKind kind, const std::vector<std::uint32_t>& dims);
  /// The same of a family, which must outlive it.
  Topology(const TopologyFamily& family, const TopologySource& source);

  const TopologyFamily& family() const { return *family_; }
  /// What told its size; empty for a network from a file.
  const std::vector<std::uint32_t>& dims() const { return dims_; }

  /// Processors first, then switches.
  NodeId nodes() const { return data_.nodes; }
  /// Nodes with a network interface.
  NodeId processors() const { return data_.processors; }
  /// Networks side by side, of as many nodes each, numbered one network after the other: nothing
  /// leads from one to another.
  NodeId networks() const { return data_.networks; }
  /// There may be a way from one of the nodes to the other.
  bool in_one_network(NodeId a, NodeId b) const {
    return data_.networks == 1 ||
           a / (data_.nodes / data_.networks) == b / (data_.nodes / data_.networks);
  }
  /// True where some nodes are not processors.
  bool has_switches() const { return data_.processors != data_.nodes; }
  /// Processors have no routers of their own: their interfaces are at switches, as many at each
  /// that has any. Processor p is at the switch number p / seats, counted from the first one.
  bool shares_routers() const { return data_.seats > 0; }
  /// Processors at a router that has any.
  NodeId seats() const { return shares_routers() ? data_.seats : 1; }
  /// Where packets from or to `node` enter or leave the network: a node that has a router. Routes
  /// go from router to router, to a processor as destination.
  NodeId router_of(NodeId node) const {
    return shares_routers() && node < data_.processors ? data_.processors + node / data_.seats
                                                       : node;
  }
  bool has_router(NodeId node) const { return !shares_routers() || node >= data_.processors; }
  /// Of a router.
  Seats seats_of(NodeId router) const {
    if (!shares_routers()) {
      return {router, router < data_.processors ? 1U : 0U};
    }
    const NodeId first = (router - data_.processors) * data_.seats;
    return {first, first < data_.processors ? data_.seats : 0};
  }
  /// Local ports of a router, where every interface has `ports`: those of its first processor
  /// first.
  SeatPort seat_port(NodeId router, int local_port, int ports) const {
    return {seats_of(router).first + static_cast<NodeId>(local_port / ports), local_port % ports};
  }
  int local_port(SeatPort at, int ports) const {
    const NodeId seat = at.processor - seats_of(router_of(at.processor)).first;
    return static_cast<int>(seat) * ports + at.port;
  }
  /// Network ports of a router, the unconnected ones at the edge of a mesh included.
  int network_ports() const { return data_.ports; }
  /// Largest number of connected network ports of any processor; 1 where they have no routers.
  int degree() const { return degree_; }

  /// The node that port `port` of `node` leads to, or kNoNode when it is unconnected.
  NodeId neighbour(NodeId node, PortId port) const {
    return port < data_.ports && node < data_.nodes ? end(node, port).node : kNoNode;
  }
  /// The port of the neighbour by which a channel that leaves `node` through `port` enters.
  PortId entry_port(NodeId node, PortId port) const { return end(node, port).port; }
  /// The node from which a channel enters `node` by port `port`, or kNoNode.
  NodeId upstream(NodeId node, PortId port) const {
    return is_one_way() ? data_.starts[channel(node, port)] : neighbour(node, port);
  }
  /// Links have one direction: no channel leads back.
  bool is_one_way() const { return !data_.starts.empty(); }
  /// The port of `from` that leads to `to`, or kNoPort when they are not neighbours.
  PortId port_towards(NodeId from, NodeId to) const;

  /// Every node has coordinates, and routes correct them one dimension after the other.
  bool has_coordinates() const;
  /// Base routes depend on the order in which they correct dimensions.
  bool has_orders() const;
  /// Nodes are binary labels: dimension d is bit d of the node, and port d flips it.
  bool has_labels() const;
  /// Nodes have coordinates along lines: port 2d leads up dimension d, port 2d + 1 down.
  bool is_grid() const { return has_coordinates() && !has_labels(); }
  /// The lines of a grid are rings.
  bool wraps() const;
  /// Dimensions of the coordinates; 0 without.
  int dimensions() const { return static_cast<int>(data_.sides.size()); }
  /// Length of the side of every dimension, 2 where nodes are labels.
  const std::vector<std::uint32_t>& sides() const { return data_.sides; }
  std::uint32_t side(int d) const { return data_.sides[static_cast<std::size_t>(d)]; }
  /// Coordinate d < dimensions() of `node`.
  std::uint32_t coordinate(NodeId node, int d) const {
    return node / strides_[static_cast<std::size_t>(d)] % side(d);
  }
  /// `node` with coordinate d replaced by `value` (< side(d)).
  NodeId with_coordinate(NodeId node, int d, std::uint32_t value) const;

  /// The depth of a complete binary tree whose leaves are the processors, from left to right, and
  /// whose switches are numbered on from them, level by level towards the root. Nothing elsewhere.
  std::optional<std::uint32_t> tree_depth() const { return data_.tree_depth; }

  /// How many ports of a switch, the first ones, lead up, to switches that headers come to their
  /// destination from whichever they take; 0 where they have no such choice.
  int up_ports() const { return data_.up_ports; }

  /// A port between groups of routers, which are linked closely.
  bool is_global(PortId port) const {
    return data_.first_global_port > 0 && port >= data_.first_global_port;
  }

  /// Processors of a group of routers; of a router, where there are no groups.
  NodeId group() const { return data_.group > 0 ? data_.group : seats(); }

  /// The base routes that were made with the network; null where its family knows them all.
  const std::shared_ptr<const BaseRoute>& table() const { return data_.table; }
  /// Which these are, human-readable; empty without.
  const std::string& routes() const { return data_.routes; }
  /// Some channels may have a delay or a rate of their own.
  bool has_link_times() const { return !data_.link_times.empty(); }
  /// What the channel that leaves `node` through `port` has of its own.
  LinkTime link_time(NodeId node, PortId port) const {
    return has_link_times() ? data_.link_times[channel(node, port)] : LinkTime{};
  }

  /// "hypercube 6", "mesh 8x4", "graph net.txt"
  const std::string& describe() const { return name_; }

 private:
  std::size_t channel(NodeId node, PortId port) const {
    return node * static_cast<std::size_t>(data_.ports) + port;
  }
  const ChannelEnd& end(NodeId node, PortId port) const { return data_.ends[channel(node, port)]; }

  const TopologyFamily* family_;
  std::vector<std::uint32_t> dims_;
  std::string name_;
  TopologyData data_;
  std::vector<NodeId> strides_;  // per dimension: id step of one coordinate step
  int degree_ = 0;
};

/// Sides joined by 'x': "8x8".
std::string join_dims(const std::vector<std::uint32_t>& dims);

}  // namespace flitcast
