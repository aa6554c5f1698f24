#pragma once

#include <vector>

#include "traffic/matrix.h"
#include "traffic/operation.h"

namespace flitcast {

// Matrix transposition as an all-to-all scatter (CATALOGUE A22): node i holds the rows
// i·b … i·b + b − 1 of an n × n matrix, b = n/p. Block (o, f) is the b × b square in the rows of o
// and the columns of f, row-major, an IEEE double per word; the node that receives it transposes
// it.

/// The blocks of a square matrix whose side is a multiple of `nodes`, block (o, f) at
/// (o·nodes + f)·b². Throws std::invalid_argument for other matrices.
std::vector<Word> transpose_blocks(const Matrix& matrix, NodeId nodes);

/// The transposed matrix out of blocks in the same layout: row band f from the blocks (o, f) that
/// node f has received.
Matrix transposed_from_blocks(const std::vector<Word>& words, NodeId nodes, std::size_t side);

}  // namespace flitcast
