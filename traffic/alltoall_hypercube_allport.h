#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

/// A12, all-to-all scatter on all-port store-and-forward hypercubes, optimal without combining.
Row aas_hc_allport_sf();

}  // namespace flitcast
