#pragma once

#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"

namespace flitcast {

/// The nodes at which a worm on its base route can leave a copy: those to which the base routes go
/// the same way, so that the worm conforms to base routing whichever it chooses (Panda, Singal and
/// Kesavan, "Multidestination message passing in wormhole k-ary n-cube networks with base routing
/// conformed paths", IEEE TPDS 10(1), 1999).
class MulticastWay {
 public:
  /// `routing` must outlive it. Throws std::invalid_argument for a network with switches.
  explicit MulticastWay(const Routing& routing);

  /// How many nodes a worm of up to `wanted` destinations reaches, `last` included; at least 1.
  std::uint32_t reachable(NodeId source, NodeId last, std::uint32_t wanted);
  /// Chooses `copies` of them by lot, `last` included, in path order.
  void choose(NodeId source, NodeId last, std::uint32_t copies, std::uint64_t seed,
              std::vector<NodeId>& out);

 private:
  void walk(NodeId source, NodeId last);
  bool conforms(std::size_t place) const;

  const Routing& routing_;
  std::vector<NodeId> way_;    // source to the node before the last
  std::vector<NodeId> stops_;  // without the last
};

}  // namespace flitcast
