#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tb/explore/choose/regions.h"
#include "tb/explore/choose/simulated_excess.h"

namespace flitcast::explore {

/// The candidates of one scenario against each other: what has to be simulated to know the regions
/// in which each is the fastest, and these.
///
/// A candidate takes what was simulated; between simulated sizes, and beyond them, its excess over
/// the prediction changes along lines. Simulated are: winners at both ends of every region, and the
/// runner-up, unless it is settled and the end no border; whatever is predicted within the margin
/// of the fastest, once, where it is so first; and where messages may wait for each other, a scan
/// of the sizes from the smallest on, and ends of regions, wherever that may be within the margin:
/// beyond what was simulated that is what it comes to if its excess grows half as fast. It is
/// settled when what never waits has taken what is predicted, or the excess of the last three of a
/// scan lies on a line. Between two sizes whose excess lies on no line with a third, the middle of
/// where it would be the fastest with the smaller of both is simulated, too. This goes on until
/// nothing is left to simulate.
class ScenarioComparison {
 public:
  /// `margin`: 0.1 for 10 %. The scenario and the sizes must outlive it.
  ScenarioComparison(const Scenario& scenario, const std::vector<std::uint32_t>& sizes,
                     double margin);

  /// Predicts the forms of a row. Throws RowError.
  void enter(const Row& row, const std::vector<KeyValues>& choices);

  struct Run {
    std::size_t candidate;
    std::size_t size;  ///< its place
    bool operator<(const Run& other) const {
      return candidate != other.candidate ? candidate < other.candidate : size < other.size;
    }
  };
  /// What is to be simulated next; nothing when all is known.
  std::vector<Run> wanted();
  /// Nothing: the simulation has no result; the candidate is out.
  void take(const Run& run, std::optional<Cycle> cycles);

  /// Instead of simulations: leaves those candidates in of which theory says what they take, at
  /// the ends of their regions. Where messages may wait for each other, and where the prediction is
  /// below the lower bound, it does not. `verifies`: by their schedules, otherwise by what is known
  /// of the rows.
  void predict(bool verifies);
  /// Those that this took out, ascending.
  const std::set<std::size_t>& unpredicted() const { return unpredicted_; }

  const Scenario& scenario() const { return scenario_; }
  const std::vector<std::uint32_t>& sizes() const { return sizes_; }
  const std::vector<Candidate>& candidates() const { return candidates_; }
  const Times& times() const { return times_; }
  bool was_simulated(std::size_t candidate, std::size_t size) const;
  std::size_t simulated_count() const { return simulated_count_; }
  /// Why one of the forms is no candidate.
  struct Refusal {
    std::string text;         ///< "aas-hc-sex: …"
    bool of_network = false;  ///< which it does not fit: other reasons tell more, and go before
  };
  std::optional<Refusal> why_not() const;
  std::size_t predicted_count() const;

 private:
  struct Standing {
    SimulatedExcess excess;
    std::optional<bool> link_disjoint;  ///< of its schedule; nothing: not looked at
    bool is_out = false;
    bool settled = false;  // its times are known where it was not simulated
  };

  bool may_play(std::size_t candidate);
  bool is_predicted(const Run& run, bool verifies);
  void take_out(std::size_t candidate);
  void update(std::size_t candidate);
  bool is_missing(const Run& run) const;
  Cycle best_at(std::size_t size) const;
  bool within_margin(std::size_t candidate, std::size_t size) const;
  void wish_between(std::size_t candidate, std::set<Run>& runs) const;
  void wish_at_ends(const SizeClass& sizes, std::set<Run>& runs,
                    std::set<std::size_t>& stations) const;
  void wish_for_contenders(const std::set<std::size_t>& stations, std::set<Run>& runs) const;
  std::set<Run> wishes() const;

  const Scenario& scenario_;
  const std::vector<std::uint32_t>& sizes_;
  double margin_;
  std::vector<Candidate> candidates_;
  std::vector<Standing> standings_;
  Times times_;
  std::map<std::string, std::string> refusals_;
  std::set<std::size_t> unpredicted_;
  std::size_t simulated_count_ = 0;
  bool decided_ = false;
};

}  // namespace flitcast::explore
