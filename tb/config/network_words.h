#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/network_config.h"

namespace flitcast {

// What the families of networks say of themselves, as keys and messages need it.

/// The words of topology.kind, in the order of TopologyKind.
const std::vector<std::string_view>& topology_words();
/// What topology.dims is: "dimension of a hypercube (0 … 16), …".
const std::string& dims_help();
/// What to give for topology.dims: "the dimension of a hypercube or the depth of a tree, like 6, or
/// the sides of a grid, like 8x8".
const std::string& dims_wanted();

/// The words of router.switching, in the order of Switching.
const std::vector<std::string_view>& switching_words();

/// One of these, as parse_word takes them, or what people write for it: WH, VCT, SF. Throws
/// ValueError (config_value.h).
Switching parse_switching(std::string_view text);

}  // namespace flitcast
