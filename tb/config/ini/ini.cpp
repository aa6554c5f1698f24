#include "tb/config/ini/ini.h"

#include "tb/config/config_value.h"

namespace flitcast {
namespace {

std::string_view without_comment(std::string_view line) {
  line = line.substr(0, line.find('#'));
  for (std::size_t at = line.find(';'); at != std::string_view::npos; at = line.find(';', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') {
      return line.substr(0, at);
    }
  }
  return line;
}

IniLine ini_line(std::string_view line) {
  IniLine parts;
  parts.whole = line;
  parts.text = trim(without_comment(line));
  if (parts.text.empty()) {
    return parts;
  }
  parts.kind = IniLine::Kind::kOther;
  if (parts.text.front() == '[') {
    parts.name = parts.text.substr(1, parts.text.size() - 2);
    if (parts.text.back() == ']' && !parts.name.empty() && trim(parts.name) == parts.name) {
      parts.kind = IniLine::Kind::kSection;
    }
    return parts;
  }
  const std::size_t equals = parts.text.find('=');
  parts.name = trim(parts.text.substr(0, equals));
  if (equals != std::string_view::npos && !parts.name.empty()) {
    parts.kind = IniLine::Kind::kEntry;
    parts.value = trim(parts.text.substr(equals + 1));
  }
  return parts;
}

}  // namespace

bool begins_case(const IniLine& line) {
  return line.kind == IniLine::Kind::kSection && line.name.rfind("case ", 0) == 0;
}

void for_each_ini_line(std::string_view text, const std::function<void(const IniLine&)>& act) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    text.remove_prefix(kByteOrderMark.size());
  }
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') {
      line.remove_suffix(1);
    }
    act(ini_line(line));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace flitcast
