#pragma once

#include <string>

#include "tb/measures/model_differences.h"

namespace flitcast {

/// Lines of text: equal, or the first deviation, of a flit, too, where a credit comes first, the
/// rule that it breaks, and how much longer messages take.
std::string deviation_report(const ModelDifferences& differences);

}  // namespace flitcast
