#pragma once

#include <string_view>
#include <vector>

#include "hw/network_config.h"

namespace flitcast {

/// The words of router.switching, in the order of Switching.
const std::vector<std::string_view>& switching_words();

/// One of these, as parse_word takes them, or what people write for it: WH, VCT, SF. Throws
/// ValueError (config_value.h).
Switching parse_switching(std::string_view text);

}  // namespace flitcast
