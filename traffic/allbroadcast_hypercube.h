#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

Row aab_hc();

}  // namespace flitcast
