#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

Row oab_vandegeijn();

}  // namespace flitcast
