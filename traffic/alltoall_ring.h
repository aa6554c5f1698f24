#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

/// All-to-all scatter by pipelines on rings.

Row aas_ring_1port();    ///< A2, one pipeline around the ring
Row aas_ring_allport();  ///< A3, two counter-rotating pipelines

}  // namespace flitcast
