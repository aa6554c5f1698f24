#pragma once

#include "tb/plan/plan.h"
#include "tb/show/schedule_view.h"

namespace flitcast {

/// What `flitcast show --format=links` prints: a line for every round with its messages, how many
/// of the network's directed links they take, and the most messages on one of them.
void write_link_load(const Draft& draft, const TextSink& sink);

}  // namespace flitcast
