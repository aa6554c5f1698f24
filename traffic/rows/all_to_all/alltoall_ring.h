#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// A3, all-to-all scatter by two counter-rotating pipelines on all-port rings.
Row aas_ring_allport();

}  // namespace flitcast
