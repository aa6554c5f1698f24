#pragma once

#include <string_view>
#include <vector>

namespace flitcast::cli {

/// The files of configs/schema, which the build takes in, those of results first.
const std::vector<std::string_view>& schema_texts();

}  // namespace flitcast::cli
