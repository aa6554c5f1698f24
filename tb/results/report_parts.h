#pragma once

#include <string>
#include <string_view>

#include "tb/config/config.h"
#include "tb/measures/lockstep_result.h"
#include "tb/measures/result.h"
#include "tb/text/text_columns.h"

namespace flitcast {

// What reports of any workload have.

/// The key that has ended a run under load; empty for none.
std::string_view limiting_key(LoadLimit limit);
/// The first lines: the title, and on which hardware it is played.
std::string heading(const std::string& title, const Config& config);
void add_model(const Config& config, Facts& facts);
/// "1.234 µs".
std::string real_time(double cycles, double period_ns);
/// "17 cycles for contention, 3 for credit", "none".
std::string waits_text(const Waits& waits);
/// Those of all links, and where some are not known.
std::string waits_text(const RunMeasures& measures);
/// Where links have faults.
void add_faults(const RunMeasures& measures, Facts& facts);
/// Where routers were compared with SystemVerilog.
void add_rtl(const RunMeasures& measures, Facts& facts);
void add_host(const RunMeasures& measures, Facts& facts);
/// The last lines: keys without effect, and notes.
std::string notes_text(const Config& config);

// What is on a pin, in words: "nothing", "a credit", "word 3 of message 7".
std::string expected_words(const PinMismatch& pin);
std::string got_words(const PinMismatch& pin);
/// Empty where it is not known.
std::string rule_words(const BrokenRule& broken);

/// Lines of text: equal, or the first mismatch, of a flit, too, where a credit comes first, and the
/// rule that it breaks.
std::string lockstep_report(const LockstepResult& result);

}  // namespace flitcast
