#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// Barrier by dissemination, on any number of nodes.
Row barrier_dissemination();

}  // namespace flitcast
