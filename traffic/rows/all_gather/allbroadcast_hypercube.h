#pragma once

#include "traffic/row/row.h"

namespace flitcast {

Row aab_hc();

}  // namespace flitcast
