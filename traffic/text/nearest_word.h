#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

/// The candidate with the smallest edit distance to `word`; empty when there is no candidate.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// The same where it is close enough to be what was meant: at most one of so many letters of
/// `word` differs. Empty otherwise.
std::string close_word(std::string_view word, const std::vector<std::string>& candidates,
                       std::size_t letters = 2);

}  // namespace flitcast
