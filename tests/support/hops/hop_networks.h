#pragma once

#include <utility>
#include <vector>

#include "traffic/satisfiability/hop_instance.h"

namespace flitcast {

inline HopInstance hop_instance(DemandKind kind, NodeId nodes, std::vector<HopLink> links,
                                std::uint32_t chunks = 1, NodeId root = 0,
                                std::vector<NodeId> destinations = {}) {
  return {{kind, nodes, root, chunks, std::move(destinations)}, std::move(links)};
}

/// NVIDIA's DGX-1, in units of one NVLink, as SCCL has it.
inline std::vector<HopLink> dgx1_links() {
  constexpr std::uint32_t kLinks[8][8] = {{0, 2, 1, 1, 2, 0, 0, 0}, {2, 0, 1, 2, 0, 1, 0, 0},
                                          {1, 1, 0, 2, 0, 0, 2, 0}, {1, 2, 2, 0, 0, 0, 0, 1},
                                          {2, 0, 0, 0, 0, 2, 1, 1}, {0, 1, 0, 0, 2, 0, 1, 2},
                                          {0, 0, 2, 0, 1, 1, 0, 2}, {0, 0, 0, 1, 1, 2, 2, 0}};
  std::vector<HopLink> links;
  for (NodeId from = 0; from < 8; ++from) {
    for (NodeId to = 0; to < 8; ++to) {
      if (kLinks[from][to] > 0) {
        links.push_back({from, to, kLinks[from][to]});
      }
    }
  }
  return links;
}

inline HopInstance dgx1_all_gather(std::uint32_t chunks) {
  return hop_instance(DemandKind::kAllGather, 8, dgx1_links(), chunks);
}

/// Both ways between neighbours; two nodes have a link each way.
inline std::vector<HopLink> line_links(NodeId nodes) {
  std::vector<HopLink> links;
  for (NodeId node = 0; node + 1 < nodes; ++node) {
    links.push_back({node, node + 1});
    links.push_back({node + 1, node});
  }
  return links;
}

/// Of three nodes or more.
inline std::vector<HopLink> ring_links(NodeId nodes) {
  std::vector<HopLink> links = line_links(nodes);
  links.push_back({nodes - 1, 0});
  links.push_back({0, nodes - 1});
  return links;
}

}  // namespace flitcast
