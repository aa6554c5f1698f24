#pragma once

#include <nlohmann/json.hpp>

#include "tb/report/page/page.h"
#include "tb/report/run/run_page.h"

namespace flitcast {

/// The part of a page that tells how a run ended; why, where it did not finish: the circle of
/// messages, and every worm, drawn and as a table.
void add_end_section(Page& page, const RunStory& story);

/// True where worms stand in the network.
bool has_worms(const nlohmann::ordered_json& result);

/// Columns `node`, `start`, `end` (cycles), `message`, `src`, `dst`, `part` ("header", "tail" or
/// "between"): a row for every worm and node that it has a channel of, over the time in which
/// nothing moved; of no rows where no worm got stuck.
nlohmann::ordered_json stuck_places(const nlohmann::ordered_json& result);

}  // namespace flitcast
