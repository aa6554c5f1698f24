#pragma once

#include <nlohmann/json.hpp>

#include "tb/report/page/page.h"
#include "tb/report/run/run_page.h"

namespace flitcast {

// Parts of a page of one run, or of a page that has several.

/// How many messages took how many cycles; nothing where none arrived.
void add_latencies(Page& page, const RunStory& story);

/// Cycles waited, by cause and by round. The page has the rounds as its data `rounds` from then on.
void add_waits(Page& page, const nlohmann::ordered_json& result);

}  // namespace flitcast
