#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tb/explore/choose/situation_contest.h"

namespace flitcast {

/// How it stands at one size.
struct Standings {
  std::uint32_t size;
  Cycle cycles;                       ///< of the winner
  bool simulated;                     ///< otherwise predicted
  std::optional<std::size_t> second;  ///< the fastest that does not win
  Cycle second_cycles;
  bool second_simulated;
  Cycle lower_bound;
};

/// Sizes that have winners in common; at some others may tie with them.
struct AnswerRegion {
  std::string
      sizes;  ///< of the range: "" for all, "multiples of 8", "other multiples of 4", "others"
  std::uint32_t step;                ///< what they are all multiples of
  std::vector<std::size_t> winners;  ///< several where they take as long as each other
  Standings first;
  Standings last;
};

/// What came of one situation.
struct SituationAnswer {
  const SituationContest* contest;
  std::vector<AnswerRegion> regions;  ///< by sizes, then by size
};

/// The answer to a question.
struct Answer {
  const Question* question;
  std::vector<SituationAnswer> situations;
  double margin;
  bool simulated;  ///< otherwise theory alone
};

SituationAnswer answer_of(const SituationContest& contest);

/// "aas-hc-sex = aas-hc-dex": the winners of a region; those beyond three are counted.
std::string winners_text(const AnswerRegion& region, const SituationContest& contest);

/// Whether all winners are played outside the model that they are written for, and with what:
/// "ports"; empty where one is not.
std::string outside_text(const AnswerRegion& region, const SituationContest& contest);

}  // namespace flitcast
