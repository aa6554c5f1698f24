#include "tb/config/normalized_word.h"

#include <algorithm>
#include <cctype>

#include "tb/config/config_value.h"

namespace flitcast {

std::string normalized_word(std::string_view text) {
  std::string word(trim(text));
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) {
    return c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(c));
  });
  return word;
}

}  // namespace flitcast
