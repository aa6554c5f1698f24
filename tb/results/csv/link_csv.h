#pragma once

#include <string>
#include <vector>

#include "tb/measures/result.h"

namespace flitcast {

/// The first line of the CSV file: from,to,kind,flits,busy_cycles and the causes of waiting.
std::string link_columns();

/// That, and one line per channel. The kind is `link`, or `receive` for the channel into a node's
/// memory.
std::string link_csv(const std::vector<ChannelResult>& channels);

}  // namespace flitcast
