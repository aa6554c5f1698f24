#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// A12, all-to-all scatter on all-port store-and-forward hypercubes, optimal without combining.
Row aas_hc_allport_sf();

/// Its scheduling table for Q_n: the relative address that round 0 … 2^(n−1) − 1 assigns to
/// dimension j.
NodeId allport_table_entry(int n, std::uint64_t round, int j);

}  // namespace flitcast
