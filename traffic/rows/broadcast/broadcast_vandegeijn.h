#pragma once

#include "traffic/row/row.h"

namespace flitcast {

Row oab_vandegeijn();

}  // namespace flitcast
