#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/system/exit_code.h"

namespace flitcast {

struct Arguments;

/// An option that is no configuration key.
struct CommandOption {
  std::string_view name;   ///< "format"
  bool has_value = false;  ///< --format=VALUE
};

// Those that several commands take; Arguments reads what they say.
namespace options {

inline constexpr CommandOption kFormat{"format", true};
inline constexpr CommandOption kJobs{"jobs", true};
/// Leaves out what depends on the machine and its clock.
inline constexpr CommandOption kNoHost{"no-host"};
inline constexpr CommandOption kOut{"out", true};
/// Does not name the files that are written.
inline constexpr CommandOption kQuiet{"quiet"};
inline constexpr CommandOption kTimeLimit{"time-limit", true};

}  // namespace options

// The programs beside flitcast.
inline constexpr std::string_view kExploreProgram = "flitcast-explore";
inline constexpr std::string_view kReportProgram = "flitcast-report";
inline constexpr std::string_view kCosimProgram = "flitcast-cosim";

/// All that is to know about a command of the program.
struct Command {
  /// One of its forms, as the program's help has it.
  struct Use {
    std::string_view synopsis;  ///< "flitcast list [ID] [--format=text|json]"
    std::string_view summary;   ///< "the algorithms"
  };

  std::string_view name;
  /// Returns an exit code. Throws ConfigError or FileError for bad input. Null where it is for
  /// `program` to act.
  int (*act)(const Arguments& arguments) = nullptr;
  /// The program beside flitcast that does it; empty where every one of them does.
  std::string_view program = {};
  /// What it was called before, which still works; empty for nothing.
  std::string_view former = {};

  std::vector<Use> uses = {};
  /// Heads its own help; empty where the synopses of its uses do.
  std::string_view synopsis = {};
  /// Its own help, below the synopsis.
  std::string_view help = {};
  /// What follows it and changes with the program; null for nothing.
  std::string (*appendix)() = nullptr;

  /// Beside those that every command takes, --help and --version.
  std::vector<CommandOption> options = {};
  /// What to give instead of an option that it does not take, where that is to be expected.
  std::map<std::string_view, std::string_view> hints = {};
  /// Configuration keys, which its help lists.
  bool takes_keys = false;

  bool takes(std::string_view option) const;
};

/// All but help, in the order of the help.
using Commands = std::vector<Command>;

/// The command of that name, or null.
const Command* find_command(const Commands& commands, std::string_view name);
/// Their names.
std::vector<std::string_view> names_of(const Commands& commands);

}  // namespace flitcast
