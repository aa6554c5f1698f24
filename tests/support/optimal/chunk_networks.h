#pragma once

#include <string>
#include <vector>

#include "traffic/optimal/chunk_network.h"

namespace flitcast {

/// As all ports, full duplex, links alike, unless told otherwise.
inline ChunkNetwork chunk_network(const Topology& topology, int ports = 0,
                                  Duplex duplex = Duplex::kFull) {
  return {topology, LinkTimes(topology, NetworkConfig()), ports > 0 ? ports : topology.degree(),
          duplex};
}

/// Eight graphics processors, each with six links, some of them double (SCCL, PPoPP 2021): a double
/// link takes a flit a cycle, a single one half of that.
inline Topology make_dgx1() {
  constexpr int kLinks[8][8] = {{0, 2, 1, 1, 2, 0, 0, 0}, {2, 0, 1, 2, 0, 1, 0, 0},
                                {1, 1, 0, 2, 0, 0, 2, 0}, {1, 2, 2, 0, 0, 0, 0, 1},
                                {2, 0, 0, 0, 0, 2, 1, 1}, {0, 1, 0, 0, 2, 0, 1, 2},
                                {0, 0, 2, 0, 1, 1, 0, 2}, {0, 0, 0, 1, 1, 2, 2, 0}};
  std::string text = "processors 8\n";
  for (int a = 0; a < 8; ++a) {
    for (int b = a + 1; b < 8; ++b) {
      if (kLinks[a][b] > 0) {
        text += "link " + std::to_string(a) + " " + std::to_string(b) + " cycles_per_flit " +
                std::to_string(2 / kLinks[a][b]) + "\n";
      }
    }
  }
  return Topology(graph_family(), {{}, "dgx1", text});
}

/// A mesh whose links take so many cycles for a flit, dimension by dimension.
inline Topology make_uneven_mesh(NodeId width, NodeId height, int along, int across) {
  std::string text = "processors " + std::to_string(width * height) + "\n";
  const auto link = [&](NodeId a, NodeId b, int cycles) {
    text += "link " + std::to_string(a) + " " + std::to_string(b) + " cycles_per_flit " +
            std::to_string(cycles) + "\n";
  };
  for (NodeId node = 0; node < width * height; ++node) {
    if ((node + 1) % width != 0) {
      link(node, node + 1, along);
    }
    if (node + width < width * height) {
      link(node, node + width, across);
    }
  }
  return Topology(graph_family(), {{}, "uneven mesh", text});
}

}  // namespace flitcast
