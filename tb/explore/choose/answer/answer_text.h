#pragma once

#include <cstddef>
#include <string>

#include "tb/explore/choose/answer/decision_map.h"

namespace flitcast::explore {

/// Decision tables as text, one for each scenario, whose title says what it came to: of every
/// region its winner, its cycles and how they compare with the lower bound, and which other is
/// closest at one of its ends. Lines are no wider than `width`, if that is not 0.
std::string answer_text(const DecisionMap& answer, std::size_t width);

/// One row per region. Columns: the keys of scenarios, then what answer_json has of a region.
std::string answer_csv(const DecisionMap& answer);

/// Schema flitcast.choose/1.
std::string answer_json(const DecisionMap& answer);

}  // namespace flitcast::explore
