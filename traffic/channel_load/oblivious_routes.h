#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/routing/coordinates.h"
#include "hw/routing/routing.h"
#include "hw/types.h"
#include "traffic/channel_load/channel_loads.h"

namespace flitcast {

/// The ways of packets that do not depend on the state of the network, as probabilities: what a
/// pair of nodes sends is divided among the channels as the ways that may be drawn for it share
/// them (Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, §3.3 and
/// ch. 9). Exact up to rounding; nothing is sampled.
class ObliviousRoutes {
 public:
  /// Flits to some destinations: of the i-th of them from every processor.
  using Flows = std::vector<std::vector<double>>;

  virtual ~ObliviousRoutes() = default;
  /// Adds to every channel what `load` flits from `source` to another node put on it: `load` times
  /// the probability that a packet passes it.
  virtual void add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const = 0;
  /// The same of all sources: `by_source[source]` flits from every processor. Those of the
  /// destination itself pass no channel.
  virtual void add_all(const std::vector<double>& by_source, NodeId destination,
                       ChannelLoads& loads) const;
  /// The same for the destinations from `first` on.
  virtual void add_flows(const Flows& to, NodeId first, ChannelLoads& loads) const;
};

/// Each of some ways with the same probability.
class EqualPaths : public ObliviousRoutes {
 public:
  using Ways = std::vector<std::shared_ptr<const BaseRoute>>;

  /// `topology` must outlive it; at least one way.
  EqualPaths(const Topology& topology, Ways ways) : topology_(topology), ways_(std::move(ways)) {}
  void add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const override;
  /// In a step per node.
  void add_all(const std::vector<double>& by_source, NodeId destination,
               ChannelLoads& loads) const override;

 private:
  const Topology& topology_;
  Ways ways_;
};

/// By way of a node on a shortest way, see Midpoint: in a step per node of the box between source
/// and destination.
class RommPaths final : public ObliviousRoutes {
 public:
  /// Base routes of `routing`, which must outlive it, in two phases. Needs coordinates.
  explicit RommPaths(const Routing& routing);
  void add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const override;

 private:
  using Box = std::vector<Coordinates::Stretch>;  // in the order of routing

  void add_boxes(Box& box, std::size_t next, NodeId source, NodeId destination, double load,
                 ChannelLoads& loads) const;
  void to_midpoints(const Box& box, std::size_t next, NodeId at, double load,
                    ChannelLoads& loads) const;
  void from_midpoints(const Box& box, std::size_t left, NodeId to, double load,
                      ChannelLoads& loads) const;
  PortId port_of(const Coordinates::Stretch& stretch) const;

  const Routing& routing_;
  Coordinates ways_;
  bool draws_ties_;
};

/// By way of any node, all with the same probability.
class ValiantPaths final : public ObliviousRoutes {
 public:
  /// Ways of `routing`, which must outlive it, in two phases.
  explicit ValiantPaths(const Routing& routing)
      : topology_(routing.topology()), ways_(routing.topology(), routing.shares().ways) {}
  /// In a step per midpoint and link of a way.
  void add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const override;
  /// In a step per node and midpoint, and per node and destination.
  void add_flows(const Flows& to, NodeId first, ChannelLoads& loads) const override;

 private:
  const Topology& topology_;
  EqualPaths ways_;
};

/// By way of a midpoint that the network names (BaseRoute::midpoints), all with the same
/// probability.
class DetourPaths final : public ObliviousRoutes {
 public:
  /// `routing` must outlive it.
  explicit DetourPaths(const Routing& routing)
      : routing_(routing), ways_(routing.topology(), routing.shares().ways) {}
  void add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const override;
  /// In a step per router, midpoint and destination.
  void add_flows(const Flows& to, NodeId first, ChannelLoads& loads) const override;

 private:
  const Routing& routing_;
  EqualPaths ways_;
};

/// Processors at most for which theory looks at all midpoints of all pairs.
inline constexpr NodeId kMostWithMidpoints = 1024;
/// The same where the network names its midpoints.
inline constexpr NodeId kMostWithNamedMidpoints = 2048;
/// What holds for the routing.
inline NodeId most_with_midpoints(const Routing& routing) {
  return routing.base().midpoints() > 0 ? kMostWithNamedMidpoints : kMostWithMidpoints;
}

/// Why nothing is known of the ways of packets, human-readable; empty where oblivious_routes()
/// knows.
std::string unknown_routes(const Routing& routing);
/// The ways of packets by `routing`, which must outlive them; null where they are not known.
std::unique_ptr<ObliviousRoutes> oblivious_routes(const Routing& routing);

}  // namespace flitcast
