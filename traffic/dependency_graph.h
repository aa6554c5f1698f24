#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/channels.h"

namespace flitcast {

/// The channel dependency graph of a set of worms: an arc from channel c to channel d where some
/// worm holds c while it asks for d, the next channel of its path. Without a cycle the worms can
/// never wait for each other in a ring (Dally and Seitz, IEEE Trans. Computers C-36, 1987).
class DependencyGraph {
 public:
  explicit DependencyGraph(const Channels& channels);

  /// A worm takes `second` right behind `first`, which leads to where `second` begins.
  void add(ChannelId first, ChannelId second) {
    wanted_[first] |= std::uint32_t{1} << channels_.port(second);
  }

  /// Some cycle as node ids, "0->1->2->0"; empty when the graph is acyclic.
  std::string cycle() const;

 private:
  const Channels& channels_;
  std::vector<std::uint32_t> wanted_;  // per channel: ports that worms leave its target by
};

}  // namespace flitcast
