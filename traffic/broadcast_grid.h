#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

Row oab_line();
Row oab_mesh();

}  // namespace flitcast
