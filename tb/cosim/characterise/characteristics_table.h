#pragma once

#include <string>

#include "tb/cosim/characterise/router_characteristics.h"

namespace flitcast::cosim {

/// A table of what was measured, and what the contract has.
std::string characteristics_table(const RouterCharacteristics& measured,
                                  const NetworkConfig& config);

}  // namespace flitcast::cosim
