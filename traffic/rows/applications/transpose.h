#pragma once

#include <memory>
#include <vector>

#include "traffic/row/application.h"

namespace flitcast {

// Matrix transposition as an all-to-all scatter (rows app-transpose and app-fft2d): node i holds
// the rows i·b … i·b + b − 1 of an n × n matrix, b = n/p. Block (o, f) is the b × b square in the
// rows of o and the columns of f, row-major, an element in one word or in several; the node that
// receives it transposes it.

/// The blocks of a square matrix of elements of `width` numbers each, which stand side by side.
/// Its side is a multiple of `nodes`; block (o, f) is at (o·nodes + f)·b²·width. Throws
/// std::invalid_argument for other matrices.
std::vector<Word> transpose_blocks(const Matrix& matrix, NodeId nodes, std::size_t width = 1);

/// The transposed matrix, `side` elements square, out of blocks in the same layout: row band f from
/// the blocks (o, f) that node f has received.
Matrix transposed_from_blocks(const std::vector<Word>& words, NodeId nodes, std::size_t side,
                              std::size_t width = 1);

/// Throws ParameterError unless the nodes can share the rows of traffic.data evenly.
void check_shared_rows(const ApplicationInput& input);

/// Transposes traffic.data. Throws ParameterError for a matrix that is not square or that the nodes
/// cannot share evenly.
std::unique_ptr<Application> transpose_application(const ApplicationInput& input);

}  // namespace flitcast
