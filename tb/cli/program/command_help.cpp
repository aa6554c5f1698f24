#include "tb/cli/program/command_help.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "tb/cli/program/schema_texts.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/measures/measure.h"
#include "traffic/text/nearest_word.h"

namespace flitcast::cli {
namespace {

constexpr std::size_t kLongestSubject = 60;

std::string overview(const Commands& commands) {
  std::string text = fmt::format("flitcast: {}\n\n", kSubject);
  for (const Command& command : commands) {
    for (const Command::Use& use : command.uses) {
      text += fmt::format("  {}\n      {}\n", use.synopsis, use.summary);
    }
  }
  text += fmt::format("  {}, --help, --version\n\nExit codes: ", kHelpForm);
  std::vector<std::string> codes;
  for (const auto& [code, meaning] : kExitCodes) {
    codes.push_back(fmt::format("{} {}", code, meaning));
  }
  return text + fmt::format("{}.\n", fmt::join(codes, "; "));
}

/// A line for each option that has help, however long.
std::string option_lines(const CommandOptions& options) {
  std::size_t width = 0;
  for (const CommandOption& option : options) {
    width = std::max(width, option.help.empty() ? 0 : written(option).size());
  }
  std::string text;
  for (const CommandOption& option : options) {
    if (!option.help.empty()) {
      text += fmt::format("  {:<{}}  {}\n", written(option), width, option.help);
    }
  }
  return text;
}

/// What is near, or everything there is help on.
ConfigError no_help(const Commands& commands, std::string_view word) {
  const std::vector<std::string_view> names = names_of(commands);
  if (const std::string near =
          close_word(word.substr(0, kLongestSubject), {names.begin(), names.end()}, 3);
      !near.empty()) {
    return ConfigError("there is no help on {}; the nearest is {}", in_quotes(word), near);
  }
  const bool is_key = !keys_known_as(word).empty() || nearest_key(word) != nullptr;
  return ConfigError(
      "there is no help on {}; {}", in_quotes(word),
      is_key ? hint_on_key(word) : fmt::format("give {}, or a key", alternatives(names)));
}

using Json = nlohmann::ordered_json;

/// A text as a cell of a table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char each : text) {
    out += each == '|' ? "\\|" : std::string(1, each);
  }
  return out;
}

std::string keys_document() {
  std::string out =
      "# Keys\n\nWhat `flitcast help KEYS.md` prints. Keys that work together are explained in "
      "[README.md](README.md#configuration).\n\n" +
      std::string(kQuantityHelp) + "\n";
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != section) {
      section = key.section();
      out += fmt::format(
          "\n## {}\n\n| key | takes | unit | default | is |\n|---|---|---|---|---|\n", section);
    }
    const std::string range = key.range.empty() ? "" : fmt::format("; {}", key.range);
    out += fmt::format("| `{}` | {} | {} | {} | {}{} |\n", key.name, cell(key.syntax), key.unit,
                       cell(key.fallback), cell(key.help), range);
  }
  return out;
}

/// What a schema says of the members of a file.
class Members {
 public:
  explicit Members(const Json& schema) : schema_(schema) {}

  /// A row for a member and for each of its own that there is something to say of. The others are
  /// named in the row of the member.
  std::string rows(const Json& member, const std::string& path) const {
    std::string text = meaning(member, path);
    std::string below;
    std::string separator = text.empty() ? "" : ": ";
    const std::string prefix = path + (resolved(member).contains("items") ? "[]." : ".");
    for (const auto& [name, own] : properties(member).items()) {
      const std::string more = rows(own, prefix + name);
      below += more;
      const std::string quoted = "`" + name + "`";
      if (more.empty() && text.find(quoted) == std::string::npos) {
        text += separator + quoted;
        separator = ", ";
      }
    }
    const Measure* const measure = find_measure(path);
    const std::string_view unit = measure == nullptr      ? ""
                                  : measure->unit.empty() ? "yes"
                                                          : measure->unit;
    return text.empty() ? below
                        : fmt::format("| `{}` | {} | {} |\n", path, cell(text), unit) + below;
  }

 private:
  const Json& resolved(const Json& node) const {
    if (node.contains("anyOf")) {
      return resolved(node["anyOf"][0]);
    }
    return node.contains("$ref")
               ? resolved(schema_.at(Json::json_pointer(std::string(node["$ref"]).substr(1))))
               : node;
  }
  /// Of a list those of its elements; empty for what has none.
  const Json& properties(const Json& node) const {
    static const Json none = Json::object();
    const Json& own = resolved(node);
    if (own.contains("items")) {
      return properties(own["items"]);
    }
    return own.contains("properties") ? own["properties"] : none;
  }
  /// Numbers and words that members share, like a node's number, are not described again.
  std::string meaning(const Json& node, const std::string& path) const {
    const Json& own = resolved(node);
    if (node.contains("description")) {
      return node["description"];
    }
    const Measure* const measure = find_measure(path);
    return measure != nullptr           ? std::string(measure->help)
           : own.contains("properties") ? own.value("description", "")
                                        : "";
  }

  const Json& schema_;
};

std::string results_document() {
  std::string out =
      "# JSON files\n\nWhat `flitcast help RESULTS.md` prints, from `configs/schema`. `a.b` is a "
      "member of `a`, `a[].b` one of each element of a list.\nWhat has a unit, or yes, in the last "
      "column can be expected: `expect.a.b`.\n";
  std::set<std::string> told{""};
  for (const std::string_view text : schema_texts()) {
    const Json schema = Json::parse(text);
    out += fmt::format("\n## {}\n\n{}\n\n| member | is | expect |\n|---|---|---|\n",
                       std::string(schema["properties"]["schema"]["const"]),
                       std::string(schema["description"]));
    std::vector<std::string> known;
    for (const auto& [name, member] : schema["properties"].items()) {
      const std::string rows = Members(schema).rows(member, name);
      if (told.insert(rows).second) {
        out += rows;
      } else if (name != "schema") {
        known.push_back("`" + name + "`");
      }
    }
    out += known.empty()
               ? ""
               : fmt::format("\nAs above, or as their names say: {}.\n", fmt::join(known, ", "));
  }
  return out;
}

}  // namespace

std::string synopsis_of(const Command& command) {
  if (!command.synopsis.empty()) {
    return fmt::format("{}\n", command.synopsis);
  }
  std::string text;
  for (const Command::Use& use : command.uses) {
    text += fmt::format("{}\n", use.synopsis);
  }
  return text;
}

std::string written(const CommandOption& option) {
  return option.has_value() ? fmt::format("--{}={}", option.name, option.value)
                            : fmt::format("--{}", option.name);
}

std::string help_text(const Commands& commands, std::string_view command) {
  if (command.empty() || command == "help") {
    return overview(commands);
  }
  const Command* const known = find_command(commands, command);
  if (known == nullptr) {
    if (std::string keys = help_on_keys(command); !keys.empty()) {
      return keys;
    }
    throw no_help(commands, command);
  }
  return fmt::format("{}\n{}{}{}{}{}", synopsis_of(*known), known->help,
                     option_lines(known->options), known->notes,
                     known->appendix == nullptr ? "" : known->appendix(),
                     known->takes_keys ? config_key_help() : "");
}

std::string reference_document(std::string_view name) {
  return name == "KEYS.md" ? keys_document() : name == "RESULTS.md" ? results_document() : "";
}

}  // namespace flitcast::cli
