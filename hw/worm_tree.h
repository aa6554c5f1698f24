#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// The way of a worm that forks: the nodes by which it comes, from its root on, the ports by which
/// it goes on from each, and where it leaves copies.
class WormTree {
 public:
  struct Stop {
    NodeId node;
    std::uint32_t parent;  ///< its place among the stops; of the root its own
    std::uint32_t depth;   ///< links from the root
    PortId port;           ///< by which the parent leads here
    bool copies;           ///< the node is a destination
    std::vector<PortId> ways = {};
  };

  /// `next(here, destination)` is the port by which the worm goes on at a node that is not the
  /// destination, and `step(here, port)` where that leads. Throws std::invalid_argument where ways
  /// part and meet again. The root is not a destination.
  template <typename Next, typename Step>
  WormTree(NodeId root, const std::vector<NodeId>& destinations, Next&& next, Step&& step) {
    add({root, 0, 0, kNoPort, false});
    for (const NodeId destination : destinations) {
      std::uint32_t at = 0;
      while (stops_[at].node != destination) {
        const PortId port = next(stops_[at].node, destination);
        const NodeId node = step(stops_[at].node, port);
        const auto known = places_.find(node);
        const std::uint32_t to = known != places_.end()
                                     ? known->second
                                     : add({node, at, stops_[at].depth + 1, port, false});
        if (to == 0 || stops_[to].parent != at || stops_[to].port != port) {
          throw std::invalid_argument("the ways of a worm that forks meet again at node " +
                                      std::to_string(node));
        }
        if (known == places_.end()) {
          stops_[at].ways.push_back(port);
        }
        at = to;
      }
      copies_ += stops_[at].copies ? 0U : 1U;
      stops_[at].copies = true;
    }
  }

  NodeId root() const { return stops_.front().node; }
  /// The root first, and every other one after its parent.
  const std::vector<Stop>& stops() const { return stops_; }
  /// Destinations.
  std::uint32_t copies() const { return copies_; }
  /// Where the worm comes by. Throws std::out_of_range elsewhere.
  const Stop& at(NodeId node) const { return stops_[places_.at(node)]; }
  bool passes(NodeId node) const { return places_.count(node) != 0; }

 private:
  std::uint32_t add(Stop stop) {
    const auto place = static_cast<std::uint32_t>(stops_.size());
    places_[stop.node] = place;
    stops_.push_back(std::move(stop));
    return place;
  }

  std::vector<Stop> stops_;
  std::map<NodeId, std::uint32_t> places_;
  std::uint32_t copies_ = 0;
};

}  // namespace flitcast
