#pragma once

#include <functional>
#include <string_view>

namespace flitcast {

/// One line of INI text, taken apart; views into it. There are sections in brackets, `key = value`
/// lines, comments after # anywhere and after ; at the start of a line or after a blank.
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

/// Calls `act` with every line of INI text in turn, whatever it holds. A byte order mark and CRLF
/// line ends are accepted.
void for_each_ini_line(std::string_view text, const std::function<void(const IniLine& line)>& act);

}  // namespace flitcast
