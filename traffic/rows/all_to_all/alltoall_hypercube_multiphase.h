#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// All-to-all scatter in phases between standard and direct exchange.
Row aas_hc_multiphase();

}  // namespace flitcast
