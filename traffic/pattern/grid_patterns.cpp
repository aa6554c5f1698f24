// Permutations by coordinates: Dally and Towles, "Principles and Practices of Interconnection
// Networks", 2004, §3.2, table 3.1. Transpose is also a permutation of address bits.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "traffic/pattern/address_bits.h"
#include "traffic/pattern/patterns.h"
#include "traffic/pattern/permutation.h"

namespace flitcast {
namespace {

/// The sides of a grid whose nodes are numbered by their coordinates, the first one running
/// fastest; empty: the network is none.
std::vector<std::uint32_t> sides_of_grid(const Topology& topology) {
  if (topology.is_one_way()) {
    return topology.dims();
  }
  return topology.is_grid() ? topology.sides() : std::vector<std::uint32_t>();
}

std::unique_ptr<TrafficPattern> make_transpose(const Topology& topology,
                                               const PatternSettings& settings) {
  const std::vector<std::uint32_t> sides = sides_of_grid(topology);
  if (sides.size() == 2 && sides[0] == sides[1]) {
    return make_permutation(topology, settings,
                            [k = sides[0]](NodeId node) { return node % k * k + node / k; });
  }
  const std::optional<int> bits = address_bits(topology);
  if (!bits || *bits % 2 != 0) {
    throw std::invalid_argument(
        "transpose needs a square mesh or torus, or an even number of address bits; " +
        topology.describe() + " is neither");
  }
  return make_permutation(topology, settings,
                          [b = *bits](NodeId node) { return rotated(node, b, b / 2); });
}

/// Every coordinate x of k becomes (x + step(k)) mod k.
template <typename Step>
std::unique_ptr<TrafficPattern> make_shifted(const Topology& topology,
                                             const PatternSettings& settings,
                                             const std::vector<std::uint32_t>& sides, Step&& step) {
  return make_permutation(topology, settings, [&](NodeId node) {
    NodeId to = 0;
    NodeId stride = 1;
    for (const std::uint32_t k : sides) {
      to += (node / stride + step(k)) % k * stride;
      stride *= k;
    }
    return to;
  });
}

std::unique_ptr<TrafficPattern> make_tornado(const Topology& topology,
                                             const PatternSettings& settings) {
  const std::vector<std::uint32_t> sides = sides_of_grid(topology);
  if (std::none_of(sides.begin(), sides.end(), [](std::uint32_t k) { return k >= 3; })) {
    throw std::invalid_argument(
        "tornado needs a mesh, torus, line or ring with a side of 3 nodes or more; " +
        topology.describe() + " is none");
  }
  return make_shifted(topology, settings, sides, [](std::uint32_t k) { return (k + 1) / 2 - 1; });
}

std::unique_ptr<TrafficPattern> make_neighbour(const Topology& topology,
                                               const PatternSettings& settings) {
  const std::vector<std::uint32_t> sides = sides_of_grid(topology);
  if (sides.empty()) {
    throw std::invalid_argument("neighbour needs a mesh, torus, line or ring; " +
                                topology.describe() + " is none");
  }
  return make_shifted(topology, settings, sides, [](std::uint32_t /*k*/) { return 1U; });
}

}  // namespace

PatternKind transpose_pattern() {
  return {"transpose",
          "node (x, y) sends to (y, x); elsewhere the halves of the address bits change places",
          "square meshes and tori, and networks with an even number of address bits",
          false,
          false,
          make_transpose};
}

PatternKind tornado_pattern() {
  return {"tornado",
          "every coordinate x of k goes to (x + ceil(k/2) - 1) mod k",
          "meshes, tori, lines and rings with a side of 3 nodes or more",
          false,
          false,
          make_tornado};
}

PatternKind neighbour_pattern() {
  return {"neighbour",
          "every coordinate x of k goes to (x + 1) mod k",
          "meshes, tori, lines and rings",
          false,
          false,
          make_neighbour};
}

}  // namespace flitcast
