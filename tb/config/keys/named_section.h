#pragma once

#include <optional>
#include <string_view>

namespace flitcast {

/// A key of one of several sections of a kind: "traffic.a.rate" of [traffic.a] is "a" and "rate".
struct NamedSectionKey {
  std::string_view name;
  std::string_view key;
};

/// The parts of `full_name`, where it begins with `kind`, like "traffic."; nothing for other names.
std::optional<NamedSectionKey> key_of_named_section(std::string_view kind,
                                                    std::string_view full_name);

/// A section may be called so: letters, digits, - and _.
bool names_section(std::string_view name);

}  // namespace flitcast
