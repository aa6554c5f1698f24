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

/// One run that a text asks for: all of it but its cases, and what one case, [case NAME], adds or
/// has instead.
struct RegressCase {
  std::string name;  ///< empty where the text has no cases
  ExpectSection expect;
  std::vector<std::string> options;  ///< its keys, "--topology.dims=8x8"
};

/// The cases of a text in their order, one without a name where it has none.
std::vector<RegressCase> find_cases(std::string_view text);

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
