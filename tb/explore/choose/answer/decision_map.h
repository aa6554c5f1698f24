#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "tb/explore/choose/scenario_comparison.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast::explore {

/// The fastest of the schedules that are no algorithms, simulated.
struct BestSchedule {
  Cycle cycles;
  std::string file;
  std::uint32_t chunks;  ///< that blocks are cut into where it was synthesized; 0: it was given
  std::int64_t rounds;   ///< of chunks, likewise
  std::int64_t least;    ///< that any schedule of such chunks from neighbour to neighbour has
};

/// How it stands at one size.
struct Ranking {
  std::uint32_t size;
  Cycle cycles;                       ///< of the winner
  bool simulated;                     ///< otherwise predicted
  std::optional<std::size_t> second;  ///< the fastest that does not win
  Cycle second_cycles;
  bool second_simulated;
  Cycle lower_bound;
  std::optional<BestSchedule> schedule = {};
};

/// Sizes that have winners in common; at some others may tie with them.
struct DecisionRegion {
  std::string
      sizes;  ///< of the range: "" for all, "multiples of 8", "other multiples of 4", "others"
  std::uint32_t step;  ///< what they are all multiples of
  /// Several where they take as long as each other; those that are written for the hardware first.
  std::vector<std::size_t> winners;
  Ranking first;
  Ranking last;
};

/// What came of one scenario.
struct ScenarioDecision {
  const ScenarioComparison* comparison;
  std::vector<DecisionRegion> regions;  ///< by sizes, then by size
};

/// The answer to a request.
struct DecisionMap {
  const ChooseRequest* request;
  std::vector<ScenarioDecision> scenarios;
  double margin;
  bool simulated;          ///< otherwise theory alone
  bool schedules = false;  ///< some were looked for, or given
};

ScenarioDecision decision_of(const ScenarioComparison& comparison);

/// "aas-hc-sex = aas-hc-dex *ports": the winners of a region, each with what of the hardware it is
/// not written for; those beyond three are counted.
std::string winners_text(const DecisionRegion& region, const ScenarioComparison& comparison);

/// "2 VCs, buffers of 2 flits": what the winners of a scenario are played with; empty without.
std::string played_with(const ScenarioDecision& scenario);

/// Decision tables as text, one for each scenario, whose title says what it came to: of every
/// region its winner, its cycles and how they compare with the lower bound, and which other is
/// closest at one of its ends; below, the fastest schedules beside these. Lines are no wider than
/// `width`, if that is not 0.
std::string answer_text(const DecisionMap& answer, std::size_t width);

/// One row per region. Columns: the keys of scenarios, then what answer_json has of a region.
std::string answer_csv(const DecisionMap& answer);

/// Schema flitcast.choose/1.
std::string answer_json(const DecisionMap& answer);

/// Whether `part` is `whole` without some of its links, its nodes maybe in another order: a mesh of
/// a torus, a line of a ring, a grid with sides that are powers of two of a hypercube.
bool is_part_of(const Topology& part, const Topology& whole);

/// What the fastest takes on every network of the same hardware, at some of the sizes, why there is
/// nothing, and where a network loses to one that is part of it, with why and what to try; empty
/// for one network. Lines are no wider than `width`, if that is not 0.
std::string side_by_side_text(const DecisionMap& answer, std::size_t width);

/// Writes a configuration for every winner of every region, at the last size of the region, into
/// the folder winners/; those of an earlier answer go. Each expects the completion that it was
/// simulated with. Returns their names. Throws FileError.
std::vector<std::string> write_winners(const DecisionMap& answer, const SweepFolder& folder);

}  // namespace flitcast::explore
