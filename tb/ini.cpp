#include "tb/ini.h"

#include <map>
#include <sstream>
#include <string_view>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "tb/config_keys.h"
#include "tb/config_value.h"

namespace flitcast {
namespace {

namespace po = boost::program_options;

std::string_view without_comment(std::string_view line) {
  line = line.substr(0, line.find('#'));
  for (std::size_t at = line.find(';'); at != std::string_view::npos; at = line.find(';', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') {
      return line.substr(0, at);
    }
  }
  return line;
}

/// Goes through the lines before the INI parser does: finds out on which line every key stands,
/// refuses what the parser would accept in silence, and leaves plain `[section]` and `key = value`
/// lines for it.
class Scan {
 public:
  explicit Scan(std::string file) : file_(std::move(file)) {}

  void line(std::string_view text) {
    ++number_;
    if (!text.empty() && text.back() == '\r') {
      text.remove_suffix(1);
    }
    if (text.find('\0') != std::string_view::npos) {
      throw error("the line has a NUL byte; this is not a text file");
    }
    text = trim(without_comment(text));
    if (text.empty()) {
      return;
    }
    if (text.front() == '[') {
      section(text);
    } else {
      entry(text);
    }
    plain_.append(text).append("\n");
  }

  const std::string& plain() const { return plain_; }
  int line_of(const std::string& key) const { return lines_.at(key); }

 private:
  ConfigError error(const std::string& message) const {
    return ConfigError(fmt::format("{}:{}: {}", file_, number_, message));
  }

  void section(std::string_view text) {
    const std::string_view name = text.substr(1, text.size() - 2);
    if (text.back() != ']' || name.empty() || trim(name) != name) {
      throw error(fmt::format("{} is not a section; give one like [router]", quoted(text)));
    }
    section_ = std::string(name) + ".";
  }

  void entry(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view name = trim(text.substr(0, equals));
    if (equals == std::string_view::npos || name.empty()) {
      throw error(fmt::format("{} is not an entry; give key = value", quoted(text)));
    }
    const std::string key = section_ + std::string(name);
    if (find_key(key) == nullptr) {
      throw error(unknown_key(key));
    }
    const auto [earlier, first] = lines_.emplace(key, number_);
    if (!first) {
      throw error(fmt::format("{} is given twice; the first is on line {}", key, earlier->second));
    }
  }

  std::string file_;
  int number_ = 0;
  std::string section_;
  std::string plain_;
  std::map<std::string, int> lines_;
};

}  // namespace

std::vector<IniEntry> read_ini(const std::string& text, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view rest = text;
  if (rest.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    rest.remove_prefix(kByteOrderMark.size());
  }
  Scan scan(file);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    scan.line(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }

  po::options_description known;
  for (const ConfigKey& key : config_keys()) {
    known.add_options()(std::string(key.name).c_str(), po::value<std::string>());
  }
  std::istringstream plain(scan.plain());
  std::vector<IniEntry> entries;
  for (const po::option& option : po::parse_config_file(plain, known).options) {
    entries.push_back({option.string_key, option.value.empty() ? "" : option.value.front(),
                       scan.line_of(option.string_key)});
  }
  return entries;
}

}  // namespace flitcast
