#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/system/exit_code.h"

namespace flitcast::cli {

struct Arguments;

/// An option that is no configuration key.
struct CommandOption {
  std::string_view name;        ///< "jobs"
  std::string_view value = {};  ///< stands for its value in the help, "N"; empty where it has none
  std::string_view help = {};   ///< what it does; empty where the text of the help says that
  /// What its value may be, where `value` does not say; null for nothing.
  std::vector<std::string> (*values)() = nullptr;

  bool has_value() const { return !value.empty(); }
};

using CommandOptions = std::vector<CommandOption>;

// Those that several commands take; Arguments reads what they say.
namespace options {

inline constexpr CommandOption kFormat{"format", "text|json", "on standard output"};
inline constexpr CommandOption kJobs{
    "jobs", "N", "local: processes at a time; default: as many as there are cores"};
/// Leaves out what depends on the machine and its clock.
inline constexpr CommandOption kNoHost{
    "no-host", "",
    "results tell nothing of the machine and its clock, so that all files are the same in every "
    "run"};
/// The synopsis names it.
inline constexpr CommandOption kOut{"out", "DIR"};
inline constexpr CommandOption kQuiet{"quiet", "", "does not name the files that are written"};
inline constexpr CommandOption kTimeLimit{"time-limit", "SECONDS",
                                          "of one simulation; default 3600"};
/// Of commands that have routers synthesized.
inline constexpr CommandOption kSynthesis[] = {
    {"liberty", "FILE",
     "standard cells; default: those of Debian's qflow-tech-osu018, -osu035 or -osu050"},
    {"word-bits", "N", "bits of a flit; default 64"},
    {"cache", "DIR",
     "where results are kept; default $XDG_CACHE_HOME/flitcast/area, or the like in ~/.cache"}};

/// Of a command that runs many simulations and keeps their results: its own options, and those that
/// say where and how they run.
CommandOptions with_runner(CommandOptions own);

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
  /// Beside those that every command takes, --help and --version. Its help goes on with a line for
  /// each that has help.
  CommandOptions options = {};
  /// What follows them.
  std::string_view notes = {};
  /// What follows that, and changes with the program; null for nothing.
  std::string (*appendix)() = nullptr;

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

}  // namespace flitcast::cli
