#pragma once

#include <optional>

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "tb/measures/prediction.h"

namespace flitcast {

/// What theory says of a run by its configuration alone, without the rounds of its schedule: of one
/// whose algorithm has a closed form that holds there; critical_path_cycles is not known and 0.
/// Nothing where the rounds have to be looked at: where no closed form holds, or there are fewer
/// ports than the algorithm is written for. Nothing for random traffic, nor where a row is at
/// fault: a run of it says so. `config` is what resolve() has made of `raw`; the message_flits of
/// an application, which follow from its data, are entered. Throws ConfigError where it cannot be
/// run, as far as that is known without the schedule.
std::optional<Prediction> foresee(const RawConfig& raw, Config& config);

}  // namespace flitcast
