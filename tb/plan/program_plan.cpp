#include "tb/plan/program_plan.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/keys/node_keys.h"
#include "tb/plan/broadcast_trees.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/placement_file.h"
#include "tb/plan/predict.h"
#include "tb/plan/row_program.h"
#include "tb/plan/row_schedule.h"
#include "tb/programs/program_file.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

constexpr const char* kKey = "traffic.program";
constexpr const char* kVcs = "router.vcs";

RoutingProof prove(const Config& config, const std::vector<NodePair>& pairs, VerifyWatcher* watcher,
                   const std::vector<TreeWorm>* trees = nullptr) {
  return prove_routing(*config.routing, config.network,
                       {watcher, false, keeps_rings_going(config), &pairs, trees});
}

/// As errors call it.
const std::string& name_of(const Config& config) {
  if (!config.program_file.empty()) {
    return config.program_file;
  }
  const auto& texts = config.job_place->row->texts;
  const auto file = texts.find("traffic.schedule");
  return file != texts.end() ? file->second : texts.find("traffic.algorithm")->second;
}

Program read(const Config& config) {
  Program program = read_program(config);
  const std::string& name = name_of(config);
  const NodeId nodes = config.topology->processors();
  const auto room =
      config.job_place && !config.job_place->nodes.empty() ? config.job_place->nodes.size() : nodes;
  if (program.ranks() > room && room < nodes) {
    throw config.places.error(kKey, "{} has {} ranks, and there are {} nodes for it", name,
                              program.ranks(), room);
  }
  if (program.measured.processors.empty() && config.network.holds_requests()) {
    throw config.places.error(requests_key(config),
                              "{} has no replies, and interfaces take no request before they "
                              "have answered another; give 0",
                              name);
  }
  if (program.ranks() > nodes) {
    throw config.places.error(kKey, "{} has {}, and a {} has {}; give a larger network", name,
                              count_of(program.ranks(), "rank"), config.topology->describe(),
                              count_of(nodes, "node"));
  }
  return program;
}

Placement place(const Program& program, const Config& config) {
  constexpr const char* kPlacement = "traffic.placement";
  if (config.job_place && !config.job_place->nodes.empty()) {
    const std::vector<NodeId>& nodes = config.job_place->nodes;
    return {nodes.begin(), nodes.begin() + program.ranks()};
  }
  const std::vector<std::string_view>& words = placement_words();
  const auto word = std::find(words.begin(), words.end(), config.placement);
  if (word == words.end()) {
    return config.places.with_file(kPlacement, [&] {
      return read_placement(config.placement, program.ranks(), *config.topology);
    });
  }
  try {
    return place_ranks(static_cast<PlacementMap>(word - words.begin()), program.ranks(),
                       *config.topology, config.seed);
  } catch (const std::invalid_argument& error) {
    throw config.places.error(kPlacement, "{} {}", *word, error.what());
  }
}

/// Ranks that send to each other are in one network. Where they would be without the placement that
/// was given, that is to blame.
void check_networks(const Program& program, const Placement& nodes, const Config& config) {
  constexpr const char* kPlacement = "traffic.placement";
  const Topology& topology = *config.topology;
  if (topology.networks() == 1) {
    return;
  }
  std::vector<NodePair> pairs = program.pairs();
  for (const std::vector<std::uint32_t>& sends : program.broadcasts()) {
    for (const std::uint32_t op : sends) {
      pairs.emplace_back(program.rank_of(op), program[op].peer);
    }
  }
  for (const auto& [from, to] : pairs) {
    if (topology.in_one_network(nodes[from], nodes[to])) {
      continue;
    }
    const std::string nothing_leads =
        fmt::format("node {} to node {}, and nothing leads from one network of an {} to the other",
                    nodes[from], nodes[to], topology.describe());
    if (config.places.given(kPlacement) && topology.in_one_network(from, to)) {
      throw config.places.error(kPlacement,
                                "has rank {} of {} send to rank {} from {}; give identity", from,
                                name_of(config), to, nothing_leads);
    }
    throw config.places.error(kKey, "{} sends from {}", name_of(config), nothing_leads);
  }
}

/// Of two networks over tiles; of others there is none.
ChipLayout chip_of(const Config& config) {
  const Topology& topology = *config.topology;
  if (topology.networks() != 2 || topology.dims().size() != 2) {
    return {};
  }
  ChipLayout chip{topology.dims()[0], topology.dims()[1]};
  for (std::uint32_t tile = 0; tile < chip.columns * chip.rows; ++tile) {
    chip.memories.push_back({tile});
  }
  std::uint32_t number = 0;
  for (const NodeKind& kind : config.node_kinds) {
    ++number;
    const auto shared = static_cast<std::size_t>(kind.memory_shared.value_or(1));
    if (kind.nodes.size() % shared != 0) {
      throw config.places.error(fmt::format("node.{}.memory_shared", kind.name),
                                "{} nodes are no groups of {}", kind.nodes.size(), shared);
    }
    for (std::size_t i = 0; i < kind.nodes.size(); ++i) {
      chip.memories[kind.nodes[i]] = {kind.nodes[i - i % shared], kind.memory_latency.value_or(0),
                                      kind.memory_flit_cycles.value_or(0), number};
    }
  }
  return chip;
}

}  // namespace

std::optional<RoutingProof> do_without_datelines(const RawConfig& raw, const char* key,
                                                 const std::vector<NodePair>& pairs,
                                                 VerifyWatcher* watcher, Config& config) {
  if (config.places.given(kVcs) || config.network.vcs == 1 ||
      !config.routing->follows_base_routes() ||
      config.network.pipeline.kind == PipelineKind::kStaged) {
    return std::nullopt;
  }
  RawConfig one = raw;
  give(one, kVcs, "1", raw.places.of(key));
  Config without = resolve(one);
  RoutingProof proof = prove(without, pairs, watcher);
  if (!proof.free) {
    return std::nullopt;
  }
  config = std::move(without);
  return proof;
}

std::vector<NodePair> node_pairs(const Program& program, const Placement& nodes) {
  std::vector<NodePair> pairs = program.pairs();
  for (auto& [source, destination] : pairs) {
    source = nodes[source];
    destination = nodes[destination];
  }
  return pairs;
}

Program read_program(const Config& config) {
  Program program = config.places.with_file(kKey, [&] {
    if (config.program_file.empty()) {
      return program_of_row(*config.job_place->row, config);
    }
    return read_program(config.program_file, {scale_of(config), config.message_flits, config.timing,
                                              config.collectives, config.network, chip_of(config),
                                              config.places.given("traffic.message_flits")});
  });
  if (config.fifo_depth) {
    program.fifo_depth = *config.fifo_depth;
  }
  return program;
}

ProgramPlan::ProgramPlan(const RawConfig& raw, VerifyWatcher* watcher)
    : config_(resolve(raw)), program_(read(config_)), placement_(place(program_, config_)) {
  const std::vector<NodePair> pairs = node_pairs(program_, placement_);
  check_networks(program_, placement_, config_);
  std::optional<RoutingProof> proof = do_without_datelines(raw, kKey, pairs, watcher, config_);
  if (program_.chunk_flits == 0) {
    const std::string without = "on a program that says how large its messages are";
    if (config_.places.given("traffic.message_flits")) {
      config_.ineffective.push_back("traffic.message_flits has no effect " + without);
    }
  }
  config_.notes.insert(config_.notes.end(), program_.notes.begin(), program_.notes.end());
  note_keys_of_formats();
  resolve_buffer(packets(), config_);
  resolve_timeout(packets().largest_flits, config_);
  const std::vector<TreeWorm> trees =
      broadcast_trees(program_, placement_, name_of(config_), config_);
  proof_ = proof ? *std::move(proof) : prove(config_, pairs, watcher, &trees);
  flitcast::check_deadlock(kKey, proof_, raw, config_);
  try {
    forecast_ = flitcast::forecast(program_, placement_, routing(), config_.network);
  } catch (const std::length_error& error) {
    throw config_.places.error(kKey, "{} {}", name_of(config_), error.what());
  }
  check_forecast();
  check_duration(config_, forecast_.cycles);
}

void ProgramPlan::note_keys_of_formats() {
  if (config_.program_file.empty()) {
    const Draft draft(*config_.job_place->row);
    const std::vector<std::string>& without = draft.config().ineffective;
    config_.ineffective.insert(config_.ineffective.end(), without.begin(), without.end());
    const std::uint64_t ways = messages_with_ways(draft);
    if (ways > 0) {
      config_.notes.push_back(
          fmt::format("a program has no ways: {} messages whose headers carry a route take the one "
                      "of the network",
                      ways));
    }
    return;
  }
  config_.ineffective.insert(config_.ineffective.end(), program_.ineffective.begin(),
                             program_.ineffective.end());
  const ProgramFormat format = format_of(config_.program_file);
  if (format != ProgramFormat::kNetrace && config_.places.given("traffic.timing")) {
    config_.ineffective.emplace_back("traffic.timing has no effect but on netrace");
  }
  for (const NodeKind& kind : config_.node_kinds) {
    const bool of_memory = kind.memory_latency || kind.memory_flit_cycles || kind.memory_shared;
    if (of_memory && format != ProgramFormat::kNocTrace) {
      config_.ineffective.push_back(
          fmt::format("the memory of node.{} has no effect but on traces of a chip", kind.name));
    }
  }
  if (format != ProgramFormat::kChakra && config_.places.given("traffic.collectives")) {
    config_.ineffective.emplace_back("traffic.collectives has no effect but on Chakra traces");
  }
  if (config_.irc && (config_.job_place == nullptr || !config_.job_place->among_others)) {
    config_.ineffective.emplace_back("router.irc has no effect on a program");
  }
  const NetworkConfig& network = config_.network;
  for (const auto& [key, cycles] : {std::pair("ni.copy_per_flit", network.copy_per_flit),
                                    std::pair("ni.reduce_per_flit", network.reduce_per_flit)}) {
    if (format != ProgramFormat::kMsccl && format != ProgramFormat::kChakra && cycles != 0) {
      config_.ineffective.push_back(
          fmt::format("{} has no effect but on MSCCL XML and Chakra traces", key));
    }
  }
}

PacketExtent ProgramPlan::packets() const {
  return in_frames({program_.largest_flits() + 1, 2, 1}, config_);
}

void ProgramPlan::check_forecast() {
  const std::string& file = name_of(config_);
  if (!forecast_.waiting.empty()) {
    require_allowed(kKey,
                    fmt::format("{} comes to a stand on these nodes without contention: {}", file,
                                fmt::join(forecast_.waiting, "; ")),
                    "", config_);
  }
  if (forecast_.left_over > 0) {
    config_.notes.push_back(fmt::format("nobody receives {} of the messages; the first: {}",
                                        forecast_.left_over, forecast_.first_left_over));
  }
  if (forecast_.smaller > 0) {
    config_.notes.push_back(
        fmt::format("{} receives would take more than their message has; the first: {}",
                    forecast_.smaller, forecast_.first_smaller));
  }
  if (!forecast_.data_error.empty()) {
    throw config_.places.error(kKey, "{} does not do what it says: {}", file, forecast_.data_error);
  }
}

}  // namespace flitcast
