#include "traffic/open_loop/multicast_way.h"

#include <algorithm>
#include <stdexcept>

#include "traffic/schedule/random.h"

namespace flitcast {

MulticastWay::MulticastWay(const Routing& routing) : routing_(routing) {
  if (routing.topology().has_switches()) {
    throw std::invalid_argument("multicasts leave copies at processors on their way; on a " +
                                routing.topology().describe() + " the ways lead over switches");
  }
  if (!routing.follows_base_routes()) {
    throw std::invalid_argument(
        "multicasts leave copies on base routes; with this routing headers "
        "take others");
  }
}

std::uint32_t MulticastWay::reachable(NodeId source, NodeId last, std::uint32_t wanted) {
  if (wanted == 1) {
    return 1;
  }
  walk(source, last);
  return std::min(wanted, static_cast<std::uint32_t>(stops_.size()) + 1);
}

// Selection sampling (Knuth, TAOCP 2, 3.4.2 S): as many as are missing, of those that are left.
void MulticastWay::choose(NodeId source, NodeId last, std::uint32_t copies, std::uint64_t seed,
                          std::vector<NodeId>& out) {
  out.clear();
  if (copies > 1) {
    walk(source, last);
    SplitMix64 random(seed);
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      if (random.below(stops_.size() - i) + out.size() + 1 < copies) {
        out.push_back(stops_[i]);
      }
    }
  }
  out.push_back(last);
}

void MulticastWay::walk(NodeId source, NodeId last) {
  way_.clear();
  stops_.clear();
  for (NodeId at = source; at != last;) {
    way_.push_back(at);
    if (at != source && conforms(way_.size() - 1)) {
      stops_.push_back(at);
    }
    at = routing_.topology().neighbour(at, routing_.next_port(at, last));
  }
}

bool MulticastWay::conforms(std::size_t place) const {
  const NodeId stop = way_[place];
  for (std::size_t i = 0; i < place; ++i) {
    if (routing_.topology().neighbour(way_[i], routing_.next_port(way_[i], stop)) != way_[i + 1]) {
      return false;
    }
  }
  return true;
}

}  // namespace flitcast
