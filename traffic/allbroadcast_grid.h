#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

Row aab_ring();
Row aab_mesh();

}  // namespace flitcast
