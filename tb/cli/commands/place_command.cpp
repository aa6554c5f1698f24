#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/placement_file.h"
#include "tb/plan/planned_run.h"
#include "tb/results/text_report.h"
#include "tb/sim/simulated_run.h"
#include "tb/system/console.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/interruptible.h"
#include "tb/system/terminal_line.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"
#include "traffic/forecast/program_bound.h"
#include "traffic/placement/placement_search.h"

namespace flitcast::cli {
namespace {

constexpr const char* kPlaceHelp =
    R"(Looks for nodes for the ranks of a program, so that the channel with the most
flits, headers included and along base routes, has few, then for few flit-hops in
all; or, by time, so that a simulation ends early. Begins with the placements that
have a name and the one of the configuration, and is never worse than these. Ends
at once where no placement can have less. The same seed (run.seed) and tries
find the same placement. Ctrl-C ends the search, and keeps the best so far.
The file is one for traffic.placement.

)";

struct NamedPlacement {
  std::string name;
  Placement nodes;
};

/// What a search begins with: the configuration's own first.
std::vector<NamedPlacement> known_placements(const ProgramPlan& plan) {
  const Config& config = plan.config();
  std::vector<NamedPlacement> known{{config.placement, plan.placement()}};
  const std::vector<std::string_view>& words = placement_words();
  for (std::size_t word = 0; word < words.size(); ++word) {
    try {
      if (words[word] != config.placement) {
        known.push_back({std::string(words[word]),
                         place_ranks(static_cast<PlacementMap>(word), plan.program().ranks(),
                                     plan.topology(), config.seed)});
      }
    } catch (const std::invalid_argument&) {  // it is for other networks
    }
  }
  return known;
}

constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// Cycles that the program takes on these nodes; the most there are where it comes to a stand.
Cycle simulated(const RawConfig& raw, const Placement& nodes) {
  RawConfig placed = raw;
  placed.job_place = std::make_shared<const JobPlace>(JobPlace{nodes, false});
  try {
    const PlannedRun plan = plan_run(placed);
    const RunMeasures run = measures_of(simulate(plan, {}));
    return run.stuck ? kNever : run.completion_cycles;
  } catch (const ConfigError&) {  // its routes could wait for each other there
    return kNever;
  }
}

std::string cycles_text(Cycle cycles) {
  return cycles == kNever ? "stuck" : std::to_string(cycles);
}

/// How far `found` is from a bound, and why that is one.
template <typename Number>
std::string beyond(Number found, Number bound, const std::string& reason) {
  return bound == 0 ? ""
                    : fmt::format(" (x {:.2f}): {}",
                                  static_cast<double>(found) / static_cast<double>(bound), reason);
}

/// A search of placements, and what is said of it.
class Place {
 public:
  Place(const Arguments& arguments, RawConfig raw, const ProgramPlan& plan)
      : raw_(std::move(raw)), plan_(plan), flows_(rank_flows(plan.program())) {
    constexpr std::int64_t kMost = 1'000'000'000;
    by_time_ = arguments.option("by").value_or("load") == "time";
    if (!by_time_ && arguments.option("by").value_or("load") != "load") {
      throw ConfigError("--by: {} is not known; give load or time", *arguments.option("by"));
    }
    tries_ = static_cast<std::uint64_t>(arguments.number("tries", 1, kMost).value_or(0));
  }

  Placement search() {
    const std::vector<NamedPlacement> known = known_placements(plan_);
    bound_ = placement_bound(flows_, plan_.topology());
    rows_ = {{"placement", "worst link", "flit-hops"}};
    std::vector<Placement> starts;
    for (const NamedPlacement& each : known) {
      starts.push_back(each.nodes);
      add_row(each.name, each.nodes);
    }
    const PlacementFound found = search_by_load(starts);
    if (!by_time_) {
      add_row("found", found.nodes);
      summary_ = summary_of(found);
      return found.nodes;
    }
    starts.push_back(found.nodes);
    return search_by_time(starts);
  }

  std::string report() const {
    return fmt::format("{}\n\n{}\n{}\n", title(plan_), aligned(rows_), summary_);
  }

 private:
  std::string summary_of(const PlacementFound& found) const {
    return fmt::format("{} on the worst link, after {}; no placement has less than {}{}",
                       count_of(found.score.worst, "flit"), count_of(found.tries, "swap"),
                       bound_.flits, beyond(found.score.worst, bound_.flits, bound_.reason));
  }

  void add_row(const std::string& name, const Placement& nodes) {
    const PlacementLoad load(flows_, nodes, plan_.routing());
    rows_.push_back({name, std::to_string(load.worst().flits), std::to_string(load.flit_hops())});
  }

  bool goes_on(std::uint64_t tried, std::uint64_t of, const std::string& best) {
    if (line_.due()) {
      line_.show(
          fmt::format("swap {}/{}  {}{}", tried, of, best, time_left(tried, of, line_.seconds())));
    }
    return !Interruptible::is_interrupted();
  }

  PlacementFound search_by_load(const std::vector<Placement>& starts) {
    PlacementSearch search;
    search.tries = by_time_ ? 0 : tries_;
    search.seed = plan_.config().seed;
    search.bound = {bound_.flits, bound_.flit_hops};
    search.watch = [this](std::uint64_t tried, std::uint64_t of, const PlacementScore& best) {
      return goes_on(tried, of, count_of(best.worst, "flit") + " on the worst link");
    };
    return search_placement(flows_, starts, plan_.routing(), search);
  }

  Placement search_by_time(const std::vector<Placement>& starts) {
    constexpr std::uint64_t kTries = 100;
    const std::uint64_t of = tries_ > 0 ? tries_ : kTries;
    const ProgramBound bound =
        program_bound(plan_.program(), nullptr, plan_.routing(), plan_.config().network);
    const auto cost = [this](const Placement& nodes) { return simulated(raw_, nodes); };
    const auto watch = [this, of](std::uint64_t tried, Cycle best) {
      return goes_on(tried, of, cycles_text(best) + " cycles");
    };
    const PlacementByCost found = search_by_cost(
        starts, plan_.topology(), {of, plan_.config().seed, bound.cycles, cost, watch});
    if (found.cost == kNever) {
      throw ConfigError(
          "--by: time is that of runs that end, and this one does on no placement that was "
          "tried; flitcast run says why");
    }
    rows_.front().push_back("cycles");
    for (std::size_t each = 1; each < rows_.size(); ++each) {
      rows_[each].push_back(cycles_text(found.start_costs[each - 1]));
    }
    add_row("least load", starts.back());
    rows_.back().push_back(cycles_text(found.start_costs.back()));
    add_row("found", found.nodes);
    rows_.back().push_back(cycles_text(found.cost));
    summary_ = fmt::format("{}, after {}; on no placement less than {}{}",
                           count_of(static_cast<std::uint64_t>(found.cost), "cycle"),
                           count_of(found.tries, "swap"), bound.cycles,
                           beyond(found.cost, bound.cycles, bound.reason));
    return found.nodes;
  }

  RawConfig raw_;
  const ProgramPlan& plan_;
  std::vector<RankFlow> flows_;
  bool by_time_ = false;
  std::uint64_t tries_ = 0;
  PlacementBound bound_;
  std::vector<std::vector<std::string>> rows_;
  std::string summary_;
  TerminalLine line_{stderr};
};

int place(const Arguments& arguments) {
  const Interruptible until_told;
  const RawConfig raw = gather_config(arguments);
  if (!gives_program(raw)) {
    throw ConfigError(
        "place is for programs; give one, like flitcast place FILE "
        "--topology.kind=torus --topology.dims=4x4");
  }
  std::unique_ptr<AtomicFile> file;
  if (const auto name = arguments.option("output")) {
    if (*name == "-") {
      throw ConfigError("--output: - is standard output, where the report goes; give a file name");
    }
    file = std::make_unique<AtomicFile>(*name, "--output");
  }
  const PlannedRun planned = plan_on_terminal(raw);
  const auto& plan = std::get<ProgramPlan>(planned);
  if (plan.topology().networks() > 1) {
    throw plan.config().places.error(
        "topology.kind", "ranks of an {} stay in their networks; give traffic.placement a file",
        plan.topology().describe());
  }
  if (file) {
    check_other_output(plan.config(), "--output", file->target());
  }
  Place place(arguments, raw, plan);
  const Placement nodes = place.search();
  std::string report = place.report();
  if (file) {
    file->write(placement_text(nodes));
    file->flush();
    file->commit();
    report += fmt::format("\nwrote {}\n", file->target());
  }
  print(printable(report));
  return exit_code::kGood;
}

}  // namespace

Command place_command() {
  Command command{"place", place};
  command.uses = {
      {"flitcast place FILE [--key=value ...] [--by=load|time] [--tries=N] "
       "[--output=FILE]",
       "nodes for the ranks of a program"}};
  command.help = kPlaceHelp;
  command.options = {
      {"by", "load|time", "what is to be small; default load"},
      {"tries", "N",
       "swaps of two nodes; default: 2,000 to 200,000, about a second; by time 100 simulations"},
      {"output", "FILE", "where the placement goes"}};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast::cli
