#pragma once

#include <cstdint>
#include <string>

#include "traffic/catalogue.h"

namespace flitcast {

// What all-reduces share that cut the vector into parts, to sum each of them at a node of its own
// (a reduce-scatter) and send the sums to everybody (an all-gather).

/// μ makes `parts` equal parts, and there are no more nodes than such sums are verified for. Throws
/// ParameterError.
void check_vector_parts(const RowRequest& request, std::uint64_t parts);

/// An all-reduce of the whole network in `parts` parts, without its rounds.
Schedule all_reduce_in_parts(const RowRequest& request, std::string_view algorithm,
                             std::uint32_t parts);

/// The part of the vector with that number.
inline Block vector_part(std::uint32_t part) {
  return make_block(0, Block::kEveryone, part);
}

/// The earliest end of an all-reduce on nodes of one port with messages to one destination: the
/// larger of
///   t_s + t_d + ⌈2(p−1)·μ/p⌉·t_m
///   t_s + t_d + μ·t_m + (⌈log2 p⌉ − 1)·(t_s − 1 + t_m)
/// The first one follows Patarasuk and Yuan, J. Parallel Distrib. Comput. 69(2), 2009: take one
/// word of the vector, and the messages with something of it in the order of their arrival. Until
/// the first node has its sum there are p − 1 or more, since something of every other node has got
/// there; and nobody else has it by then, so that p − 1 more follow, one to each of the others. One
/// of the nodes therefore sends 2(p−1)·μ/p words or more. The second one is doubling_bound.
Cycle all_reduce_bound(const RowRequest& request, const TimingModel& model);

}  // namespace flitcast
