#pragma once

#include "hw/topology/link_times.h"
#include "tb/config/config.h"

namespace flitcast {

// What the theory cannot promise on links and buffers as they are is said in notes.

/// Links that differ, and those that a round may find busy.
void note_links(const Topology& topology, Config& config);

/// Buffers that are too small for the theory. `packet`: flits of the largest packet that waits
/// until all of it has room, 0 where none does.
void note_shallow_buffer(const LinkTimes& links, Cycle packet, Config& config);

}  // namespace flitcast
