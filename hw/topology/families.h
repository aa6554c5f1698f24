#pragma once

#include <cstddef>
#include <iterator>

namespace flitcast {

struct TopologyFamily;

enum class TopologyKind {
  kHypercube,
  kMesh,
  kTorus,
  kRing,
  kLine,
  kTree,
  kFatTree,
  kDirectFatTree,
  kCmesh,
  kFlattenedButterfly,
  kDragonfly,
  kUnidirectionalTorus,
  kOppositeTori,
  kGraph
};

const TopologyFamily& hypercube_family();
const TopologyFamily& mesh_family();
const TopologyFamily& torus_family();
const TopologyFamily& ring_family();
const TopologyFamily& line_family();
const TopologyFamily& tree_family();
const TopologyFamily& fat_tree_family();
const TopologyFamily& direct_fat_tree_family();
const TopologyFamily& cmesh_family();
const TopologyFamily& flattened_butterfly_family();
const TopologyFamily& dragonfly_family();
const TopologyFamily& unidirectional_torus_family();
const TopologyFamily& opposite_tori_family();
const TopologyFamily& graph_family();

/// The family of every kind, in the order of TopologyKind: the list to which a new one is added.
inline constexpr const TopologyFamily& (*kTopologyFamilies[])() = {
    hypercube_family,     mesh_family,
    torus_family,         ring_family,
    line_family,          tree_family,
    fat_tree_family,      direct_fat_tree_family,
    cmesh_family,         flattened_butterfly_family,
    dragonfly_family,     unidirectional_torus_family,
    opposite_tori_family, graph_family};
static_assert(std::size(kTopologyFamilies) == static_cast<std::size_t>(TopologyKind::kGraph) + 1);

inline const TopologyFamily& family_of(TopologyKind kind) {
  return kTopologyFamilies[static_cast<std::size_t>(kind)]();
}

}  // namespace flitcast
