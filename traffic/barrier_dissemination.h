#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

/// Barrier by dissemination, on any number of nodes.
Row barrier_dissemination();

}  // namespace flitcast
