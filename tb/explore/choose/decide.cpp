#include "tb/explore/choose/decide.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tb/explore/choose/choices.h"

namespace flitcast {

namespace {

/// Why nothing can be played; other reasons than a network that does not fit tell more.
std::string reason(const std::vector<SituationContest>& contests) {
  std::string text;
  for (const SituationContest& contest : contests) {
    for (const auto& [form, refusal] : contest.refusals()) {
      const bool is_network = refusal.find("topology.kind") != std::string::npos;
      if (text.empty() || !is_network) {
        text = fmt::format("{}: {}", form, refusal);
      }
      if (!is_network) {
        return text;
      }
    }
  }
  return text;
}

}  // namespace

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
                                  question.rows.size(), reason(contests)));
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
