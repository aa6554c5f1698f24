#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/config.h"
#include "tb/explore/regress/regress_files.h"
#include "tb/explore/regress/regress_verdict.h"
#include "tb/system/console.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/written_files.h"
#include "tb/system/process_pool.h"
#include "tb/system/program.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::cli {
namespace {

constexpr const char* kRegressSynopsis =
    R"(flitcast regress PATH... [--filter=GLOB] [--jobs=N] [--time-limit=SECONDS]
                 [--junit=FILE] [--update])";

constexpr const char* kRegressHelp =
    R"(Runs every configuration that has a section [expect], among the given files and
the *.ini files of the given folders, each in a process of its own, and says
which expectations are not met, with what was measured. No run writes a file.
Exit code 0 when all pass, 1 when one does not.

)";

using Seconds = ProcessPool::Seconds;

struct Options {
  std::size_t jobs;
  Seconds time_limit;
  bool update;
};

/// What stands below the line of a file begins where its path does.
constexpr std::size_t kIndent = 10;

Options read_options(const Arguments& arguments) {
  constexpr std::int64_t kMostSeconds = 86'400;
  constexpr std::int64_t kUsualSeconds = 60;
  refuse_keys(arguments);
  if (arguments.operands.empty()) {
    throw ConfigError(
        "regress needs configuration files or folders, like flitcast regress configs/regress");
  }
  return {arguments.jobs(),
          Seconds(arguments.number("time-limit", 1, kMostSeconds).value_or(kUsualSeconds)),
          arguments.has("update")};
}

/// The file of --junit, opened before anything runs; null without.
std::unique_ptr<AtomicFile> open_junit(const Arguments& arguments) {
  const auto name = arguments.option("junit");
  if (!name) {
    return nullptr;
  }
  if (name->empty()) {
    throw ConfigError("--junit: has no value; give the name of a file");
  }
  return std::make_unique<AtomicFile>(*name, "--junit");
}

/// Writes new values into a file; returns what stands in the way.
std::string obstacle_to(const explore::RegressUpdate& update, const explore::RegressFile& file) {
  if (!update.obstacle.empty()) {
    return update.obstacle;
  }
  try {
    apply(update, file);
    return "";
  } catch (const FileError& error) {
    return error.what();
  } catch (const ConfigError& error) {
    return error.what();
  }
}

/// Updates a file that is to be, and prints what became of it.
void settle(const explore::RegressFile& file, bool update, explore::RegressVerdict& verdict) {
  if (verdict.passed()) {
    print(printable(fmt::format("ok        {}\n", file.name())));
    return;
  }
  const std::string failed = printable(fmt::format(
      "FAILED    {}\n{}", file.name(), indented(explore::difference_table(verdict), kIndent)));
  if (!update) {
    print(failed);
    return;
  }
  const explore::RegressUpdate changes = explore::update_of(file, verdict);
  if (const std::string obstacle = obstacle_to(changes, file); !obstacle.empty()) {
    print(failed + printable(indented("not updated: " + obstacle, kIndent)));
    return;
  }
  verdict.update = explore::change_table(changes.changes);
  print(printable(fmt::format("updated   {}\n{}", file.name(), indented(verdict.update, kIndent))));
}

/// The path as an operand that is no option.
std::string operand(const std::string& path) {
  return path.front() == '-' ? "./" + path : path;
}

/// What the run of a file said, with the path that people know it by.
ProcessEnd in_words_of(const explore::RegressFile& file, ProcessEnd end) {
  const std::string name = operand(file.path);
  if (name != file.path) {
    for (std::size_t at = end.err.find(name); at != end.err.npos; at = end.err.find(name, at)) {
      end.err.replace(at, name.size(), file.path);
      at += file.path.size();
    }
  }
  return end;
}

/// Runs all files and settles them in their order, each as soon as those before it have ended.
std::vector<explore::RegressVerdict> run_all(const std::vector<explore::RegressFile>& files,
                                             const Options& options) {
  const std::string program = own_program();
  ProcessPool pool(options.jobs, options.time_limit);
  std::vector<std::optional<explore::RegressVerdict>> ended(files.size());
  std::vector<explore::RegressVerdict> verdicts;
  const auto command = [&](std::size_t file) -> std::vector<std::string> {
    std::vector<std::string> words{program, "run", operand(files[file].path), "--output.json=-",
                                   "--only-json"};
    const std::vector<std::string>& options = files[file].run.options;
    words.insert(words.end(), options.begin(), options.end());
    return words;
  };
  const auto take = [&](std::size_t id, ProcessEnd end) {
    ended[id] = explore::judge_run(files[id], in_words_of(files[id], std::move(end)));
    while (verdicts.size() < files.size() && ended[verdicts.size()]) {
      const std::size_t index = verdicts.size();
      settle(files[index], options.update, *ended[index]);
      verdicts.push_back(std::move(*ended[index]));
    }
  };
  pool.run_all(files.size(), command, take, [] {});
  return verdicts;
}

std::size_t count_failed(const std::vector<explore::RegressVerdict>& verdicts) {
  return static_cast<std::size_t>(
      std::count_if(verdicts.begin(), verdicts.end(),
                    [](const explore::RegressVerdict& each) { return each.failed(); }));
}

std::string summary(const explore::RegressFiles& found,
                    const std::vector<explore::RegressVerdict>& verdicts, double seconds) {
  const auto good = static_cast<std::size_t>(
      std::count_if(verdicts.begin(), verdicts.end(),
                    [](const explore::RegressVerdict& each) { return each.passed(); }));
  const std::size_t failed = count_failed(verdicts);
  const std::size_t updated = verdicts.size() - good - failed;
  std::string text = fmt::format("\n{} of {} passed", good, count_of(verdicts.size(), "run"));
  text += updated == 0 ? "" : fmt::format(", {} updated", updated);
  text += failed == 0 ? "" : fmt::format(", {} FAILED", failed);
  text += fmt::format(" in {:.1f} s\n", seconds);
  if (found.without_match > 0) {
    text += fmt::format("{} left out by --filter\n", count_of(found.without_match, "file"));
  }
  if (found.without_expect > 0) {
    text += fmt::format("{} without a section [expect] passed over\n",
                        count_of(found.without_expect, "configuration"));
  }
  return text;
}

int regress(const Arguments& arguments) {
  using Clock = std::chrono::steady_clock;
  const Options options = read_options(arguments);
  const explore::RegressFiles found =
      explore::find_regress_files(arguments.operands, arguments.option("filter"));
  const std::unique_ptr<AtomicFile> junit = open_junit(arguments);
  const Clock::time_point start = Clock::now();
  const std::vector<explore::RegressVerdict> verdicts = run_all(found.files, options);
  const double seconds = Seconds(Clock::now() - start).count();
  if (junit) {
    junit->write(explore::junit_xml(
        found.files, verdicts, arguments.has("no-host") ? std::nullopt : std::optional(seconds)));
    junit->flush();
  }
  print(summary(found, verdicts, seconds));
  if (junit) {
    print(arguments.has("quiet") ? "" : printable(written_lines({junit.get()})));
    junit->commit();
  }
  return count_failed(verdicts) == 0 ? exit_code::kGood : exit_code::kUnmet;
}

}  // namespace

Command regress_command() {
  Command command{"regress", regress};
  command.uses = {{"flitcast regress PATH... [--update] [--filter=GLOB]",
                   "runs what expects something, and compares"}};
  command.synopsis = kRegressSynopsis;
  command.help = kRegressHelp;
  command.options = {
      {"filter", "GLOB",
       "only files whose path, or its end behind a slash, matches: --filter='irc-*'"},
      {"jobs", "N", "runs at a time; as many as there are cores by default"},
      {"time-limit", "SECONDS", "after which a run is killed; 60 by default"},
      {"junit", "FILE", "writes the verdicts as JUnit XML, too; what was updated has not failed"},
      {"no-host", "", "leaves times out of it, which differ from run to run"},
      {"quiet", "", "does not name that file"},
      {"update", "",
       "writes what was measured in the place of what is expected and not met, in the files, and "
       "says what it changed"}};
  return command;
}

}  // namespace flitcast::cli
