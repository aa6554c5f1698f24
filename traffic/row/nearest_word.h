#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

/// The candidate with the smallest edit distance to `word`; empty when there is no candidate.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace flitcast
