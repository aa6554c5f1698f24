#pragma once

#include <vector>

#include "tb/explore/choose/question.h"

namespace flitcast {

/// Makes the situations of a question, all else of which is there: every network with every
/// combination of the other lists, the last of which varies fastest. Networks come from the lists
/// of topology keys and asked.nodes; those that do not fit are left out, with a note. Throws
/// ConfigError where there is none, or there are too many situations.
void lay_out_situations(const Asked& asked, std::vector<KeyList> lists, Question& question);

}  // namespace flitcast
