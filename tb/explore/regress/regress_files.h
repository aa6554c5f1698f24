#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast::explore {

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

/// A configuration file, or a case of it, that says what it expects of its run.
struct RegressFile {
  std::string path;
  std::shared_ptr<std::string> text;  ///< of the file; shared with its other cases
  RegressCase run;

  /// "path", or "path [case]".
  std::string name() const { return path + (run.name.empty() ? "" : " [" + run.name + "]"); }
};

struct RegressFiles {
  std::vector<RegressFile> files;  ///< sorted by path, each once, by its first name; case by case
  std::size_t without_expect = 0;  ///< files of the folders that expect nothing
  std::size_t without_match = 0;   ///< what the filter left out
};

/// The files among `paths` and all *.ini in the folders among them, at any depth, whose path, or
/// the end of it after a slash, matches the glob. Throws ConfigError for what cannot be read or
/// is neither file nor folder, for a file given by its name that expects nothing, and when nothing
/// is left.
RegressFiles find_regress_files(const std::vector<std::string>& paths,
                                const std::optional<std::string>& filter);

}  // namespace flitcast::explore
