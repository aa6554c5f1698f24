#pragma once

#include <vector>

#include "tb/report/links/network.h"
#include "tb/report/logs/run_logs.h"
#include "tb/report/page/page.h"

namespace flitcast {

/// The part of a page that shows how much every channel was in use during `cycles`.
void add_link_section(Page& page, const Network& network,
                      const std::vector<LoggedChannel>& channels, Cycle cycles);

}  // namespace flitcast
