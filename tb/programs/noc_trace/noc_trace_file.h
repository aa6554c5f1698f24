#pragma once

#include <string>
#include <vector>

#include "tb/programs/noc_trace/noc_event.h"

namespace flitcast {

/// The events of a file, zones included, in its order. Throws FileError with the number of the
/// event, from 1, that is broken or not known.
std::vector<NocEvent> read_noc_events(const std::string& file);

}  // namespace flitcast
