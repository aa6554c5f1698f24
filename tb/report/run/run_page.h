#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/report/links/network.h"
#include "tb/report/logs/run_logs.h"
#include "tb/report/page/page.h"
#include "tb/report/run/timeline.h"

namespace flitcast {

/// What a page of one run shows.
struct RunStory {
  const nlohmann::ordered_json& result;  ///< of flitcast run
  const Network& network;                ///< of its configuration
  const std::vector<LoggedChannel>& channels;
  const Timeline& timeline;
};

/// Head, links, space-time diagram, latencies, waits, rounds. Throws nlohmann::json::exception
/// where the result lacks what every result has.
Page run_page(const RunStory& story);

}  // namespace flitcast
