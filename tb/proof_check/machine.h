#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flitcast::proof {

/// The nodes that a worm passes, its source and its end included.
using Way = std::vector<std::uint32_t>;
using Ends = std::pair<std::uint32_t, std::uint32_t>;

struct Link {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t chunks;  ///< that it carries in a round
};

/// A network by its name. Nodes of a grid are numbered by coordinates, the first varies fastest.
/// Those of a binary tree are its leaves; switches follow, level by level towards the root.
struct NamedNetwork {
  std::string kind;                 ///< hypercube, mesh, torus, line, ring or tree
  std::vector<std::uint32_t> dims;  ///< of hypercubes and trees one: dimensions, or depth
  std::uint32_t carries = 1;        ///< chunks over every link in a round
};

/// Nodes that something is sent from or to; too many to check are 2^32 − 1.
std::uint32_t nodes_of(const NamedNetwork& network);
/// Both ways between neighbours.
std::vector<Ends> links_of(const NamedNetwork& network);

/// From each node to each other one, in this order. Base routes correct the first coordinate first,
/// round a ring the shorter way, up if both are as long. With `all`, all shortest ways.
std::vector<Way> ways_of(const NamedNetwork& network, bool all);

}  // namespace flitcast::proof
