#include <algorithm>
#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/ranges.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/config_value.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/plan.h"
#include "tb/plan/program_plan.h"
#include "tb/plan/row_program.h"
#include "tb/programs/chakra/chakra_files.h"
#include "tb/programs/program_file.h"
#include "tb/programs/written/written_formats.h"
#include "tb/show/schedule_writers.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "traffic/program/schedule_ops.h"

namespace flitcast::cli {
namespace {

constexpr const char* kConvertHelp =
    R"(Writes what a configuration plays as a program that others read: MSCCL XML
(.xml), GOAL text (.goal), Chakra (.et: OUT.0.et, OUT.1.et, ...), netrace
(.tra.bz2) or packets as CSV (.csv); a schedule also as JSON (.json), see
tb/schedules/README.md. IN is a configuration, an algorithm, a schedule or a
program of any format that run takes; OUT is a file, or - for standard output,
with --to. A schedule becomes what it is in dataflow. What a format cannot say
is told here, and in the file where it has comments; where the result would be
wrong nothing is written.
)";

constexpr std::string_view kToStandardOutput = "-";
constexpr std::string_view kJson = "json";

std::vector<std::string> format_words() {
  std::vector<std::string> words;
  for (const WrittenFormat& format : written_formats()) {
    words.emplace_back(format.word);
  }
  words.emplace_back(kJson);
  return words;
}

bool ends_in(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

/// By --to, or by the name of the file; null: JSON.
const WrittenFormat* asked_format(const Arguments& arguments, const std::string& out) {
  const std::optional<std::string> to = arguments.option("to");
  for (const WrittenFormat& format : written_formats()) {
    const std::string_view ending = format.ending;
    if (to ? *to == format.word || *to == ending.substr(1) : ends_in(out, ending)) {
      return &format;
    }
  }
  if (to ? *to == kJson : ends_in(out, ".json")) {
    return nullptr;
  }
  if (to) {
    throw ConfigError("--to: {} is not known; give {}", in_quotes(*to),
                      fmt::join(format_words(), ", "));
  }
  throw ConfigError(
      "{} does not say what to write; give --to=msccl, goal, chakra, csv, netrace or json, or a "
      "name that ends in .xml, .goal, .et, .csv, .tra.bz2 or .json",
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

/// What it takes as a program on the network of the schedule, where that is more than this has.
void tell_vcs(const Program& program, const Config& config, std::vector<std::string>& unsaid) {
  const int classes = config.routing->relation().classes();
  if (config.network.vcs >= classes) {
    return;
  }
  const std::vector<NodePair> pairs = program.pairs();
  const RoutingProof proof = prove_routing(*config.routing, config.network,
                                           {nullptr, false, keeps_rings_going(config), &pairs});
  if (!proof.free) {
    unsaid.push_back(
        fmt::format("as a program it may deadlock with router.vcs = {}; leave the key "
                    "out, or give {}",
                    config.network.vcs, classes));
  }
}

/// NAME of NAME.0.et, NAME.1.et, …; in a folder that of the folder.
std::filesystem::path name_of_ranks(const std::string& out, const WrittenFormat& format) {
  const std::filesystem::path name(
      ends_in(out, format.ending) ? out.substr(0, out.size() - format.ending.size()) : out);
  if (!name.has_filename()) {
    return name / name.parent_path().filename();
  }
  return std::filesystem::is_directory(name) ? name / name.filename() : name;
}

/// One file after the other, each whole.
void write_ranks(const Program& program, const Config& config, const NetworkConfig& network,
                 const std::filesystem::path& name, const std::vector<std::string>& unsaid) {
  std::vector<std::string> files;
  for (std::uint32_t rank = 0; rank <= program.ranks(); ++rank) {
    files.push_back(fmt::format("{}.{}.et", name.string(), rank));
    check_target(config, files.back());
  }
  if (std::filesystem::exists(files.back())) {
    throw ConfigError("{}: is of a trace with more than {} ranks; give another name", files.back(),
                      program.ranks());
  }
  files.pop_back();
  if (format_of(config.program_file) == ProgramFormat::kChakra &&
      std::filesystem::exists(files[0]) &&
      std::filesystem::equivalent(files[0], chakra_files(config.program_file)[0])) {
    throw ConfigError("{}: is of the trace that is read; give another name", files[0]);
  }
  const Scale scale = scale_of(config);
  const ChakraWriter writer(program, scale, network, with_scale(scale, unsaid));
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    AtomicFile file(files[rank]);
    writer.write(rank, [&](const std::string& bytes) { file.write(bytes); });
    file.flush();
    file.commit();
  }
  print(files.size() == 1
            ? written_lines(files)
            : written_line(fmt::format("{} … {}", files.front(), files.back()), files));
}

/// Writes a program, and tells what is left out.
void write_program(const Program& program, const Config& config, const NetworkConfig& network,
                   const WrittenFormat& format, const std::string& out,
                   std::vector<std::string> unsaid) {
  const Scale scale = scale_of(config);
  const std::vector<std::string> more = format.unsaid(program, scale, network);
  unsaid.insert(unsaid.end(), more.begin(), more.end());
  if (format.write != nullptr) {
    write_to(out,
             [&](const ProgramSink& sink) { format.write(program, scale, network, unsaid, sink); });
  } else if (out == kToStandardOutput) {
    throw ConfigError("--to: {} has a file for every rank; give a name for them", format.word);
  } else {
    write_ranks(program, config, network, name_of_ranks(out, format), unsaid);
  }
  for (const std::string& line : unsaid) {
    tell("note: " + line);
  }
}

void convert_program(RawConfig raw, const WrittenFormat* format, const std::string& out) {
  if (format == nullptr) {
    throw ConfigError("--to: json is for schedules, and this is a program; give another format");
  }
  if (!raw.places.given("topology.kind")) {  // it says nothing of the program
    give(raw, "topology.kind", "line");
    give(raw, "topology.dims", "2");
  }
  const Config config = resolve(raw);
  check_target(config, out);
  const Program program = read_program(config);
  write_program(program, config, config.network, *format, out, program.rounded);
}

void convert_schedule(const RawConfig& raw, const WrittenFormat* format, const std::string& out) {
  const Draft draft(raw);
  check_target(draft.config(), out);
  if (format == nullptr) {
    write_to(out, [&](const ProgramSink& sink) { show::write_schedule_json(draft, {}, sink); });
    return;
  }
  std::vector<std::string> unsaid = unsaid_of(draft);
  NetworkConfig network = draft.config().network;
  if (format->word == "msccl") {
    if (network.copy_per_flit > 0 || network.reduce_per_flit > 0) {
      unsaid.emplace_back(
          "MSCCL XML does not say what copies and sums take, nor has it those "
          "between rounds");
    }
    network.copy_per_flit = network.reduce_per_flit = 0;
  }
  const Program program = program_of(draft.schedule(), draft.topology(), network);
  tell_vcs(program, draft.config(), unsaid);
  write_program(program, draft.config(), network, *format, out, unsaid);
}

int convert(const Arguments& arguments) {
  // A reader that has seen enough, as head has, ends the program without a word.
  std::signal(SIGPIPE, SIG_DFL);
  if (arguments.operands.size() != 2) {
    throw ConfigError("convert needs what to convert and where to, a file or -");
  }
  const std::string& out = arguments.operands.back();
  const WrittenFormat* const format = asked_format(arguments, out);
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
