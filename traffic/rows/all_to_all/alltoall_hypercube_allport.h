#pragma once

#include <cstdint>

#include "hw/types.h"

namespace flitcast {

/// The scheduling table of aas-hc-allport-sf for Q_n: the relative address that round
/// 0 … 2^(n−1) − 1 assigns to dimension j.
NodeId allport_table_entry(int n, std::uint64_t round, int j);

}  // namespace flitcast
