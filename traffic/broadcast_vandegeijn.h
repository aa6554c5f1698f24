#pragma once

#include "traffic/row.h"

namespace flitcast {

Row oab_vandegeijn();

}  // namespace flitcast
