#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/config/resolve/resolve.h"
#include "tb/plan/planned_run.h"
#include "tb/schedules/schedule_file.h"
#include "tb/trace/trace_request.h"
#include "tests/support/networks/drawn_graph.h"
#include "tests/support/runs/drawn_config.h"
#include "tests/support/runs/pair_cover.h"
#include "tests/support/runs/run_factors.h"
#include "tests/support/temp_folder.h"

namespace flitcast {

/// A run that the program takes.
struct DrawnRun {
  std::string traffic;  ///< played_traffic
  std::string use;      ///< run_use
  DrawnKeys keys;
  Config config;
};

/// Makes runs of rows of levels (run_factors.h). Networks, algorithms and files are small and
/// drawn.
class RunDraw {
 public:
  explicit RunDraw(std::uint64_t seed) : config_(seed) {}

  /// A run with as much of the row as can be had together: a key that is refused is left out, or
  /// the algorithm another, unless that is of the pair, for which there is no run then. `row`
  /// becomes what has an effect in it.
  std::optional<DrawnRun> run(PairCover::Row& row, const PairCover::Pair& pair) {
    DrawnRun run;
    bool begun = false;
    for (int tries = 0; tries < kTries; ++tries) {
      try {
        if (!begun) {
          begin(row, run);
          begun = true;
        }
        run.config = planned(raw_of(run.keys));
        keep_effects(run, row);
        return holds(row, pair) ? std::optional(run) : std::nullopt;
      } catch (const ConfigError& refusal) {
        refusals_.emplace_back(run.keys, refusal.what());
        if (!yield(refusal.what(), run, pair)) {
          return std::nullopt;
        }
      }
    }
    return std::nullopt;
  }

  /// Keys that were refused so far, and why.
  using Refusal = std::pair<DrawnKeys, std::string>;
  const std::vector<Refusal>& refusals() const { return refusals_; }

 private:
  static constexpr int kTries = 60;

  Draw& draw() { return config_.draw(); }

  static bool given(const DrawnKeys& keys, std::string_view name) {
    return std::any_of(keys.begin(), keys.end(),
                       [&](const auto& key) { return key.first == name; });
  }

  static const std::string& level(const PairCover::Row& row, std::size_t factor) {
    return run_factors()[factor].levels[row[factor]];
  }

  static Config planned(const RawConfig& raw) {
    const PlannedRun plan = plan_run(raw);
    const Config& config = config_of(plan);
    if (config.trace.wanted()) {
      trace::resolve_trace(config, schedule_of(plan));
    }
    return config;
  }

  /// The keys of a row's levels, but for load where there is none, and the other way round.
  void begin(const PairCover::Row& row, DrawnRun& run) {
    run.traffic = level(row, 0);
    run.use = level(row, 1);
    DrawnKeys levels;
    for (std::size_t i = 2; i < row.size(); ++i) {
      const std::string& name = run_factors()[i].name;
      const bool played = (name.rfind("load.", 0) != 0 || has_load(run.traffic)) &&
                          (name.rfind("traffic.", 0) != 0 || has_schedule(run.traffic));
      if (played && !level(row, i).empty()) {
        levels.emplace_back(name, level(row, i));
      }
    }
    const auto value = [&](const std::string& name) {
      const auto found = std::find_if(levels.begin(), levels.end(),
                                      [&](const auto& key) { return key.first == name; });
      return found == levels.end() ? "" : found->second;
    };
    if (has_load(run.traffic) && value("load.most_cycles").empty()) {
      run.keys.emplace_back("load.most_cycles", "900");  // it would take long
    }
    add_network(value("topology.kind"), run.keys);
    const auto topology = topology_of(raw_of(run.keys));
    add_keys({levels.begin() + 1, levels.end()}, run.keys);  // the first is topology.kind
    add_schedule(*topology, run);
    add_files(*topology, value("load.pattern"), run.keys);
    if (value("router.routing") == "dimension_order") {
      run.keys.emplace_back("router.dimension_order", dimension_order(topology->dimensions()));
    }
  }

  void add_network(const std::string& kind, DrawnKeys& keys) {
    keys.emplace_back("topology.kind", kind);
    if (kind == "graph") {
      const auto processors = draw().between<NodeId>(1, 6);
      const auto switches = draw().between<NodeId>(0, 3);
      keys.emplace_back("topology.file", write("graph", draw_graph(draw(), processors, switches)));
      return;
    }
    keys.emplace_back("topology.dims", dims(kind));
  }

  std::string dims(const std::string& kind) {
    if (kind == "mesh" || kind == "torus") {
      return draw().any_of<std::string>({"2x2", "3x3", "4x4", "2x4", "5x3", "3", "2x2x2", "1x3"});
    }
    if (kind == "hypercube" || kind == "tree") {
      return std::to_string(draw().between(0, 3));
    }
    if (kind == "cmesh") {
      return draw().any_of<std::string>({"2x2", "3x2x2", "1x4", "2x2x3"});
    }
    if (kind == "flattened_butterfly") {
      return draw().any_of<std::string>({"2x2", "3x2", "2x3"});
    }
    if (kind == "dragonfly") {
      return draw().any_of<std::string>({"1x2x1", "2x2x1", "1x2x2"});
    }
    return kind == "fat_tree" || kind == "direct_fat_tree"
               ? draw().any_of<std::string>({"2x2", "3x1", "2x3"})
               : std::to_string(draw().between(1, 7));
  }

  std::string dimension_order(int dimensions) {
    std::string order;
    const bool upwards = draw().one_in(2);
    for (int d = 0; d < dimensions; ++d) {
      order += (d == 0 ? "" : ",") + std::to_string(upwards ? d : dimensions - 1 - d);
    }
    return order;
  }

  void add_schedule(const Topology& topology, DrawnRun& run) {
    if (run.traffic == played_traffic::kFile || run.traffic == played_traffic::kFileUnderLoad) {
      run.keys.emplace_back("traffic.schedule", write("schedule", schedule(topology.processors())));
    } else if (has_schedule(run.traffic)) {
      add_row(topology, run.keys);
    }
  }

  void add_row(const Topology& topology, DrawnKeys& keys) {
    std::vector<const Row*> rows;
    for (const Row& row : catalogue()) {
      if (ConfigDraw::fits(row, topology)) {
        rows.push_back(&row);
      }
    }
    if (!rows.empty()) {
      const Row& row = *draw().any_of(rows);
      add_keys(config_.traffic(row, topology), keys);
      const bool seeded = given(keys, "run.seed");
      add_keys(config_.operation(*row.operation, topology), keys);
      if (seeded && keys.back().first == "run.seed") {
        keys.pop_back();
      }
    }
  }

  /// What is sent to everybody by everybody, a round for every distance; or, with empty rounds
  /// between, a broadcast.
  std::string schedule(NodeId nodes) {
    const bool exchange = draw().one_in(2);
    nlohmann::json rounds = nlohmann::json::array();
    for (NodeId round = 1; round < nodes; ++round) {
      nlohmann::json messages = nlohmann::json::array();
      for (NodeId source = 0; source < (exchange ? nodes : 1); ++source) {
        const NodeId to = (source + round) % nodes;
        const nlohmann::json block{source, exchange ? nlohmann::json(to) : nlohmann::json()};
        messages.push_back({{"src", source}, {"dst", {to}}, {"blocks", {block}}});
      }
      rounds.push_back(messages);
      if (!exchange) {
        rounds.push_back(nlohmann::json::array());
      }
    }
    nlohmann::json file{{"schema", kScheduleSchema},
                        {"operation", exchange ? "all-to-all scatter" : "broadcast"},
                        {"nodes", nodes},
                        {"message_flits", draw().between(1, 6)},
                        {"rounds", rounds}};
    if (!exchange) {
      file["root"] = 0;
    }
    return file.dump();
  }

  void add_files(const Topology& topology, const std::string& pattern, DrawnKeys& keys) {
    const NodeId nodes = topology.processors();
    std::string text;
    if (pattern == "permutation") {
      for (NodeId node = 0; node < nodes; ++node) {
        text += std::to_string(node) + " " + std::to_string(nodes - 1 - node) + "\n";
      }
    } else if (pattern == "matrix") {
      for (NodeId row = 0; row < nodes; ++row) {
        for (NodeId column = 0; column < nodes; ++column) {
          text += std::to_string(draw().between(0, 3)) + (column + 1 < nodes ? "," : "\n");
        }
      }
    } else if (pattern == "trace") {
      for (int cycle = draw().between(0, 40), packets = draw().between(1, 60); packets > 0;
           --packets, cycle += draw().between(0, 20)) {
        text += std::to_string(cycle) + "," + any_node(nodes) + "," + any_node(nodes) + "," +
                std::to_string(draw().between(1, 12)) + "\n";
      }
    } else {
      return;
    }
    keys.emplace_back("load.pattern_file", write("pattern", text));
  }

  std::string any_node(NodeId nodes) {
    return std::to_string(draw().between<NodeId>(0, nodes - 1));
  }

  std::string write(const std::string& name, const std::string& text) {
    return folder_.write(name + std::to_string(++files_), text);
  }

  /// Leaves out what the refusal blames; false where that stands.
  static bool yield(const std::string& refusal, DrawnRun& run, const PairCover::Pair& pair) {
    const std::string blamed = refusal.substr(2, refusal.find(": ") - 2);  // "--KEY: what is wrong"
    for (const PairCover::Choice& choice : {pair.first, pair.second}) {
      if (run_factors()[choice.factor].name == blamed) {
        return false;
      }
    }
    const auto found = std::find_if(run.keys.begin(), run.keys.end(),
                                    [&](const auto& key) { return key.first == blamed; });
    if (found == run.keys.end() || blamed.rfind("topology.", 0) == 0) {
      return false;
    }
    run.keys.erase(found);
    return true;
  }

  /// Keys that were left out, and those without effect, are not of the row.
  static void keep_effects(const DrawnRun& run, PairCover::Row& row) {
    for (std::size_t i = 2; i < row.size(); ++i) {
      const ConfigKey& key = *find_key(run_factors()[i].name);
      const bool shown = key.section() == "trace" || key.show(run.config).has_value();
      row[i] = given(run.keys, key.name) && shown ? row[i] : 0;
    }
  }
  static bool holds(const PairCover::Row& row, const PairCover::Pair& pair) {
    return row[pair.first.factor] == pair.first.level &&
           row[pair.second.factor] == pair.second.level;
  }

  ConfigDraw config_;
  TempFolder folder_;
  int files_ = 0;
  std::vector<Refusal> refusals_;
};

}  // namespace flitcast
