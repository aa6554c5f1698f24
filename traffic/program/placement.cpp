#include "traffic/program/placement.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

Placement all_processors(const Topology& topology) {
  Placement nodes(topology.processors());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return nodes;
}

Placement shuffled(const Topology& topology, std::uint64_t seed) {
  Placement nodes = all_processors(topology);
  SplitMix64 random(seed);
  for (std::size_t left = nodes.size(); left > 1; --left) {
    std::swap(nodes[left - 1], nodes[random.below(left)]);
  }
  return nodes;
}

Placement snake(const Topology& topology) {
  Placement nodes = all_processors(topology);
  for (NodeId& node : nodes) {
    NodeId rest = node;
    NodeId stride = 1;
    node = 0;
    for (const std::uint32_t side : topology.sides()) {
      const NodeId digit = rest % side;
      rest /= side;
      node += stride * (rest % 2 == 0 ? digit : side - 1 - digit);
      stride *= side;
    }
  }
  return nodes;
}

/// Words of a few bits.
class Bits {
 public:
  explicit Bits(unsigned count) : count_(count), mask_((std::uint32_t{1} << count) - 1) {}

  unsigned count() const { return count_; }
  std::uint32_t rotated_up(std::uint32_t word, unsigned by) const {
    return (word << by | word >> (count_ - by)) & mask_;
  }
  std::uint32_t rotated_down(std::uint32_t word, unsigned by) const {
    return rotated_up(word, (count_ - by) % count_);
  }
  /// The place of a word in the binary reflected Gray code.
  std::uint32_t place_in_gray_code(std::uint32_t word) const {
    for (unsigned by = 1; by < count_; by *= 2) {
      word ^= word >> by;
    }
    return word;
  }

 private:
  unsigned count_;
  std::uint32_t mask_;
};

std::uint32_t gray(std::uint32_t place) {
  return place ^ place >> 1U;
}

/// The corner by which the curve enters the subcube `place` of a cube.
std::uint32_t entry(std::uint32_t place) {
  return place == 0 ? 0 : gray((place - 1) & ~std::uint32_t{1});
}

/// The dimension along which the curve goes through it.
unsigned direction(std::uint32_t place, const Bits& bits) {
  if (place == 0) {
    return 0;
  }
  const std::uint32_t odd = place % 2 == 0 ? place - 1 : place;
  return static_cast<unsigned>(__builtin_ctz(~odd)) % bits.count();
}

/// The place of a point on the Hilbert curve: of the subcube in the cube, of the one in that, ….
std::vector<std::uint32_t> hilbert_place(const std::vector<std::uint32_t>& point, unsigned levels) {
  const Bits bits(static_cast<unsigned>(point.size()));
  std::vector<std::uint32_t> places;
  std::uint32_t corner = 0;
  unsigned along = bits.count() - 1;  // so that the first step is in dimension 0
  for (unsigned level = levels; level-- > 0;) {
    std::uint32_t subcube = 0;
    for (std::size_t d = 0; d < point.size(); ++d) {
      subcube |= (point[d] >> level & 1U) << d;
    }
    const unsigned turn = (along + 1) % bits.count();
    const std::uint32_t place = bits.place_in_gray_code(bits.rotated_down(subcube ^ corner, turn));
    places.push_back(place);
    corner ^= bits.rotated_up(entry(place), turn);
    along = (along + direction(place, bits) + 1) % bits.count();
  }
  return places;
}

Placement hilbert(const Topology& topology) {
  std::vector<int> dimensions;
  unsigned levels = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.side(d) > 1) {
      dimensions.push_back(d);
    }
    while (std::uint32_t{1} << levels < topology.side(d)) {
      ++levels;
    }
  }
  Placement nodes = all_processors(topology);
  if (dimensions.empty()) {
    return nodes;
  }
  std::vector<std::pair<std::vector<std::uint32_t>, NodeId>> placed;
  for (const NodeId node : nodes) {
    std::vector<std::uint32_t> point;
    point.reserve(dimensions.size());
    for (const int d : dimensions) {
      point.push_back(topology.coordinate(node, d));
    }
    placed.emplace_back(hilbert_place(point, levels), node);
  }
  std::sort(placed.begin(), placed.end());
  std::transform(placed.begin(), placed.end(), nodes.begin(),
                 [](const auto& each) { return each.second; });
  return nodes;
}

Placement walk(PlacementMap map, const Topology& topology, std::uint64_t seed) {
  switch (map) {
    case PlacementMap::kIdentity:
      return all_processors(topology);
    case PlacementMap::kRandom:
      return shuffled(topology, seed);
    case PlacementMap::kHilbert:
      return hilbert(topology);
    case PlacementMap::kGray:
    case PlacementMap::kSnake:
      return snake(topology);
  }
  return {};
}

}  // namespace

const std::vector<std::string_view>& placement_words() {
  static const std::vector<std::string_view> words{"identity", "gray", "snake", "hilbert",
                                                   "random"};
  return words;
}

Placement place_ranks(PlacementMap map, std::uint32_t ranks, const Topology& topology,
                      std::uint64_t seed) {
  const bool anywhere = map == PlacementMap::kIdentity || map == PlacementMap::kRandom;
  if (!anywhere && (!topology.has_coordinates() || topology.has_switches())) {
    throw std::invalid_argument("goes by coordinates, and a " + topology.describe() +
                                " has none; give identity, random or a file");
  }
  if (map == PlacementMap::kGray && !topology.has_labels()) {
    throw std::invalid_argument("is for hypercubes; the Gray code of a " + topology.describe() +
                                " is snake");
  }
  Placement nodes = walk(map, topology, seed);
  nodes.resize(ranks);
  return nodes;
}

}  // namespace flitcast
