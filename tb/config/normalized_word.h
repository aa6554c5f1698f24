#pragma once

#include <string>
#include <string_view>

namespace flitcast {

/// As words and keys are compared that people may write in other ways: trimmed, in small letters,
/// with underscores for blanks and hyphens.
std::string normalized_word(std::string_view text);

}  // namespace flitcast
