#pragma once

#include <cstdint>
#include <string>

#include "traffic/row/row.h"

namespace flitcast {

// What all-reduces share that cut the vector into parts, to sum each of them at a node of its own
// (a reduce-scatter) and send the sums to everybody (an all-gather).

/// μ makes `parts` equal parts, and there are no more nodes than such sums are verified for. Throws
/// ParameterError.
void check_vector_parts(const RowRequest& request, std::uint64_t parts);

/// The part of the vector with that number.
inline Block vector_part(std::uint32_t part) {
  return make_block(0, Block::kEveryone, part);
}

}  // namespace flitcast
