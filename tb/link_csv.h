#pragma once

#include <string>
#include <vector>

#include "tb/result.h"

namespace flitcast {

/// One line per channel: from,to,kind,flits,busy_cycles,contention,credit,port,serialisation. The
/// kind is `link`, or `receive` for the channel into a node's memory.
std::string link_csv(const std::vector<ChannelResult>& channels);

}  // namespace flitcast
