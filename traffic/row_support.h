#pragma once

#include <initializer_list>
#include <string_view>

#include "traffic/catalogue.h"

namespace flitcast {

// What rows of the catalogue are made with. Every check throws ParameterError with the key to
// blame, what is wrong and the nearest value that would be right.

/// μ >= 1.
void check_message_flits(const RowRequest& request);
/// No more nodes than an all-to-all scatter, with a block per pair of nodes, is verified for.
void check_all_to_all_size(const RowRequest& request);
/// A variant of the row, or none.
void check_variant(const RowRequest& request, std::initializer_list<std::string_view> variants);
/// The root is a processor.
void check_root(const RowRequest& request);
/// A hypercube of dimension 1 or more.
void check_hypercube(const RowRequest& request);
/// A ring, or a torus of one dimension, of `smallest` nodes or more.
void check_ring(const RowRequest& request, NodeId smallest = 3);
/// A torus or ring with 3 nodes or more on every side.
void check_torus(const RowRequest& request);
/// A mesh or line of 2 nodes or more.
void check_mesh(const RowRequest& request);
/// A mesh of two dimensions and 2 nodes or more.
void check_mesh_2d(const RowRequest& request);
/// A tree of depth 1 or more.
void check_tree(const RowRequest& request);

/// A schedule for the whole network with everything but its rounds: one-part blocks of μ flits, and
/// the root of the request for an operation that has one.
Schedule empty_schedule(const RowRequest& request, std::string_view algorithm, OperationKind kind);

}  // namespace flitcast
