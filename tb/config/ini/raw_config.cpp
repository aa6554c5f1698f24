#include "tb/config/ini/raw_config.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/ini/ini.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"

namespace flitcast {
namespace {

void assign(RawConfig& config, const ConfigKey& key, const std::string& value,
            SourceLocation place) {
  try {
    key.check_given(value);
  } catch (const ValueError& error) {
    throw ConfigError(std::move(place), error.what());
  }
  config.places.note(key.name, std::move(place));
  config.texts[std::string(key.name)] = trim(value);
}

void assign_sweep(RawConfig& config, SweepEntry entry) {
  for (SweepEntry& earlier : config.sweep) {
    if (earlier.key == entry.key) {
      earlier = std::move(entry);
      return;
    }
  }
  config.sweep.push_back(std::move(entry));
}

/// Of a file that begins with something else, which may have been meant for a program.
constexpr const char* kNoProgram =
    ". Nor is it a program, which begins with num_ranks (GOAL text), < (MSCCL XML), cycle,src,dst,"
    "flits (CSV), [{ (JSON of a chip) or the magic number of netrace, or is named NAME.0.et "
    "(Chakra)";

/// Keys and values, line by line, with what is wrong with a line.
class Reader {
 public:
  explicit Reader(const std::string& file)
      : file_(file),
        folder_(std::filesystem::path(file).parent_path().string()),
        config_{SourceLocations(file), {}, {}} {}

  void line(const IniLine& line) {
    ++number_;
    ended_ = ended_ || begins_case(line);
    if (ended_) {
      return;
    }
    is_first_ = !std::exchange(begun_, begun_ || line.kind != IniLine::Kind::kEmpty);
    if (line.whole.find('\0') != std::string_view::npos) {
      throw error(fmt::format("the line has a NUL byte; this is not a text file{}", no_program()));
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
                : fmt::format("{} is not an entry; give key = value{}", in_quotes(line.text),
                              no_program()));
    }
  }

  RawConfig config() && { return std::move(config_); }

 private:
  ConfigError error(const std::string& message, const std::string& key = "") const {
    return ConfigError(SourceLocation{file_, number_, key}, message);
  }

  const char* no_program() const { return is_first_ ? kNoProgram : ""; }

  void entry(std::string_view name, std::string_view value) {
    const std::string key = section_ + std::string(name);
    const auto swept = swept_part(key);
    const ConfigKey* const known = find_key(key);
    if (swept) {
      check_swept(key, *swept);
    } else if (known == nullptr) {
      const bool is_word = name.find_first_of(" \t") == std::string_view::npos;
      throw error(unknown_key(key) + (is_word ? "" : no_program())).about(key);
    }
    const auto [earlier, first] = lines_.emplace(key, number_);
    if (!first) {
      throw error(fmt::format("{} is given twice; the first is on line {}", key, earlier->second))
          .about(key);
    }
    const SourceLocation place = SourceLocation{file_, number_, key};
    if (swept) {
      assign_sweep(config_, {std::string(*swept), std::string(value), place, folder_});
    } else {
      assign(config_, *known, std::string(value), place);
    }
  }

  void check_swept(const std::string& key, std::string_view swept) const {
    try {
      check_sweep_key(swept);
    } catch (const ValueError& refusal) {
      throw error(refusal.what(), key);
    }
  }

  std::string file_;
  std::string folder_;
  RawConfig config_;
  int number_ = 0;
  std::string section_;
  bool begun_ = false;                ///< there was something
  bool is_first_ = false;             ///< nothing was before this line
  bool ended_ = false;                ///< what follows are cases
  std::map<std::string, int> lines_;  // of every key that is given
};

}  // namespace

RawConfig parse_config(const std::string& text, const std::string& file) {
  Reader reader(file);
  for_each_ini_line(text, [&reader](const IniLine& line) { reader.line(line); });
  return std::move(reader).config();
}

RawConfig without(const RawConfig& config, const std::vector<std::string_view>& keys) {
  RawConfig rest{SourceLocations(config.places.file()), {}, {}};
  for (const auto& [key, text] : config.texts) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      give(rest, key, text, config.places.of(key));
    }
  }
  return rest;
}

void refuse_sweep(const RawConfig& config, const std::string& command) {
  if (!config.sweep.empty()) {
    throw ConfigError(config.sweep.front().place,
                      command + " takes one configuration, not a sweep; give it to flitcast sweep");
  }
}

void give(RawConfig& config, std::string_view key, const std::string& value) {
  give(config, key, value, SourceLocation{"", 0, std::string(key)});
}

void give(RawConfig& config, std::string_view key, const std::string& value,
          const SourceLocation& place) {
  if (const auto swept = swept_part(key)) {
    assign_sweep(config, {std::string(*swept), value, place, ""});
    return;
  }
  const ConfigKey* known = find_key(key);
  if (known == nullptr) {
    throw ConfigError(place, unknown_key(key));
  }
  assign(config, *known, value, place);
}

}  // namespace flitcast
