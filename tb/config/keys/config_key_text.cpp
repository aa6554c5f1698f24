#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/job_keys.h"
#include "tb/config/keys/node_keys.h"

namespace flitcast {

std::string ini_text(const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string text;
  std::string_view section;
  for (const auto& [key, value] : values) {
    const std::size_t dot =
        job_key_name(key) || node_key_name(key) ? key.rfind('.') : key.find('.');
    if (key.substr(0, dot) != section) {
      section = key.substr(0, dot);
      text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
    }
    text += fmt::format("{} = {}\n", key.substr(dot + 1), value);
  }
  return text;
}

std::string resolved_ini(const Config& config) {
  std::vector<std::pair<std::string_view, std::string>> values;
  for (const ConfigKey& key : config_keys()) {
    const std::optional<std::string> value = key.show(config);
    if (value && !fits_ini(*value)) {
      throw ConfigError(
          "{}: {} would not read back; give a path without # ; and control characters", key.name,
          in_quotes(*value));
    }
    if (value) {
      values.emplace_back(key.name, *value);
    }
  }
  for (const auto& given : {given_node_keys(config), given_job_keys(config)}) {
    for (const auto& [key, value] : given) {
      values.emplace_back(key->name, value);
    }
  }
  return ini_text(values);
}

namespace {

/// What it takes on a line, what it means below.
std::string entry(const ConfigKey& key) {
  std::string text = fmt::format("  --{}={}\n      {}", key.name, key.syntax, key.help);
  text += key.range.empty() ? "" : fmt::format("; {}", key.range);
  text += key.unit.empty() ? "" : fmt::format(" {}", key.unit);
  return text + fmt::format("; default: {}\n", key.fallback.empty() ? "none" : key.fallback);
}

}  // namespace

std::string config_key_help() {
  std::string out =
      "\nKeys, as options; by their last parts, --dims=4x4, where only one key has it.\n" +
      std::string(kQuantityHelp) + "\n";
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != section) {
      section = key.section();
      out += fmt::format("\n[{}]\n", section);
    }
    out += entry(key);
  }
  return out;
}

std::string help_on_keys(std::string_view name) {
  std::string out;
  std::string example;  // how the first of them is given in a file
  for (const ConfigKey& key : config_keys()) {
    if (key.name == name || key.last_part() == name || key.section() == name) {
      out += entry(key);
      if (example.empty()) {
        example = fmt::format("  [{}]\n  {} = {}\n", key.section(), key.last_part(), key.syntax);
      }
    }
  }
  return out.empty()
             ? out
             : out + "\nIn a configuration file, below the name of its section:\n\n" + example;
}

}  // namespace flitcast
