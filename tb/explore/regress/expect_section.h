#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

/// One `key = value` of the section [expect], as it stands in a text.
struct ExpectEntry {
  std::string path;    ///< of the measure: "latency.p95"
  std::string value;   ///< without blanks around
  std::size_t offset;  ///< where the value begins in the text
};

/// What an INI text expects of its run, read without a look at the rest of it, which may be wrong.
struct ExpectSection {
  bool present = false;  ///< there is such a section, or a key of it
  std::vector<ExpectEntry> entries;

  /// The entry of that path, or null.
  const ExpectEntry* find(std::string_view path) const;
};

ExpectSection find_expectations(std::string_view text);

/// A value of the section to be replaced.
struct ExpectChange {
  std::string path;
  std::string from;
  std::string to;
};

/// The text with values of the section replaced; every other byte stays.
std::string with_changes(std::string text, const ExpectSection& section,
                         const std::vector<ExpectChange>& changes);

}  // namespace flitcast
