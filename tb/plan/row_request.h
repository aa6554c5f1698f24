#pragma once

#include "tb/config/config.h"
#include "traffic/row/row.h"

namespace flitcast {

/// What a configuration that resolve() has made, and that plays a schedule, asks its row for.
/// Refers to the topology and the routing of `config`, which must outlive it.
RowRequest request_of(const Config& config);

/// Throws ConfigError, naming the key to blame, where the row cannot do that.
void check_row_fits(const Config& config);

}  // namespace flitcast
