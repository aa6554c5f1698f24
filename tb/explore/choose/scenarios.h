#pragma once

#include <vector>

#include "tb/explore/choose/choose_request.h"

namespace flitcast::explore {

/// Makes the scenarios of a request, all else of which is there: every network with every
/// combination of the other lists, the last of which varies fastest. Networks come from the lists
/// of topology keys and asked.nodes; those that do not fit are left out, with a note. Throws
/// ConfigError where there is none, or there are too many scenarios.
void lay_out_scenarios(const ChooseOptions& asked, std::vector<KeyList> lists,
                       ChooseRequest& request);

}  // namespace flitcast::explore
