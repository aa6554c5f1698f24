#include <charconv>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tb/certificates/certificate_folder.h"
#include "tb/cli/arguments.h"
#include "tb/cli/commands/chunk_synthesis.h"
#include "tb/cli/commands/commands.h"
#include "tb/cli/commands/worm_synthesis.h"
#include "tb/config/config_value.h"
#include "tb/config/resolve/resolve.h"
#include "tb/system/console.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/interruptible.h"
#include "tb/text/shown_text.h"
#include "traffic/operations/operations.h"
#include "traffic/text/nearest_word.h"

namespace flitcast::cli {
namespace {

constexpr const char* kSynthesizeHelp =
    R"(Looks for a schedule of an operation with the fewest rounds on a network:
broadcast, scatter, all-gather, all-to-all and, to the nodes of --destinations,
multicast; played backwards reduce, gather and reduce-scatter; both together
all-reduce. A bound by counting, of degrees,
cuts, distances, growth or hops, says what no schedule can do better. The search
ends at once where it is met, and what was found is proved optimal then. Else a
solver looks for a round less, or refutes it, where it can: in the model of hops
with all ports and full duplex, on networks of moderate size; a certificate says
why (--proof). Time and Ctrl-C end the search, and keep the best so far. The
same seed (run.seed) tries the same schedules in the same order.

In the model of hops a block is cut into chunks that go from neighbour to
neighbour, in a round one over each link; where links differ, as many as fit
into the round that suits these chunks best, or into --round. With --steps, nodes
send in all rounds of a step what they had before it, in a message a link; with
--pareto, a table has the fewest rounds by chunks and steps. In that of overlap
links carry chunk after chunk, each at its own rate, and there are no rounds. A
node sends and receives at all its ports, or at as many as router.ports says.
Relays of a multicast that are no destinations give away what they pass on.

In the model of worms a round is a set of worms that share no link. Those of
broadcast and reduce go over any ways, each to one node. With --ways=base or
shortest, and for other operations, a solver finds the fewest rounds and proves
it: all-gather and reduce-scatter combine what they send, in all-to-all, scatter
and gather every block has a worm of its own, an all-reduce is a reduce-scatter
and an all-gather, and with router.irc = true worms of a broadcast or multicast
leave copies on their base routes. In a multicast nobody but its destinations
passes anything on.

The file is one for run, check, show and convert: tb/schedules/README.md.

)";

using Seconds = ChunkSynthesis::Seconds;

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

/// The hardware; keys about traffic but for the root, and the destinations of a multicast, have
/// nothing to say.
Config hardware_of(RawConfig raw, const OperationKind& operation) {
  if (!raw.places.given("router.ports")) {
    give(raw, "router.ports", "all");
  }
  return resolve_hardware(raw, &operation);
}

/// Where what is found goes, both together.
struct Outputs {
  std::unique_ptr<AtomicFile> file;
  std::unique_ptr<CertificateFolder> proof;
};

/// Finds out, before a search, what cannot be written.
Outputs outputs_of(const Arguments& arguments, const Config& config) {
  Outputs outputs;
  if (const auto folder = arguments.option("proof")) {
    outputs.proof = std::make_unique<CertificateFolder>(*folder, "--proof");
  }
  if (const auto name = arguments.option("out")) {
    if (*name == "-") {
      throw ConfigError("--out: - is standard output, where the report goes; give a file name");
    }
    check_other_output(config, "--out", *name);
    if (outputs.proof && outputs.proof->takes(*name)) {
      throw ConfigError("--out: {} is a file of the certificate that --proof asks for", *name);
    }
    outputs.file = std::make_unique<AtomicFile>(*name, "--out");
  }
  return outputs;
}

/// Searches, writes what is wanted, and says what was found.
template <typename Synthesis>
int finish(Synthesis& synthesis, const Outputs& outputs) {
  synthesis.search();
  std::string report = synthesis.report();
  if (outputs.file) {
    synthesis.write(*outputs.file);
    outputs.file->flush();
    report += fmt::format("\nwrote {}\n", outputs.file->target());
  }
  if (outputs.proof) {
    outputs.proof->write(synthesis.proof(), outputs.file.get());
    report += fmt::format("{}wrote {}, for flitcast verify-proof\n", outputs.file ? "" : "\n",
                          outputs.proof->path());
  } else if (outputs.file) {
    outputs.file->commit();
  }
  print(printable(report));
  return exit_code::kGood;
}

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
  const Config config = hardware_of(gather_config(others), operation);
  const Outputs outputs = outputs_of(arguments, config);
  if (arguments.has("pareto") && (model_of(arguments) != "hops" || arguments.has("steps"))) {
    throw ConfigError("--pareto: it is for the model of hops, with all numbers of steps");
  }
  if (model_of(arguments) == "worms" && is_solved(arguments, operation)) {
    WormSynthesis synthesis(arguments, operation, config, time_of(arguments));
    return finish(synthesis, outputs);
  }
  ChunkSynthesis synthesis(arguments, operation, config, model_of(arguments), time_of(arguments));
  if (arguments.has("pareto")) {
    if (outputs.file) {
      throw ConfigError("--out: there is a file for one point, with --steps; leave out --pareto");
    }
    print(printable(synthesis.pareto(outputs.proof.get())));
    return exit_code::kGood;
  }
  return finish(synthesis, outputs);
}

}  // namespace

Command synthesize_command() {
  Command command{"synthesize", synthesize_schedule};
  command.uses = {
      {"flitcast synthesize OPERATION [CONFIG] [--key=value ...] [--chunks=N] "
       "[--model=hops|overlap|worms] [--round=UNITS] [--steps=N] [--pareto] "
       "[--ways=any|base|shortest] [--time=SECONDS] [--out=FILE] [--proof=FOLDER]",
       "a schedule with few rounds, and a bound"}};
  command.help = kSynthesizeHelp;
  command.options = {{"chunks", "N", "that a block is cut into, of an all-reduce for each node"},
                     {"model", "hops|overlap|worms", "what a round is; default hops"},
                     {"round", "UNITS", "of time that a round of hops is"},
                     {"steps", "N", "in each of which nodes send what they had before, in rounds"},
                     {"pareto", "", "the fewest rounds of 1 to --chunks chunks, by steps"},
                     {"ways", "any|base|shortest", "that worms go"},
                     {"time", "SECONDS", "after which the search ends; default 60s"},
                     {"out", "FILE", "where the schedule goes"},
                     {"proof", "FOLDER", "where it is said why there is no better one"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
