// What config_keys.h declares as text: the effective configuration and the help.

#include <fmt/format.h>

#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/system/text_columns.h"

namespace flitcast {

std::string resolved_ini(const Config& config) {
  std::string out;
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    const std::optional<std::string> value = key.show(config);
    if (!value) {
      continue;
    }
    if (!fits_ini(*value)) {
      throw ConfigError(
          fmt::format("{}: {} would not read back; give a path without # ; and control characters",
                      key.name, in_quotes(*value)));
    }
    if (key.section() != section) {
      section = key.section();
      out += fmt::format("{}[{}]\n", out.empty() ? "" : "\n", section);
    }
    out += fmt::format("{} = {}\n", key.name.substr(section.size() + 1), *value);
  }
  return out;
}

std::string config_key_help() {
  const auto line = [](std::string_view name, std::string_view value, const std::string& range,
                       std::string_view fallback) {
    return fmt::format("  {} {} {} {}\n", pad_right(name, 31), pad_right(value, 42),
                       pad_right(range, 22), fallback);
  };
  std::string out = "\n" + line("KEY", "VALUE", "RANGE", "DEFAULT");
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != section) {
      section = key.section();
      out += fmt::format("\n[{}]\n", section);
    }
    const std::string range =
        key.unit.empty() ? std::string(key.range) : fmt::format("{} {}", key.range, key.unit);
    out += line("--" + std::string(key.name), key.syntax, range, key.fallback);
    out += fmt::format("      {}\n", key.help);
  }
  return out;
}

}  // namespace flitcast
