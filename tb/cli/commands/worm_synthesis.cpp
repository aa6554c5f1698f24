#include "tb/cli/commands/worm_synthesis.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "tb/certificates/certificate_files.h"
#include "tb/config/source_locations.h"
#include "tb/show/schedule_writers.h"
#include "tb/system/interruptible.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"
#include "traffic/operations/operations.h"
#include "traffic/optimal/demand.h"
#include "traffic/schedule/dual.h"
#include "traffic/verify/verifier.h"
#include "traffic/worms/worm_rounds.h"
#include "traffic/worms/worm_ways.h"

namespace flitcast::cli {
namespace {

using Seconds = std::chrono::duration<double>;

DemandOfOperation making_of(const OperationKind& operation) {
  const std::optional<DemandOfOperation> making = demand_of(operation);
  if (!making) {
    throw ConfigError(
        "synthesize: worms are for broadcast, multicast, scatter, all-gather, all-to-all, what "
        "these are backwards, and all-reduce; not for {}",
        operation.name());
  }
  return making->making == Making::kTwice
             ? DemandOfOperation{DemandKind::kAllGather, Making::kTwice}
             : *making;
}

std::vector<WormWay> ways_of(const Config& config, const std::string& ways, Making making) {
  if (config.topology->shares_routers()) {
    throw ConfigError(
        "synthesize: processors share routers in a {}; give a network with a router for each",
        config.topology->describe());
  }
  if (making != Making::kForward && config.topology->is_one_way()) {
    throw ConfigError("synthesize: worms go backwards over links that lead both ways; give hops");
  }
  std::vector<WormWay> all =
      ways == "base" ? base_ways(*config.routing) : shortest_ways(*config.topology);
  if (making == Making::kBackward) {
    turn_ways(all);
  }
  return all;
}

WormInstance instance_of(DemandKind kind, const Config& config, std::vector<WormWay> ways) {
  const Topology& topology = *config.topology;
  const NodeId nodes = topology.processors();
  if (nodes < 2 || config.root >= nodes) {
    throw ConfigError("synthesize: the root is one of two or more nodes; {} has {}",
                      topology.describe(), nodes);
  }
  WormInstance instance{{kind, nodes}, std::move(ways)};
  instance.demand.root = instance.demand.is_rooted() ? config.root : 0;
  if (kind == DemandKind::kMulticast) {  // nobody else gets anything, or passes it on
    instance.demand.destinations = config.parameters.destinations;
    keep_ways_of_members(instance);
  }
  instance.ports = config.network.ports >= topology.degree()
                       ? 0
                       : static_cast<std::uint32_t>(config.network.ports);
  instance.half_duplex = config.network.duplex == Duplex::kHalf;
  return instance;
}

std::uint64_t messages(const PlannedRounds& rounds) {
  std::uint64_t sum = 0;
  for (const std::vector<PlannedWorm>& round : rounds) {
    sum += round.size();
  }
  return sum;
}

const char* to_word(WormBoundKind kind) {
  constexpr const char* kWords[] = {"growth", "ports", "links"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace

bool is_solved(const Arguments& arguments, const OperationKind& operation) {
  const std::string ways = arguments.option("ways").value_or("");
  if (!ways.empty() && ways != "any" && ways != "base" && ways != "shortest") {
    throw ConfigError("--ways: {} is not known; give any, base or shortest", in_quotes(ways));
  }
  const bool any = &operation == &operations::broadcast() || &operation == &operations::reduction();
  if (!any && ways == "any") {
    throw ConfigError("--ways: any are for broadcast and reduce; give base or shortest");
  }
  return !any || ways == "base" || ways == "shortest";
}

WormSynthesis::WormSynthesis(const Arguments& arguments, const OperationKind& operation,
                             const Config& config, std::chrono::duration<double> time)
    : config_(config),
      ways_(arguments.option("ways").value_or("base")),
      making_(making_of(operation).making),
      time_(time),
      instance_(instance_of(making_of(operation).kind, config, ways_of(config, ways_, making_))) {
  for (const char* const option : {"chunks", "steps"}) {
    if (arguments.number(option, 1, std::int64_t{65535}).value_or(1) > 1) {
      throw ConfigError("--{}: worms carry whole blocks, and rounds are steps; leave it out",
                        option);
    }
  }
  instance_.absorbs = config.irc && (&operation == &operations::broadcast() ||
                                     &operation == &operations::multicast());
  if (instance_.absorbs && ways_ != "base") {
    throw ConfigError("--ways: worms leave copies along base routes only; give base");
  }
}

bool WormSynthesis::is_to_end() {
  const double gone = Seconds(TerminalLine::Clock::now() - begun_).count();
  if (line_.due()) {
    line_.show(fmt::format("{:.0f}/{:.0f} s", gone, time_.count()));
  }
  return gone >= time_.count() || Interruptible::is_interrupted();
}

void WormSynthesis::search() {
  SearchLimit limit;
  limit.stop = [this] { return is_to_end(); };
  try {
    found_ = fewest_rounds(instance_, limit);
  } catch (const std::invalid_argument& error) {
    throw ConfigError("synthesize: {}", error.what());
  } catch (const std::length_error& error) {
    throw ConfigError("synthesize: {}; give a smaller network", error.what());
  }
  seconds_ = Seconds(TerminalLine::Clock::now() - begun_).count();
  if (!found_.schedule) {
    throw ConfigError("--time: no schedule was found in this time, of {} or more; give more",
                      count_of(found_.least, "round"));
  }
  make_schedule();
}

std::string WormSynthesis::claim() const {
  return rounds_.size() == found_.least
             ? "proved optimal"
             : fmt::format("best of {:.0f} s, bound {}, found {}", std::ceil(seconds_),
                           found_.least, rounds_.size());
}

/// That it does what the operation promises is verified, whoever found it.
void WormSynthesis::make_schedule() {
  const bool twice = making_ == Making::kTwice;
  rounds_ = twice ? all_reduce_rounds(*config_.topology, *found_.schedule)
                  : rounds_of(*config_.topology, instance_, *found_.schedule);
  schedule_.algorithm = "synthesized, " + claim();
  schedule_.operation.kind =
      twice ? &operations::all_reduce() : &flitcast::operation_of(instance_.demand.kind);
  schedule_.operation.nodes = instance_.demand.nodes;
  schedule_.operation.root = instance_.demand.root;
  schedule_.operation.destinations = instance_.demand.destinations;
  schedule_.operation.parts = twice ? instance_.demand.nodes : 1;
  schedule_.rounds = rounds_.size();
  schedule_.fill = [this](std::uint64_t number, Round& out) { out = rounds_[number]; };
  if (making_ == Making::kBackward) {
    schedule_ = dual(schedule_, schedule_.algorithm);
  }
  const LinkTimes links(*config_.topology, config_.network);
  VerifyOptions options;
  options.model = timing_model(config_.network);
  options.ports = config_.network.ports;
  options.irc = instance_.absorbs;
  options.duplex = config_.network.duplex;
  options.disjoint_links = true;
  options.links = &links;
  verify(schedule_, *config_.routing, options);
}

std::string WormSynthesis::schedule_text() const {
  Config config = config_;
  config.message_flits = schedule_.operation.parts;
  std::string text;
  show::write_schedule_json(config, schedule_, {},
                            [&](const std::string& piece) { text += piece; });
  return text;
}

Certificate WormSynthesis::proof() const {
  constexpr double kMilliseconds = 1000;
  return certificate_of(
      {instance_, found_, static_cast<std::uint64_t>(std::ceil(seconds_ * kMilliseconds)),
       making_ == Making::kForward ? schedule_text() : "", config_.topology.get()});
}

std::string WormSynthesis::report() const {
  const std::uint64_t worms = messages(*found_.schedule) * (making_ == Making::kTwice ? 2 : 1);
  const std::string bound =
      found_.proof.empty()
          ? fmt::format("{}: {}", to_word(found_.bound.kind), found_.bound.reason)
          : fmt::format("refutation: none ends within {}", count_of(found_.least - 1, "round"));
  return fmt::format("{} on {}, {} routes\n{}{}\n\nbound   {}, by {}\nfound   {}, {}\n        {}\n",
                     schedule_.operation.kind->name(), config_.topology->describe(), ways_,
                     making_ == Making::kForward    ? ""
                     : making_ == Making::kBackward ? "backwards in time, "
                                                    : "backwards in time and then forward, ",
                     describe(instance_), count_of(found_.least, "round"), bound,
                     count_of(rounds_.size(), "round"), count_of(worms, "message"), claim());
}

void WormSynthesis::write(AtomicFile& file) const {
  file.write(schedule_text());
}

}  // namespace flitcast::cli
