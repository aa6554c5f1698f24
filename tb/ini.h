#pragma once

#include <string>
#include <vector>

namespace flitcast {

/// One `key = value` of an INI file.
struct IniEntry {
  std::string key;  ///< with its section: "router.delay"
  std::string value;
  int line;
};

/// Reads INI text: sections in brackets, `key = value` lines, comments behind # anywhere and behind
/// ; at the start of a line or after a blank. A byte order mark and CRLF line ends are accepted.
/// Throws ConfigError with file and line for a line of another form, for a key that
/// does not exist (naming the nearest) and for a key that is given twice.
std::vector<IniEntry> read_ini(const std::string& text, const std::string& file);

}  // namespace flitcast
