#pragma once

#include <string_view>
#include <vector>

#include "traffic/row/row.h"

namespace flitcast {

/// A row that plays another one backwards, see dual(): like `forward` but for operation, schedule
/// and closed form, which follow from it. Id, number and words are left to say, and the closed form
/// where not all that arrives in a reduction is added up. Variant i of the dual is variant i of
/// `forward` backwards; without names there is one form, that of the first.
Row dual_of(Row forward, std::vector<std::string_view> variants = {});

}  // namespace flitcast
