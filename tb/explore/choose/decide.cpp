#include "tb/explore/choose/decide.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tb/explore/choose/choices.h"

namespace flitcast {

std::vector<SituationContest> contests_of(const Question& question, double margin) {
  std::vector<SituationContest> contests;
  contests.reserve(question.situations.size());
  for (const Situation& situation : question.situations) {
    contests.emplace_back(situation, question.sizes, margin);
    for (const Row* const row : question.rows) {
      contests.back().enter(*row, choices_of(*row, *situation.topology, question));
    }
  }
  const bool hopeless =
      std::all_of(contests.begin(), contests.end(),
                  [](const SituationContest& contest) { return contest.candidates().empty(); });
  if (hopeless) {
    throw ConfigError(fmt::format("choose: none of the {} algorithms can be played there: {}",
                                  question.rows.size(),
                                  contests.front().refusals().begin()->second));
  }
  return contests;
}

/// What takes longest is simulated first.
void decide(ChooseRuns& runs, std::vector<SituationContest>& contests) {
  for (;;) {
    std::vector<std::pair<SituationContest*, SituationContest::Run>> step;
    for (SituationContest& contest : contests) {
      for (const SituationContest::Run& run : contest.wanted()) {
        step.emplace_back(&contest, run);
      }
    }
    if (step.empty()) {
      return;
    }
    std::stable_sort(step.begin(), step.end(),
                     [](const auto& a, const auto& b) { return a.second.size > b.second.size; });
    std::vector<RawConfig> configs;
    configs.reserve(step.size());
    for (const auto& [contest, run] : step) {
      configs.push_back(config_of(contest->situation(), contest->candidates()[run.candidate],
                                  contest->sizes()[run.size]));
    }
    const std::vector<std::optional<Cycle>> cycles = runs.run(configs);
    for (std::size_t i = 0; i < step.size(); ++i) {
      step[i].first->take(step[i].second, cycles[i]);
    }
  }
}

}  // namespace flitcast
