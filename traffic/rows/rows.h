#pragma once

#include "traffic/row/row.h"

namespace flitcast {

// For rows that build on others, and for the catalogue: `Row oab_hc_sbt();` and so on.
#define FLITCAST_ROW(function) Row function();
#include "traffic/rows/rows.inc"
#undef FLITCAST_ROW

}  // namespace flitcast
