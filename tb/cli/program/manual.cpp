#include "tb/cli/program/manual.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "tb/cli/program/command_help.h"
#include "tb/config/keys/config_keys.h"
#include "tb/system/program.h"
#include "tb/text/text_columns.h"

namespace flitcast::cli {
namespace {

constexpr std::string_view kKeys = "flitcast-keys.5";

/// A text as it is to be read, whatever its first character; options keep their dashes.
std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char before = i == 0 ? '\n' : text[i - 1];
    const char after = i + 1 == text.size() ? '\n' : text[i + 1];
    if (before == '\n' && (text[i] == '.' || text[i] == '\'')) {
      out += "\\&";
    }
    const bool dash = text[i] == '-' && (before == '-' || before == ' ' || after == '-');
    out += text[i] == '\\' ? "\\e" : dash ? "\\-" : std::string(1, text[i]);
  }
  return out;
}

std::string in_capitals(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char each) { return static_cast<char>(std::toupper(each)); });
  return out;
}

/// A text to be filled.
std::string filled(std::string_view text) {
  constexpr std::size_t kWidth = 66;  // in code points, before some are escaped
  std::string lines = wrapped(std::string(text), kWidth);
  lines.erase(lines.find_last_not_of('\n') + 1);
  return escaped(lines);
}

/// A line that stays one, in parts of which none is long.
std::string in_parts(std::string_view line) {
  constexpr std::size_t kWidth = 76;
  std::string rest = escaped(line);
  std::string out;
  for (std::size_t blank;
       rest.size() > kWidth && (blank = rest.rfind(' ', kWidth)) > 0 && blank != std::string::npos;
       rest.erase(0, blank)) {
    out += rest.substr(0, blank) + "\\\n";
  }
  return out + rest + "\n";
}

/// A help text: lines that are moved to the right stay as they are, the others are filled.
std::string body(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  bool as_it_is = false;
  bool begins = true;  // a paragraph
  for (std::string line; std::getline(lines, line); begins = line.empty()) {
    if (as_it_is && (line.empty() || line[0] != ' ')) {
      out += ".fi\n";
      as_it_is = false;
      begins = true;
    }
    if (line.empty()) {
      continue;
    }
    const bool stays = line[0] == ' ';
    if (!out.empty() && (begins || stays != as_it_is)) {
      out += ".PP\n";
    }
    out += stays && !as_it_is ? ".nf\n" : "";
    as_it_is = stays;
    out += stays ? in_parts(line) : filled(line) + "\n";
  }
  return out + (as_it_is ? ".fi\n" : "");
}

std::string head(std::string_view name, int section, std::string_view summary) {
  return fmt::format(".TH {} {} {} \"flitcast {}\"\n.SH NAME\n{}\n", in_capitals(name), section,
                     FLITCAST_RELEASE_DATE, program_version(),
                     filled(fmt::format("{} - {}", name, summary)));
}

/// `forms`: a line each.
std::string synopsis(const std::string& forms) {
  return ".SH SYNOPSIS\n.nf\n" + escaped(forms) + ".fi\n";
}

std::string options(const CommandOptions& list) {
  std::string out;
  for (const CommandOption& option : list) {
    if (!option.help.empty()) {
      out += fmt::format(".TP\n.B {}\n{}\n", escaped(written(option)), filled(option.help));
    }
  }
  return out.empty() ? "" : ".SH OPTIONS\n" + out;
}

std::string page_of(const Command& command) {
  std::string out =
      head(fmt::format("flitcast-{}", command.name), 1, command.uses[0].summary) +
      synopsis(synopsis_of(command)) + ".SH DESCRIPTION\n" +
      body(std::string(command.help) + (command.appendix == nullptr ? "" : command.appendix())) +
      options(command.options);
  if (!command.notes.empty()) {
    out += ".SH NOTES\n" + body(std::string(command.notes));
  }
  return out + fmt::format(".SH SEE ALSO\n.BR flitcast (1){}\n",
                           command.takes_keys ? ",\n.BR flitcast\\-keys (5)" : "");
}

std::string overview_page(const Commands& commands) {
  std::string out = head("flitcast", 1, kSubject) +
                    synopsis("flitcast COMMAND [OPERAND ...] [--option=value ...]\n") +
                    ".SH COMMANDS\n";
  for (const Command& command : commands) {
    for (const Command::Use& use : command.uses) {
      out += fmt::format(".TP\n.B {}\n{}\n", escaped(use.synopsis), filled(use.summary));
    }
  }
  out += fmt::format(".TP\n.B {}\n{}\n.SH EXIT STATUS\n", escaped(kHelpForm),
                     filled("what is said here, of a command or a key, or tables of all keys and "
                            "of the members of JSON files"));
  for (const auto& [code, meaning] : kExitCodes) {
    out += fmt::format(".TP\n.B {}\n{}\n", code, meaning);
  }
  out += ".SH SEE ALSO\n";
  for (const Command& command : commands) {
    out += fmt::format(".BR flitcast\\-{} (1),\n", command.name);
  }
  return out + ".BR flitcast\\-keys (5)\n";
}

std::string keys_page() {
  std::string out = head("flitcast-keys", 5, "keys of configuration files") +
                    ".SH DESCRIPTION\nA key stands in a file below the name of its section,\nor on "
                    "the command line as \\-\\-section.key=value.\n" +
                    filled(std::string(kQuantityHelp)) + "\n";
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != section) {
      section = key.section();
      out += fmt::format(".SH [{}]\n", section);
    }
    std::string text = key.help;
    for (const std::string& more :
         {key.range.empty() ? key.range
                            : key.range + (key.unit.empty() ? "" : " ") + std::string(key.unit),
          key.fallback.empty() ? key.fallback : "default: " + key.fallback}) {
      text += more.empty() ? "" : "; " + more;
    }
    out += fmt::format(".TP\n.B {}\n{}\n", escaped(fmt::format("{}={}", key.name, key.syntax)),
                       filled(text));
  }
  return out + ".SH SEE ALSO\n.BR flitcast (1)\n";
}

}  // namespace

std::vector<std::string> manual_pages(const Commands& commands) {
  std::vector<std::string> names{"flitcast.1"};
  for (const Command& command : commands) {
    names.push_back(fmt::format("flitcast-{}.1", command.name));
  }
  names.emplace_back(kKeys);
  return names;
}

std::string manual_page(const Commands& commands, std::string_view name) {
  if (name == "flitcast.1") {
    return overview_page(commands);
  }
  if (name == kKeys) {
    return keys_page();
  }
  for (const Command& command : commands) {
    if (name == fmt::format("flitcast-{}.1", command.name)) {
      return page_of(command);
    }
  }
  return "";
}

}  // namespace flitcast::cli
