#include "tb/config/ini/ini.h"

#include <map>
#include <string_view>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/key_suggestions.h"
#include "tb/config/keys/sweep_keys.h"

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

/// Keys and values, line by line, with what is wrong with a line.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  void line(const IniLine& line) {
    ++number_;
    ended_ = ended_ || begins_case(line);
    if (ended_) {
      return;
    }
    if (line.whole.find('\0') != std::string_view::npos) {
      throw error("the line has a NUL byte; this is not a text file");
    }
    switch (line.kind) {
      case IniLine::Kind::kEmpty:
        return;
      case IniLine::Kind::kSection:
        section_ = std::string(line.name) + ".";
        return;
      case IniLine::Kind::kEntry:
        entry(line.name, line.value);
        return;
      case IniLine::Kind::kOther:
        throw error(
            line.text.front() == '['
                ? fmt::format("{} is not a section; give one like [router]", in_quotes(line.text))
                : fmt::format("{} is not an entry; give key = value", in_quotes(line.text)));
    }
  }

  std::vector<IniEntry> entries() && { return std::move(entries_); }

 private:
  ConfigError error(const std::string& message) const {
    return ConfigError(fmt::format("{}:{}: {}", file_, number_, message));
  }

  void entry(std::string_view name, std::string_view value) {
    const std::string key = section_ + std::string(name);
    if (const auto swept = swept_part(key)) {
      check_swept(key, *swept);
    } else if (find_key(key) == nullptr) {
      throw error(unknown_key(key));
    }
    const auto [earlier, first] = lines_.emplace(key, number_);
    if (!first) {
      throw error(fmt::format("{} is given twice; the first is on line {}", key, earlier->second));
    }
    entries_.push_back({key, std::string(value), number_});
  }

  void check_swept(const std::string& key, std::string_view swept) const {
    try {
      check_sweep_key(swept);
    } catch (const ValueError& refusal) {
      throw error(fmt::format("{}: {}", key, refusal.what()));
    }
  }

  std::string file_;
  int number_ = 0;
  std::string section_;
  bool ended_ = false;                ///< what follows are cases
  std::map<std::string, int> lines_;  // of every key that is given
  std::vector<IniEntry> entries_;
};

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

std::vector<IniEntry> read_ini(const std::string& text, const std::string& file) {
  Reader reader(file);
  for_each_ini_line(text, [&reader](const IniLine& line) { reader.line(line); });
  return std::move(reader).entries();
}

}  // namespace flitcast
