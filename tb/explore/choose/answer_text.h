#pragma once

#include <string>

#include "tb/explore/choose/answer.h"

namespace flitcast {

/// Decision tables for people, one for each situation: of every region its ends, winner, runner-up
/// and by how much that is slower, lower bound.
std::string answer_text(const Answer& answer);

/// What the fastest takes on every network of the same hardware, at some of the sizes; empty for
/// one network.
std::string side_by_side_text(const Answer& answer);

/// One row per region. Columns: the keys of situations, then what answer_json has of a region.
std::string answer_csv(const Answer& answer);

/// Schema flitcast.choose/1.
std::string answer_json(const Answer& answer);

}  // namespace flitcast
