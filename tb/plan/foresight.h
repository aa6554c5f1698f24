#pragma once

#include <optional>

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "tb/plan/prediction.h"

namespace flitcast {

/// What theory says of a run by its configuration alone, without the rounds of its schedule.
struct Foresight {
  /// As resolve() makes it; the message_flits of an application follow from its data.
  Config config;
  /// Of a run whose algorithm has a closed form that holds there; critical_path_cycles is not known
  /// and 0. Nothing where the rounds of the schedule have to be looked at: where no closed form
  /// holds, or there are fewer ports than the algorithm is written for. Nothing for random traffic.
  std::optional<Prediction> prediction;
};

/// Throws ConfigError where the configuration cannot be run, as far as that is known without the
/// schedule. `resolved` is what resolve() has made of `raw`. Where a row is at fault, it has no
/// prediction: a run of it says so.
Foresight foresee(const RawConfig& raw, Config resolved);

}  // namespace flitcast
