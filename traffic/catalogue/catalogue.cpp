#include "traffic/catalogue/catalogue.h"

#include <algorithm>

#include "traffic/row/nearest_word.h"
#include "traffic/rows/all_gather/allbroadcast_grid.h"
#include "traffic/rows/all_gather/allbroadcast_hypercube.h"
#include "traffic/rows/all_to_all/alltoall_grid.h"
#include "traffic/rows/all_to_all/alltoall_hypercube.h"
#include "traffic/rows/all_to_all/alltoall_hypercube_allport.h"
#include "traffic/rows/all_to_all/alltoall_hypercube_multiphase.h"
#include "traffic/rows/all_to_all/alltoall_mesh_bex.h"
#include "traffic/rows/all_to_all/alltoall_mesh_dex.h"
#include "traffic/rows/all_to_all/alltoall_mesh_qex.h"
#include "traffic/rows/all_to_all/alltoall_ring.h"
#include "traffic/rows/all_to_all/alltoall_ring_dex.h"
#include "traffic/rows/all_to_all/alltoall_torus_dex.h"
#include "traffic/rows/all_to_all/bruck.h"
#include "traffic/rows/applications/matrix_vector.h"
#include "traffic/rows/broadcast/broadcast_chain.h"
#include "traffic/rows/broadcast/broadcast_grid.h"
#include "traffic/rows/broadcast/broadcast_hamming.h"
#include "traffic/rows/broadcast/broadcast_hypercube.h"
#include "traffic/rows/broadcast/broadcast_hypercube_trees.h"
#include "traffic/rows/broadcast/broadcast_line_hypercube.h"
#include "traffic/rows/broadcast/broadcast_lines_irc.h"
#include "traffic/rows/broadcast/broadcast_mesh_2round.h"
#include "traffic/rows/broadcast/broadcast_mesh_irc.h"
#include "traffic/rows/broadcast/broadcast_nesbt.h"
#include "traffic/rows/broadcast/broadcast_tree.h"
#include "traffic/rows/broadcast/broadcast_vandegeijn.h"
#include "traffic/rows/broadcast/scatter_allgather.h"
#include "traffic/rows/multicast/multicast_chain.h"
#include "traffic/rows/multicast/multicast_irc.h"
#include "traffic/rows/reduce/allreduce_hypercube.h"
#include "traffic/rows/reduce/allreduce_pipelines.h"
#include "traffic/rows/reduce/allreduce_rabenseifner.h"
#include "traffic/rows/reduce/allreduce_swing.h"
#include "traffic/rows/reduce/barrier_dissemination.h"
#include "traffic/rows/reduce/prefix_sums.h"
#include "traffic/rows/reduce/reduction_to_all.h"
#include "traffic/rows/reduce/reduction_to_one.h"
#include "traffic/rows/scatter/scatter_grid.h"
#include "traffic/rows/scatter/scatter_halving.h"
#include "traffic/rows/scatter/scatter_hypercube.h"
#include "traffic/rows/scatter/scatter_line.h"
#include "traffic/rows/scatter/scatter_necklace.h"
#include "traffic/rows/scatter/scatter_torus_balanced.h"
#include "traffic/rows/shift/circular_shift.h"

namespace flitcast {
namespace {

/// The ids of the rows with that number, "gather-line or gather-mesh"; empty when there is none.
std::string ids_of_number(std::string_view number) {
  std::string ids;
  for (const Row& row : catalogue()) {
    if (!number.empty() && row.number == number) {
      ids.append(ids.empty() ? "" : " or ").append(row.id);
    }
  }
  return ids;
}

}  // namespace

const std::vector<Row>& catalogue() {
  static const std::vector<Row> rows = {
      aas_hc_sex(),                // A1
      aas_ring_1port(),            // A2
      aas_ring_allport(),          // A3
      aas_torus_nd_sf(),           // A4
      aas_mesh_nd_wh_ring(),       // A5
      aas_mesh_bex(),              // A9
      aas_mesh_qex(),              // A10
      aas_hc_allport_sf(),         // A12
      aas_hc_dex(),                // A14
      aas_mesh_dex(),              // A15
      aas_ring_dex(),              // A17, A18
      aas_torus2d_dex(),           // A19, A20
      app_transpose(),             // A22
      app_fft2d(),                 // A22
      oas_grid_wh(),               // S1
      oas_ring_sf(),               // S2, S3
      oas_grid_sf(),               // S4
      oas_torus2d_balanced(),      // S5
      oas_hc_necklace(),           // S6 to S8
      oas_hc_sbt(),                // S10
      oas_ring_sf_combining(),     // S11
      oas_line_wh_rd(),            // S12
      gather_hc(),                 // S13
      scatter_line(),              // S13
      scatter_mesh(),              // S13
      gather_line(),               // S13
      gather_mesh(),               // S13
      mc_hc_chain(),               // M1
      mc_mesh_chain(),             // M4
      mc_mesh_irc_leaders(),       // M6
      oab_mesh_irc_corner(),       // M7
      oab_mesh_irc_3round(),       // M8
      oab_mesh_irc_2round(),       // M9
      oab_mesh_nd_irc(),           // M10
      oab_torus2d_irc(),           // M11
      oab_hc_sbt(),                // M13
      oab_line(),                  // M14
      oab_mesh(),                  // M15
      oab_tree(),                  // M16
      aor_hc(),                    // M17
      aor_line(),                  // M17
      aor_mesh(),                  // M17
      aor_tree(),                  // M17
      app_matvec(),                // M18
      oab_mesh_irc_allport(),      // M19
      aab_ring(),                  // G1
      aab_mesh(),                  // G2
      aab_hc(),                    // G3
      aar_ring(),                  // G4
      aar_mesh(),                  // G4
      aar_hc(),                    // G4
      allreduce_hc(),              // G5
      prefix_hc(),                 // G6
      oab_hc_scatter_allgather(),  // G7
      aor_hc_aar_gather(),         // G8
      allreduce_hc_rsag(),         // G9
      cshift_ring(),               // G10
      cshift_mesh(),               // G11
      cshift_hc_gray(),            // G12
      cshift_hc_ecube(),           // G13
      aab_line_hc(),               // G14
      oab_vandegeijn(),            // literature
      prefix_hillis_steele(),      // literature
      prefix_blelloch(),           // literature
      barrier_dissemination(),     // literature
      aas_bruck(),                 // literature
      aab_bruck(),                 // literature
      aas_hc_multiphase(),         // literature
      allreduce_rabenseifner(),    // literature
      allreduce_ring(),            // literature
      allreduce_torus2d_bucket(),  // literature
      allreduce_ring_swing(),      // literature
      oab_chain(),                 // literature
      oab_hc_tree_pipelined(),     // literature
      oab_hc_double_tree(),        // literature
      allreduce_hc_double_tree(),  // literature
      oab_hc_nesbt(),              // literature
      oab_hc_allport_hokao(),      // literature
  };
  return rows;
}

const Row& find_row(std::string_view id) {
  std::vector<std::string> ids;
  for (const Row& row : catalogue()) {
    if (row.id == id) {
      return row;
    }
    ids.emplace_back(row.id);
  }
  if (const std::string numbered = ids_of_number(id); !numbered.empty()) {
    throw ParameterError("traffic.algorithm",
                         std::string(id) + " is a number of the catalogue; give " + numbered);
  }
  throw ParameterError("traffic.algorithm", "there is no algorithm \"" + std::string(id) +
                                                "\"; the nearest is " + nearest(id, ids));
}

}  // namespace flitcast
