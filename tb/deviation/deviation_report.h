#pragma once

#include <string>

#include "tb/deviation/router_log.h"

namespace flitcast {

/// How a run with routers that somebody brought differs from one of the model: equal, or the first
/// deviation, of a flit, too, where a credit comes first, the rule that it breaks, and how much
/// longer messages take. Lines of text.
std::string deviation_report(const RouterLog& model, const RouterLog& router);

}  // namespace flitcast
