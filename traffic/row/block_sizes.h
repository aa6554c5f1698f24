#pragma once

#include <cstdint>
#include <vector>

#include "traffic/row/row.h"

namespace flitcast {

/// Flits of the blocks of an operation, as MPI_Allgatherv and its like have them: one number for
/// every node, of the block that it sends or receives; for an all-to-all scatter one for every
/// pair, those of node 0 as a sender first. Some may be 0.
using BlockSizes = std::vector<std::uint32_t>;

/// The row with blocks of these sizes, played with messages of the largest, μ. All blocks are made
/// of pieces as large as their greatest common divisor, and messages take the pieces that there
/// are; those without any are not sent. There is no closed form. What nodes rearrange counts as if
/// all blocks were of the largest size.
///
/// Throws ParameterError (traffic.block_sizes) where the operation has a single block, where there
/// are not as many sizes, or all are 0 or have too many pieces. The row refuses requests for which
/// it cuts blocks itself.
Row with_block_sizes(const Row& row, const BlockSizes& sizes, NodeId nodes);

}  // namespace flitcast
