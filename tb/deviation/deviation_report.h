#pragma once

#include <string>

#include "tb/deviation/router_log.h"
#include "tb/measures/model_differences.h"

namespace flitcast {

/// Of the logs of a run of the model and of one with routers that somebody brought.
ModelDifferences model_differences(const RouterLog& model, const RouterLog& router);

/// Lines of text: equal, or the first deviation, of a flit, too, where a credit comes first, the
/// rule that it breaks, and how much longer messages take.
std::string deviation_report(const ModelDifferences& differences);

}  // namespace flitcast
