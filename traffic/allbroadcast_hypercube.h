#pragma once

#include "traffic/row.h"

namespace flitcast {

Row aab_hc();

}  // namespace flitcast
