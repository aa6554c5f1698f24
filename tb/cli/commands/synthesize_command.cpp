#include <charconv>
#include <chrono>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "tb/certificates/certificate_files.h"
#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/show/schedule_writers.h"
#include "tb/system/console.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/interruptible.h"
#include "tb/system/terminal_line.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"
#include "traffic/operations/operations.h"
#include "traffic/propose/synthesis.h"
#include "traffic/text/nearest_word.h"
#include "traffic/verify/verifier.h"

namespace flitcast::cli {
namespace {

constexpr const char* kSynthesizeHelp =
    R"(Looks for a schedule of an operation with the fewest rounds on a network:
broadcast, scatter, all-gather and all-to-all; played backwards reduce, gather
and reduce-scatter; both together all-reduce. A bound by counting, of degrees,
cuts, distances, growth or hops, says what no schedule can do better. The search
ends at once where it is met, and what was found is proved optimal then. Else a
solver looks for a round less, or refutes it, where it can: in the model of hops
with all ports and full duplex, on networks of moderate size; a certificate says
why (--proof). Time and Ctrl-C end the search, and keep the best so far. The
same seed (run.seed) tries the same schedules in the same order.

In the model of hops a block is cut into chunks that go from neighbour to
neighbour, in a round one over each link; where links differ, as many as fit
into the time that the slowest one takes, or into --round. With --steps, nodes
send in all rounds of a step what they had before it, in a message a link. In
that of overlap links carry chunk after chunk, each at its own rate, and there
are no rounds. In that of worms a round is a set of worms that share no link,
over any ways, each for one node: for broadcast and reduce. A node sends and
receives at all its ports, or at as many as router.ports says.

The file is one for run, check, show and convert: tb/schedules/README.md.

)";

using Seconds = std::chrono::duration<double>;

constexpr int kDefaultSeconds = 60;

/// The value of --time: "60" or "60s".
Seconds time_of(const Arguments& arguments) {
  constexpr int kMost = 1'000'000;
  const auto given = arguments.option("time");
  if (!given) {
    return Seconds(kDefaultSeconds);
  }
  const char* const end = given->data() + given->size();
  int seconds = 0;
  const auto [rest, error] = std::from_chars(given->data(), end, seconds);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  if (error != std::errc() || (!unit.empty() && unit != "s") || seconds < 1 || seconds > kMost) {
    throw ConfigError("--time: {} is not a number of seconds from 1 to {}, like 60s",
                      in_quotes(*given), kMost);
  }
  return Seconds(seconds);
}

/// The value of --model.
std::string model_of(const Arguments& arguments) {
  std::string word = arguments.option("model").value_or("hops");
  if (word != "hops" && word != "overlap" && word != "worms") {
    throw ConfigError("--model: {} is not known; give hops, overlap or worms", in_quotes(word));
  }
  if (arguments.has("round") && word != "hops") {
    throw ConfigError("--round: there are no such rounds in the model of {}; leave it out", word);
  }
  return word;
}

const OperationKind& operation_of(const std::string& word) {
  if (const OperationKind* const kind = operation_called(word)) {
    return *kind;
  }
  const std::string near = close_word(word, operation_words());
  throw ConfigError("{} is no operation{}", in_quotes(word),
                    near.empty() ? "; flitcast list names them" : "; do you mean " + near + "?");
}

/// The hardware; keys about traffic but for the root have nothing to say.
Config hardware_of(RawConfig raw) {
  if (!raw.places.given("router.ports")) {
    give(raw, "router.ports", "all");
  }
  Config config = resolve_hardware(raw);
  if (const auto root = raw.texts.find("traffic.root"); root != raw.texts.end()) {
    find_key("traffic.root")->apply(config, root->second);
  }
  return config;
}

/// A search, and what is said of it.
class Synthesize {
 public:
  Synthesize(const Arguments& arguments, const OperationKind& operation, const Config& config)
      : config_(config), time_(time_of(arguments)), links_(*config.topology, config.network) {
    request_.operation = &operation;
    model_ = model_of(arguments);
    request_.model = model_ == "worms" ? CostModel::kWorms : CostModel::kHops;
    constexpr std::int64_t kLongestRound = 1'000'000;
    round_ = arguments.number("round", 1, kLongestRound).value_or(0);
    constexpr std::int64_t kMostChunks = 65535;
    request_.chunks =
        static_cast<std::uint32_t>(arguments.number("chunks", 1, kMostChunks).value_or(1));
    request_.steps =
        static_cast<std::uint32_t>(arguments.number("steps", 1, kMostChunks).value_or(0));
    if (request_.steps > 0 && model_ != "hops") {
      throw ConfigError("--steps: there are no steps in the model of {}; leave it out", model_);
    }
    if (arguments.has("proof") && model_ != "hops") {
      throw ConfigError("--proof: it is for the model of hops; leave it out, or give hops");
    }
    request_.root = config.root;
    request_.seed = config.seed;
    request_.watch = [this](const SynthesisState& state) { return goes_on(state); };
  }

  /// Throws ConfigError.
  void search() {
    try {
      const ChunkNetwork own = network_in_rounds_of(0);
      longest_ = own.longest_time();
      shortest_ = own.shortest_time();
      if (model_ == "hops" && round_ == 0) {
        round_ = longest_;
      }
      const ChunkNetwork network = network_in_rounds_of(round_);
      found_ = synthesize(network, request_);
    } catch (const std::invalid_argument& error) {
      throw ConfigError("synthesize: {}", error.what());
    } catch (const SearchEnded& error) {
      throw ConfigError("--time: {}", error.what());
    }
    seconds_ = gone();
    make_schedule();
  }

  std::string report() const {
    const bool has_rounds = model_ != "overlap" || longest_ == 1;
    const char* const unit = has_rounds ? "round" : "unit";
    const auto time = static_cast<std::uint64_t>(found_.time);
    std::string text = fmt::format(
        "{} on {}, {}, {}, {}\n\nbound   {}, by {}\nfound   {}{}, {}\n        {}\n",
        found_.operation.kind->name(), config_.topology->describe(),
        count_of(config_.topology->processors(), "node"), count_of(request_.chunks, "chunk"),
        count_of(static_cast<std::uint64_t>(config_.network.ports), "port"),
        count_of(static_cast<std::uint64_t>(found_.least), unit), why(), count_of(time, unit),
        in_steps(), count_of(messages(), "message"),
        found_.is_optimal() ? "proved optimal"
                            : fmt::format("best of {:.0f} s, bound {}, found {}",
                                          std::ceil(seconds_), found_.least, time));
    if (model_ == "hops" && (longest_ > 1 || round_ > 1)) {
      text += fmt::format("\na round is {} units, of which a chunk takes {} to {} on a link\n",
                          round_, shortest_, longest_);
    } else if (!has_rounds) {
      text += fmt::format(
          "\na chunk takes {} to {} units on a link; play it with --traffic.sync=dataflow\n",
          shortest_, longest_);
    }
    return text;
  }

  /// Why there is no schedule with a round less.
  void write_proof(const std::string& folder) const {
    if (found_.refutation) {
      write_certificate(folder, *found_.refutation);
    } else {
      write_certificate(folder, found_.instance, found_.bound, config_.network.ports,
                        config_.network.duplex);
    }
  }

  void write(AtomicFile& file) const {
    Config config = config_;
    config.message_flits = found_.operation.parts;
    show::write_schedule_json(config, schedule_, {},
                              [&](const std::string& text) { file.write(text); });
  }

 private:
  ChunkNetwork network_in_rounds_of(ChunkTime round) const {
    return {*config_.topology, links_, config_.network.ports, config_.network.duplex, round};
  }

  bool goes_on(const SynthesisState& state) {
    if (line_.due()) {
      line_.show(fmt::format(
          "{:.0f}/{:.0f} s  {}{}", gone(), time_.count(),
          state.best == kUnreached ? "" : fmt::format("best {}  ", state.best),
          state.sought == 0 ? "" : fmt::format("the solver looks for {}", state.sought)));
    }
    return gone() < time_.count() && !Interruptible::is_interrupted();
  }

  /// That it does what the operation promises is verified, whoever found it.
  void make_schedule() {
    schedule_.algorithm = "synthesized";
    schedule_.operation = found_.operation;
    schedule_.rounds = found_.rounds.size();
    schedule_.fill = [this](std::uint64_t number, Round& out) { out = found_.rounds[number]; };
    VerifyOptions options;
    options.model = timing_model(config_.network);
    options.ports = config_.network.ports;
    options.duplex = config_.network.duplex;
    options.disjoint_links = true;
    options.links = &links_;
    verify(schedule_, *config_.routing, options);
  }

  double gone() const { return Seconds(TerminalLine::Clock::now() - begun_).count(); }

  std::string why() const {
    if (!found_.refutation && found_.least > found_.bound.time) {
      return "steps: each has a round or more";
    }
    if (!found_.refutation) {
      return fmt::format("{}: {}", to_string(found_.bound.kind), found_.bound.reason);
    }
    return fmt::format("refutation: no {} ends within {}{}", describe(found_.refutation->instance),
                       count_of(found_.refutation->rounds, "round"),
                       request_.steps > 0 ? " of " + count_of(request_.steps, "step") : "");
  }

  std::string in_steps() const {
    return request_.steps == 0 ? "" : " in steps of " + to_string(found_.rounds_of_steps);
  }

  std::uint64_t messages() const {
    std::uint64_t sum = 0;
    for (const Round& round : found_.rounds) {
      sum += round.size();
    }
    return sum;
  }

  const Config& config_;
  double seconds_ = 0;  // that the search took
  Seconds time_;
  LinkTimes links_;
  SynthesisRequest request_;
  Synthesis found_{};
  Schedule schedule_;
  std::string model_;
  ChunkTime round_ = 0;
  ChunkTime shortest_ = 1;
  ChunkTime longest_ = 1;
  TerminalLine::Clock::time_point begun_ = TerminalLine::Clock::now();
  TerminalLine line_{stderr};
};

int synthesize_schedule(const Arguments& arguments) {
  const Interruptible until_told;
  if (arguments.operands.empty()) {
    throw ConfigError(
        "synthesize needs an operation, like flitcast synthesize allgather "
        "--topology.kind=torus --topology.dims=4x4");
  }
  const OperationKind& operation = operation_of(arguments.operands.front());
  Arguments others = arguments;
  others.operands.erase(others.operands.begin());
  const Config config = hardware_of(gather_config(others));
  std::unique_ptr<AtomicFile> file;
  if (const auto name = arguments.option("out")) {
    if (*name == "-") {
      throw ConfigError("--out: - is standard output, where the report goes; give a file name");
    }
    check_other_output(config, "--out", *name);
    file = std::make_unique<AtomicFile>(*name, "--out");
  }
  Synthesize synthesis(arguments, operation, config);
  synthesis.search();
  std::string report = synthesis.report();
  if (file) {
    synthesis.write(*file);
    file->flush();
    file->commit();
    report += fmt::format("\nwrote {}\n", file->target());
  }
  if (const auto folder = arguments.option("proof")) {
    synthesis.write_proof(*folder);
    report += fmt::format("{}wrote {}, for flitcast verify-proof\n", file ? "" : "\n", *folder);
  }
  print(printable(report));
  return exit_code::kGood;
}

}  // namespace

Command synthesize_command() {
  Command command{"synthesize", synthesize_schedule};
  command.uses = {
      {"flitcast synthesize OPERATION [CONFIG] [--key=value ...] [--chunks=N] "
       "[--model=hops|overlap|worms] [--round=UNITS] [--steps=N] [--time=SECONDS] [--out=FILE] "
       "[--proof=FOLDER]",
       "a schedule with few rounds, and a bound"}};
  command.help = kSynthesizeHelp;
  command.options = {{"chunks", "N", "that a block is cut into, of an all-reduce for each node"},
                     {"model", "hops|overlap|worms", "what a round is; default hops"},
                     {"round", "UNITS", "of time that a round of hops is"},
                     {"steps", "N", "in each of which nodes send what they had before, in rounds"},
                     {"time", "SECONDS", "after which the search ends; default 60s"},
                     {"out", "FILE", "where the schedule goes"},
                     {"proof", "FOLDER", "where it is said why there is no better one"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
