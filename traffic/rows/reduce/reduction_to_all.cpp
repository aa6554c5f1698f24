#include "traffic/rows/rows.h"
#include "traffic/steps/dual_row.h"

// Grama et al. ch. 4: an all-to-all reduction is the dual of an all-to-all broadcast.

namespace flitcast {

Row aar_ring() {
  Row row = dual_of(aab_ring());
  row.id = "aar-ring";
  row.number = "G4";
  row.source = "Grama et al. ch. 4, all-to-all reduction on a ring";
  row.conditions = "3 to 2^11 nodes";
  row.definition =
      "The dual of aab-ring: the sum for a node starts at its next neighbour and goes once around "
      "the ring, downwards; every node adds its operand and passes it on.";
  row.latency = "(p-1)·t_s + (p-1)·t_d + (p-1)·μ·t_m + (p-1)·μ·t_op";
  return row;
}

Row aar_mesh() {
  Row row = dual_of(aab_mesh());
  row.id = "aar-mesh";
  row.number = "G4";
  row.source = "Grama et al. ch. 4, all-to-all reduction on a mesh with wraparound links";
  row.conditions = "sides of 3 nodes or more, at most 2^11 nodes";
  row.definition =
      "The dual of aab-mesh: the reduction of aar-ring in all lines along the last dimension, with "
      "the sums for all nodes in the lower dimensions in one message, and so on down to the rows.";
  row.latency = "Σ(z_i-1)·(t_s + t_d) + (N-1)·μ·t_m + (N-1)·μ·t_op";
  return row;
}

Row aar_hc() {
  Row row = dual_of(aab_hc(), {"descending", "ascending"});
  row.id = "aar-hc";
  row.number = "G4";
  row.source = "Grama et al. ch. 4, all-to-all reduction on a hypercube";
  row.conditions = "n = 1 to 11";
  row.definition =
      "Recursive halving, the dual of aab-hc: in every round all neighbours along one dimension "
      "hand over their sums for the nodes of the other half of their subcube.";
  row.latency = "n·t_s + n·t_d + (2^n-1)·μ·t_m + (2^n-1)·μ·t_op";
  return row;
}

Row aar_mesh_bucket() {
  Row row = dual_of(aab_mesh_bucket());
  row.id = "aar-mesh-bucket";
  row.source =
      "Barnett, Littlefield, Payne and van de Geijn, \"Global combine on mesh architectures with "
      "wormhole routing\", IPPS 1993: bucket combine, dimension by dimension";
  row.conditions = "2 to 2^11 nodes";
  row.definition =
      "The dual of aab-mesh-bucket: sums for all nodes go once around all lines along the last "
      "dimension, then along the one before, and so on down to the rows.";
  row.latency = "Σ(z_i-1)·(t_s + 2t_d) + (N-1)·μ·t_m + (N-1)·μ·t_op; t_d alone for z_i = 2";
  return row;
}

Row aar_mesh_hamiltonian() {
  Row row = dual_of(aab_mesh_hamiltonian());
  row.id = "aar-mesh-hamiltonian";
  row.conditions = "both sides of 2 nodes or more, at most 2^11 nodes";
  row.definition =
      "The dual of aab-mesh-hamiltonian: the sum for a node goes once around a ring through all "
      "nodes, and every node adds its operand.";
  row.latency = "(p-1)·(t_s + t_d + μ·t_m + μ·t_op); both sides odd: 2t_d; both ways: p/2·(…)";
  return row;
}

}  // namespace flitcast
