#pragma once

#include <string>

#include "tb/measures/lockstep_result.h"

namespace flitcast {

// What is on a pin, in words: "nothing", "a credit", "word 3 of message 7".
std::string expected_words(const PinMismatch& pin);
std::string got_words(const PinMismatch& pin);
/// Empty where it is not known.
std::string rule_words(const BrokenRule& broken);

/// Lines of text: equal, or the first mismatch, of a flit, too, where a credit comes first, and the
/// rule that it breaks.
std::string lockstep_report(const LockstepResult& result);

}  // namespace flitcast
