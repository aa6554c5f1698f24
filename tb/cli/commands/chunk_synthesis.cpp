#include "tb/cli/commands/chunk_synthesis.h"

#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "tb/certificates/certificate_files.h"
#include "tb/config/config_value.h"
#include "tb/show/synthesis_json.h"
#include "tb/system/interruptible.h"
#include "tb/text/text_columns.h"
#include "traffic/propose/pareto_set.h"
#include "traffic/propose/round_length.h"

namespace flitcast::cli {

ChunkSynthesis::ChunkSynthesis(const Arguments& arguments, const OperationKind& operation,
                               const Config& config, std::string model, Seconds time)
    : config_(config),
      model_(std::move(model)),
      time_(time),
      links_(*config.topology, config.network) {
  request_.operation = &operation;
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
  if (arguments.has("proof") && model_ == "overlap") {
    throw ConfigError("--proof: it is for hops and worms; leave it out, or give one of them");
  }
  if (arguments.has("ways") && model_ != "worms") {
    throw ConfigError("--ways: there are none in the model of {}; leave it out", model_);
  }
  request_.root = config.root;
  request_.destinations = config.parameters.destinations;
  request_.seed = config.seed;
  request_.watch = [this](const SynthesisState& state) { return goes_on(state); };
}

/// Of a network in rounds.
template <typename Search>
void ChunkSynthesis::run(const Search& search) {
  try {
    const ChunkNetwork own = network_in_rounds_of(0);
    longest_ = own.longest_time();
    shortest_ = own.shortest_time();
    if (model_ == "hops" && round_ == 0) {
      round_ = best_round(own, chunks_of_a_node());
    }
    search(network_in_rounds_of(round_));
  } catch (const std::invalid_argument& error) {
    throw ConfigError("synthesize: {}", error.what());
  } catch (const std::length_error& error) {
    throw ConfigError("synthesize: {}; give less chunks, or other steps", error.what());
  } catch (const SearchEnded& error) {
    throw ConfigError("--time: {}", error.what());
  }
}

void ChunkSynthesis::search() {
  run([this](const ChunkNetwork& network) { found_ = synthesize(network, request_); });
  seconds_ = gone();
  show::schedule_of(found_, config_, claim());  // verified
}

std::string ChunkSynthesis::report() const {
  const bool has_rounds = model_ != "overlap" || longest_ == 1;
  const char* const unit = has_rounds ? "round" : "unit";
  const auto time = static_cast<std::uint64_t>(found_.time);
  std::string text = fmt::format(
      "{} on {}, {}, {}, {}\n\nbound   {}, by {}\nfound   {}{}, {}\n        {}\n",
      found_.operation.kind->name(), config_.topology->describe(),
      count_of(config_.topology->processors(), "node"), count_of(request_.chunks, "chunk"),
      count_of(static_cast<std::uint64_t>(config_.network.ports), "port"),
      count_of(static_cast<std::uint64_t>(found_.least), unit), why(), count_of(time, unit),
      in_steps(), count_of(messages(), "message"), claim());
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

std::string ChunkSynthesis::pareto(const CertificateFolder* proof) {
  ParetoSet set;
  std::map<std::string, Certificate> certificates;
  run([&](const ChunkNetwork& network) { set = pareto_set(network, request_); });
  std::string text =
      fmt::format("{} on {}, {}\n\nchunks  steps  rounds  a chunk\n", request_.operation->name(),
                  config_.topology->describe(), count_of(config_.topology->processors(), "node"));
  for (const ParetoPoint& point : set.points) {
    found_ = point.found;
    text +=
        fmt::format("{:>6}  {:>5}  {:>6}  {:>7.4g}  {}{}\n", point.chunks, point.steps, found_.time,
                    static_cast<double>(found_.time) / static_cast<double>(point.chunks),
                    point.is_best ? "best, " : "", how_far());
    if (proof != nullptr) {
      certificates[fmt::format("{}-{}-{}", point.chunks, point.steps, found_.time)] = this->proof();
    }
  }
  if (proof != nullptr) {
    proof->write(certificates);
  }
  return text + fmt::format(
                    "\n{}best: none has less steps or rounds a chunk, and not more of the "
                    "other\n",
                    set.is_whole ? "" : "the time has ended before all were found\n");
}

/// The schedule stands beside what is counted, unless it is played backwards.
Certificate ChunkSynthesis::proof_of_worms() const {
  WormInstance instance{found_.instance.demand, {}};
  for (const HopLink& link : found_.instance.links) {
    instance.ways.push_back({link.from, link.to});
  }
  instance.joined = true;
  instance.ports = config_.network.ports >= config_.topology->degree()
                       ? 0
                       : static_cast<std::uint32_t>(config_.network.ports);
  FewestRounds fewest;
  fewest.least = static_cast<std::uint32_t>(found_.least);
  fewest.bound = {WormBoundKind::kGrowth, fewest.least, instance.demand.root, {}, ""};
  std::string schedule;
  if (demand_of(*request_.operation)->making == Making::kForward) {
    show::write_synthesis_json(found_, config_, claim(),
                               [&](const std::string& text) { schedule += text; });
  }
  constexpr double kMilliseconds = 1000;
  const auto milliseconds = static_cast<std::uint64_t>(std::ceil(seconds_ * kMilliseconds));
  return certificate_of({instance, fewest, milliseconds, schedule, config_.topology.get()});
}

Certificate ChunkSynthesis::proof() const {
  if (model_ == "worms") {
    return proof_of_worms();
  }
  return found_.refutation ? certificate_of(*found_.refutation, config_.topology.get())
                           : certificate_of(found_.instance, found_.bound, config_.network.ports,
                                            config_.network.duplex, config_.topology.get());
}

void ChunkSynthesis::write(AtomicFile& file) const {
  show::write_synthesis_json(found_, config_, claim(),
                             [&](const std::string& text) { file.write(text); });
}

/// That it receives, or sends, of all; in the reduce-scatter and the all-gather of an all-reduce.
std::uint64_t ChunkSynthesis::chunks_of_a_node() const {
  const auto demand = demand_of(*request_.operation);
  const bool one =
      demand && (demand->kind == DemandKind::kBroadcast || demand->kind == DemandKind::kMulticast);
  return one ? request_.chunks
             : std::uint64_t{request_.chunks} * (config_.topology->processors() - 1);
}

ChunkNetwork ChunkSynthesis::network_in_rounds_of(ChunkTime round) const {
  return {*config_.topology, links_, config_.network.ports, config_.network.duplex, round};
}

bool ChunkSynthesis::goes_on(const SynthesisState& state) {
  if (line_.due()) {
    line_.show(
        fmt::format("{:.0f}/{:.0f} s  {}{}", gone(), time_.count(),
                    state.best == kUnreached ? "" : fmt::format("best {}  ", state.best),
                    state.sought == 0 ? "" : fmt::format("the solver looks for {}", state.sought)));
  }
  return gone() < time_.count() && !Interruptible::is_interrupted();
}

std::string ChunkSynthesis::why() const {
  if (!found_.refutation && found_.least > found_.bound.time) {
    return "steps: each has a round or more";
  }
  if (!found_.refutation) {
    return fmt::format("{}: {}", to_string(found_.bound.kind), found_.bound.reason);
  }
  const bool forward =
      &flitcast::operation_of(found_.instance.demand.kind) == found_.operation.kind;
  return fmt::format("refutation: {}no {} ends within {}{}", forward ? "" : "backwards in time, ",
                     describe(found_.refutation->instance),
                     count_of(found_.refutation->rounds, "round"),
                     request_.steps > 0 ? " of " + count_of(request_.steps, "step") : "");
}

std::string ChunkSynthesis::claim() const {
  const std::string claim = show::claim_of(found_);
  return found_.is_optimal() ? claim
                             : fmt::format("best of {:.0f} s, {}", std::ceil(seconds_), claim);
}

/// What is proved of a point.
std::string ChunkSynthesis::how_far() const {
  return !found_.is_optimal() ? fmt::format("bound {}", found_.least)
         : found_.refutation  ? fmt::format("{} refuted", found_.refutation->rounds)
                              : std::string("bound met");
}

std::string ChunkSynthesis::in_steps() const {
  return request_.steps == 0 ? "" : " in steps of " + to_string(found_.rounds_of_steps);
}

std::uint64_t ChunkSynthesis::messages() const {
  std::uint64_t sum = 0;
  for (const Round& round : found_.rounds) {
    sum += round.size();
  }
  return sum;
}

}  // namespace flitcast::cli
