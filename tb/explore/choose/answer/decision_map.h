#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/explore/choose/scenario_comparison.h"

namespace flitcast::explore {

/// How it stands at one size.
struct Ranking {
  std::uint32_t size;
  Cycle cycles;                       ///< of the winner
  bool simulated;                     ///< otherwise predicted
  std::optional<std::size_t> second;  ///< the fastest that does not win
  Cycle second_cycles;
  bool second_simulated;
  Cycle lower_bound;
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
  bool simulated;  ///< otherwise theory alone
};

ScenarioDecision decision_of(const ScenarioComparison& comparison);

/// "aas-hc-sex = aas-hc-dex *ports": the winners of a region, each with what of the hardware it is
/// not written for; those beyond three are counted.
std::string winners_text(const DecisionRegion& region, const ScenarioComparison& comparison);

/// "2 VCs, buffers of 2 flits": what the winners of a scenario are played with; empty without.
std::string played_with(const ScenarioDecision& scenario);

}  // namespace flitcast::explore
