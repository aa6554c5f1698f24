#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/explore/regress/expect_section.h"

namespace flitcast {

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

}  // namespace flitcast
