#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "hw/fabric/fabric.h"
#include "tb/measures/stuck_report.h"

namespace flitcast {

/// Where the worms of a network stand that does not go on: the buffers that hold their flits, and
/// the channels that they hold.
class WormPlaces {
 public:
  /// Flits of a worm in one buffer.
  struct Place {
    NodeId node;
    const OccupiedVc* vc;
    std::size_t part;
  };

  WormPlaces(const Fabric& fabric, const Topology& topology, const NetworkConfig& config,
             const PacketPool& packets, Cycle now);

  /// By packet, the buffers with flits of it.
  const std::map<PacketHandle, std::vector<Place>>& worms() const { return places_; }
  /// Those with occupied buffers.
  const std::map<NodeId, std::vector<OccupiedVc>>& routers() const { return routers_; }

  bool is_network(int port) const { return port < topology_.network_ports(); }
  int port_of(const OccupiedVc& vc) const { return vc.input / vcs_; }
  NodeId neighbour(NodeId node, int port) const {
    return topology_.neighbour(node, static_cast<PortId>(port));
  }
  /// What is in an input VC, or null.
  const OccupiedVc* find(NodeId node, int input) const;
  /// The buffer over the network behind output VC `vc` of a port, or null when empty.
  const OccupiedVc* behind(NodeId node, PortId port, int vc) const {
    return find(neighbour(node, port), topology_.entry_port(node, port) * vcs_ + vc);
  }
  /// The same behind the output that the worm in front of `vc` has.
  const OccupiedVc* behind_output(NodeId node, const OccupiedVc& vc) const {
    return behind(node, vc.output, vc.output_vc);
  }

  /// Where the header of a worm stands; of one that forks, where it waits for an output of another
  /// one.
  Place header(PacketHandle packet) const;
  /// The channels that a worm holds whose header is `at`: from its tail on, or from the root of its
  /// tree.
  std::vector<HeldChannel> held(PacketHandle packet, const Place& at) const;

 private:
  bool is_behind(PacketHandle packet, NodeId node, PortId port, int vc) const;
  /// No flit of the worm has got farther than here.
  bool leads(PacketHandle packet, const Place& place) const;
  std::vector<HeldChannel> held_by_path(PacketHandle packet, Place at) const;
  std::vector<HeldChannel> held_by_tree(PacketHandle packet) const;

  const Topology& topology_;
  int vcs_;
  const PacketPool& packets_;
  std::map<NodeId, std::vector<OccupiedVc>> routers_;
  std::map<PacketHandle, std::vector<Place>> places_;
};

}  // namespace flitcast
