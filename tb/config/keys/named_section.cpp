#include "tb/config/keys/named_section.h"

#include <algorithm>
#include <cctype>

namespace flitcast {

std::optional<NamedSectionKey> key_of_named_section(std::string_view kind,
                                                    std::string_view full_name) {
  const std::size_t dot = full_name.find('.', kind.size());
  if (full_name.substr(0, kind.size()) != kind || dot == std::string_view::npos) {
    return std::nullopt;
  }
  return NamedSectionKey{full_name.substr(kind.size(), dot - kind.size()),
                         full_name.substr(dot + 1)};
}

bool names_section(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
}

}  // namespace flitcast
