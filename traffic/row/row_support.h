#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "traffic/operations/operations.h"
#include "traffic/row/row.h"

namespace flitcast {

// What rows of the catalogue are made with. Every check throws ParameterError with the key to
// blame, what is wrong and the nearest value that would be right.

/// μ >= 1.
void check_message_flits(const RowRequest& request);
/// One of the variants, or none.
void check_variant(const RowRequest& request, const std::vector<std::string_view>& variants);
/// The root is a processor.
void check_root(const RowRequest& request);
/// The parameters that the row takes are in range. Nothing is said of shifts on a single node,
/// which no row that shifts accepts.
void check_parameters(const Row& row, const RowRequest& request);
/// No more nodes than the data of the operation is verified for.
void check_size(const OperationKind& kind, const RowRequest& request);
/// The symbols of the operation, who holds which block and of which operands, fit into memory.
void check_data_size(const Row& row, const Operation& operation);
/// μ is a multiple of `parts`, into which the row cuts every block; `why` begins the message:
/// "the scatter sends 8 equal parts".
void check_divides(const RowRequest& request, std::uint64_t parts, const std::string& why);
/// A mesh or torus of whatever sides; a line or ring, which never has two of them, is none.
bool is_mesh(const Topology& topology);
bool is_torus(const Topology& topology);
/// Throws for a network of the wrong kind; `wanted` is what would be right: "line or ring".
[[noreturn]] void refuse_kind(const RowRequest& request, const std::string& wanted);
/// A hypercube of dimension 1 or more.
void check_hypercube(const RowRequest& request);
/// A ring, or a torus of one dimension, of 3 nodes or more, or of `smallest`.
void check_ring(const RowRequest& request);
void check_ring_from(NodeId smallest, const RowRequest& request);
/// A torus or ring with 3 nodes or more on every side.
void check_torus(const RowRequest& request);
/// A torus of two dimensions.
void check_torus_2d(const RowRequest& request);
/// A mesh or line of 2 nodes or more.
void check_mesh(const RowRequest& request);
/// A mesh, torus, line or ring of 2 nodes or more.
void check_grid(const RowRequest& request);
/// A line or ring, or a mesh or torus of one dimension, of 2 nodes or more.
void check_line_or_ring(const RowRequest& request);
/// A mesh of two dimensions and 2 nodes or more.
void check_mesh_2d(const RowRequest& request);
/// The same with 2 nodes or more on both sides.
void check_mesh_with_ring(const RowRequest& request);
/// All sides are powers of two.
void check_powers_of_two(const RowRequest& request);
/// A line or ring as above whose number of nodes is a power of two.
void check_power_of_two_line(const RowRequest& request);
/// A mesh as above whose sides are powers of two. Its nodes are labelled like those of a hypercube:
/// the bits of x are the lower ones of a node id, those of y the upper ones.
void check_power_of_two_mesh(const RowRequest& request);
/// A direct network, that is one in which all nodes are processors, of 2 nodes or more: a
/// hypercube, mesh, torus, ring or line.
void check_direct_network(const RowRequest& request);
/// A network of 2 processors or more, whatever it is: messages follow base routes.
void check_any_network(const RowRequest& request);
/// A tree of depth 1 or more.
void check_tree(const RowRequest& request);

/// Cuts the blocks of a schedule, so far whole, into `parts` equal parts; see check_divides.
void cut_blocks(std::uint32_t parts, Schedule& schedule);

}  // namespace flitcast
