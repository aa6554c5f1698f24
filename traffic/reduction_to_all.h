#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

Row aar_ring();
Row aar_mesh();
Row aar_hc();

}  // namespace flitcast
