#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

/// One `key = value` of an INI file.
struct IniEntry {
  std::string key;  ///< with its section: "router.delay"
  std::string value;
  int line;
};

/// Reads INI text: sections in brackets, `key = value` lines, comments after # anywhere and after
/// ; at the start of a line or after a blank. A byte order mark and CRLF line ends are accepted.
/// A configuration ends where the first case of flitcast regress begins, see begins_case().
/// Throws ConfigError with file and line for a line of another form, for a key that
/// does not exist (naming the nearest) and for a key that is given twice.
std::vector<IniEntry> read_ini(const std::string& text, const std::string& file);

/// One line of INI text, taken apart; views into it.
struct IniLine {
  enum class Kind { kEmpty, kSection, kEntry, kOther };

  Kind kind = Kind::kEmpty;
  std::string_view whole;  ///< with the comment, without the line end
  std::string_view text;   ///< without comment and blanks around
  std::string_view name;   ///< of a section or a key
  std::string_view value;  ///< of an entry
};

/// Whether the line is the section of a case, [case NAME].
bool begins_case(const IniLine& line);

/// Calls `act` with every line of INI text in turn, whatever it holds.
void for_each_ini_line(std::string_view text, const std::function<void(const IniLine& line)>& act);

}  // namespace flitcast
