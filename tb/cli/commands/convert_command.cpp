#include <algorithm>
#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/config_value.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/plan.h"
#include "tb/plan/program_plan.h"
#include "tb/plan/row_program.h"
#include "tb/programs/written/program_writers.h"
#include "tb/show/schedule_writers.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "traffic/program/schedule_ops.h"

namespace flitcast::cli {
namespace {

constexpr const char* kConvertHelp =
    R"(Writes what a configuration plays as a program that others read: GOAL text
(.goal) or MSCCL XML (.xml); a schedule also as JSON (.json), see
tb/schedules/README.md. IN is a configuration, an algorithm, a schedule or a
program of any format that run takes; OUT is a file, or - for standard output,
with --to. A schedule becomes what it is in dataflow. What a format cannot say
is told in the file and here; where the result would be wrong nothing is
written.
)";

constexpr std::string_view kToStandardOutput = "-";

struct Format {
  std::string_view word;
  std::string_view ending;
};
constexpr Format kFormats[] = {{"msccl", ".xml"}, {"goal", ".goal"}, {"json", ".json"}};

std::vector<std::string> format_words() {
  std::vector<std::string> words;
  for (const Format& format : kFormats) {
    words.emplace_back(format.word);
  }
  return words;
}

bool ends_in(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

/// By --to, or by the name of the file.
std::string_view format_of(const Arguments& arguments, const std::string& out) {
  const std::optional<std::string> to = arguments.option("to");
  for (const Format& format : kFormats) {
    if (to ? *to == format.word : ends_in(out, format.ending)) {
      return format.word;
    }
  }
  if (to) {
    throw ConfigError("--to: {} is not known; give msccl, goal or json", in_quotes(*to));
  }
  throw ConfigError(
      "{} does not say what to write; give --to=msccl, goal or json, or a name that "
      "ends in .xml, .goal or .json",
      out);
}

using Write = std::function<void(const ProgramSink& sink)>;

/// Not over what is read.
void check_target(const Config& config, const std::string& out) {
  if (out != kToStandardOutput) {
    check_other_output(config, out, out);
  }
}

/// A file appears whole; standard output gets what there is.
void write_to(const std::string& out, const Write& write) {
  if (out == kToStandardOutput) {
    write(print);
    return;
  }
  AtomicFile file(out);
  write([&](const std::string& text) { file.write(text); });
  file.flush();
  const std::string written = written_lines(std::vector<AtomicFile*>{&file});
  file.commit();
  print(written);
}

/// What no program can say of a schedule.
std::vector<std::string> unsaid_of(const Draft& draft) {
  const std::uint64_t own_ways = messages_with_ways(draft);
  std::vector<std::string> unsaid;
  if (draft.config().sync == Sync::kBarrier && draft.schedule().rounds > 1) {
    unsaid.emplace_back("a program has no barriers: rounds overlap, as in traffic.sync = dataflow");
  }
  if (own_ways > 0) {
    unsaid.push_back(
        fmt::format("a program has no ways: {} messages whose headers carry a route "
                    "take the one of the network",
                    own_ways));
  }
  return unsaid;
}

/// Writes a program as GOAL text or MSCCL XML, and tells what it leaves out.
void write_program(const Program& program, const Config& config, std::string_view format,
                   const std::string& out, std::vector<std::string> unsaid) {
  const Scale scale = scale_of(config);
  const bool goal = format == "goal";
  const std::vector<std::string> more =
      goal ? unsaid_in_goal(program, scale) : unsaid_in_msccl(program);
  unsaid.insert(unsaid.end(), more.begin(), more.end());
  std::vector<std::string> remarks = unsaid;
  remarks.insert(remarks.begin(),
                 goal ? fmt::format("written by flitcast convert: link.flit_bytes = {}, "
                                    "a cycle of {} ps",
                                    scale.flit_bytes, scale.period_ps)
                      : fmt::format("written by flitcast convert: traffic.message_flits = {}, "
                                    "the flits of a chunk",
                                    program.chunk_flits));
  write_to(out, [&](const ProgramSink& sink) {
    if (goal) {
      write_goal(program, scale, config.network, remarks, sink);
    } else {
      write_msccl(program, remarks, sink);
    }
  });
  for (const std::string& line : unsaid) {
    tell("note: " + line);
  }
}

void convert_program(RawConfig raw, std::string_view format, const std::string& out) {
  if (format == "json") {
    throw ConfigError("--to: json is for schedules, and this is a program; give msccl or goal");
  }
  if (!raw.places.given("topology.kind")) {  // it says nothing of the program
    give(raw, "topology.kind", "line");
    give(raw, "topology.dims", "2");
  }
  const Config config = resolve(raw);
  check_target(config, out);
  write_program(read_program(config), config, format, out, {});
}

void convert_schedule(const RawConfig& raw, std::string_view format, const std::string& out) {
  const Draft draft(raw);
  check_target(draft.config(), out);
  if (format == "json") {
    write_to(out, [&](const ProgramSink& sink) { show::write_schedule_json(draft, {}, sink); });
    return;
  }
  std::vector<std::string> unsaid = unsaid_of(draft);
  NetworkConfig network = draft.config().network;
  if (format == "msccl") {
    if (network.copy_per_flit > 0 || network.reduce_per_flit > 0) {
      unsaid.emplace_back(
          "MSCCL XML does not say what copies and sums take, nor has it those "
          "between rounds");
    }
    network.copy_per_flit = network.reduce_per_flit = 0;
  }
  write_program(program_of(draft.schedule(), draft.topology(), network), draft.config(), format,
                out, unsaid);
}

int convert(const Arguments& arguments) {
  // A reader that has seen enough, as head has, ends the program without a word.
  std::signal(SIGPIPE, SIG_DFL);
  if (arguments.operands.size() != 2) {
    throw ConfigError("convert needs what to convert and where to, a file or -");
  }
  const std::string& out = arguments.operands.back();
  const std::string_view format = format_of(arguments, out);
  Arguments in = arguments;
  in.operands.pop_back();
  const RawConfig raw = gather_config(in);
  const std::string& name = in.operands.front();
  if (gives_jobs(raw) || gives_load_alone(raw)) {
    throw ConfigError("{} is no schedule and no program; only these can be converted", name);
  }
  try {
    if (gives_program(raw)) {
      convert_program(raw, format, out);
    } else {
      convert_schedule(raw, format, out);
    }
  } catch (const ScheduleError& error) {
    throw ConfigError("{} cannot be converted: {}", name, error.what());
  } catch (const UnsaidProgram& error) {
    throw ConfigError("{} cannot be converted: {}", name, error.what());
  } catch (const std::length_error& error) {
    throw ConfigError("{} cannot be converted: {}", name, error.what());
  }
  return exit_code::kGood;
}

}  // namespace

Command convert_command() {
  Command command{"convert", convert};
  command.uses = {{"flitcast convert IN OUT [--to=FORMAT] [--key=value ...]",
                   "a schedule or a program in another format"}};
  command.help = kConvertHelp;
  command.options = {{"to", "FORMAT", {}, format_words}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
