#pragma once

#include "tb/deviation/router_log.h"
#include "tb/measures/model_differences.h"

namespace flitcast {

/// A percentile is the smallest difference that so many of them do not exceed.
MessageDifferences message_differences(const RouterLog& model, const RouterLog& router);

}  // namespace flitcast
