#pragma once

#include <string>

#include "tb/report/page/page.h"
#include "tb/report/run/run_page.h"

namespace flitcast {

/// One of two runs.
struct PairedRun {
  std::string name;  ///< of its file
  const RunStory& story;
};

/// Two runs side by side: what differs in configuration and measures, use of the links with the
/// difference where both have the same network, the same time of both, latencies and waits. Throws
/// nlohmann::json::exception where a result lacks what every result has.
Page pair_page(const PairedRun& a, const PairedRun& b);

}  // namespace flitcast
