// Permutations of the bits of node numbers: Dally and Towles, "Principles and Practices of
// Interconnection Networks", 2004, §3.2, table 3.1. Bit i of the destination is, of b bits s_i of
// the source, not s_i (complement), s_{b−1−i} (reverse), s_{i+1 mod b} (rotation), s_{i−1 mod b}
// (shuffle).

#include <stdexcept>
#include <string>

#include "traffic/pattern/address_bits.h"
#include "traffic/pattern/patterns.h"
#include "traffic/pattern/permutation.h"

namespace flitcast {
namespace {

constexpr std::string_view kFits = "networks whose number of processors is a power of two";

NodeId complement(NodeId node, int bits) {
  return ~node & ((NodeId{1} << bits) - 1);
}

NodeId reverse(NodeId node, int bits) {
  NodeId to = 0;
  for (int i = 0; i < bits; ++i) {
    to |= (node >> i & 1U) << (bits - 1 - i);
  }
  return to;
}

NodeId rotation(NodeId node, int bits) {
  return rotated(node, bits, bits - 1);
}

NodeId shuffle(NodeId node, int bits) {
  return rotated(node, bits, bits > 1 ? 1 : 0);
}

template <NodeId (*Permute)(NodeId node, int bits)>
std::unique_ptr<TrafficPattern> make(const Topology& topology, const PatternSettings& settings) {
  const std::optional<int> bits = address_bits(topology);
  if (!bits) {
    throw std::invalid_argument(
        settings.word + " needs a number of processors that is 2 or a higher power of two; " +
        topology.describe() + " has " + std::to_string(topology.processors()));
  }
  return make_permutation(topology, settings, [&](NodeId node) { return Permute(node, *bits); });
}

}  // namespace

PatternKind bit_complement_pattern() {
  return {"bit_complement", "every bit of the node is inverted", kFits, false, false,
          make<complement>};
}

PatternKind bit_reverse_pattern() {
  return {"bit_reverse", "the bits of the node in reverse order", kFits, false, false,
          make<reverse>};
}

PatternKind bit_rotation_pattern() {
  return {"bit_rotation", "the bits of the node rotated by one to the right", kFits, false, false,
          make<rotation>};
}

PatternKind shuffle_pattern() {
  return {"shuffle",    "the bits of the node rotated by one to the left", kFits, false, false,
          make<shuffle>};
}

}  // namespace flitcast
