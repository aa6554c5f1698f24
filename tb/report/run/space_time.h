#pragma once

#include "tb/report/page/page.h"
#include "tb/report/run/run_page.h"

namespace flitcast {

/// The part of a page that shows when every node was sending, with the worms that got stuck, on an
/// axis of `span` cycles.
void add_space_time(Page& page, const RunStory& story, Cycle span);

}  // namespace flitcast
