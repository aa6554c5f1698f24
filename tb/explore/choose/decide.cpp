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
    const std::optional<SituationContest::Refusal> why = contest.why_not();
    if (why && (text.empty() || !why->of_network)) {
      text = why->text;
    }
    if (why && !why->of_network) {
      break;
    }
  }
  return text;
}

bool is_tried(const std::string& key, const std::string& value,
              const std::vector<SituationContest>& contests) {
  for (const SituationContest& contest : contests) {
    for (const Candidate& candidate : contest.candidates()) {
      const bool has =
          std::any_of(candidate.keys.begin(), candidate.keys.end(),
                      [&](const auto& own) { return own.first == key && own.second == value; });
      if (has) {
        return true;
      }
    }
  }
  return false;
}

/// "; aas-hc-multiphase: partition 2,3 …": what the first row says that knows the key.
std::string objection(const std::string& key, const std::string& value, const Question& question) {
  for (const Situation& situation : question.situations) {
    for (const Row* const row : question.rows) {
      const Forecast tried = takes_choice(key, *row)
                                 ? forecast(*row, {{key, value}}, situation, question.sizes)
                                 : Forecast{};
      if (!tried.refusal.empty() && !refuses_network(tried.refusal)) {
        return fmt::format("; {}: {}", row->id, tried.refusal);
      }
    }
  }
  return "";
}

void refuse_choices_that_fit_nothing(const Question& question,
                                     const std::vector<SituationContest>& contests) {
  for (const KeyList& choice : question.choices) {
    for (const std::string& value : choice.values) {
      if (!is_tried(choice.key, value, contests)) {
        throw ConfigError(fmt::format("choose: no algorithm of {} takes {} = {} there{}",
                                      question.operation, choice.key, value,
                                      objection(choice.key, value, question)));
      }
    }
  }
}

}  // namespace

std::vector<SituationContest> contests_of(const Question& question, double margin,
                                          const std::function<void(std::size_t)>& entered) {
  std::vector<SituationContest> contests;
  contests.reserve(question.situations.size());
  for (const Situation& situation : question.situations) {
    contests.emplace_back(situation, question.sizes, margin);
    for (const Row* const row : question.rows) {
      contests.back().enter(*row, choices_of(*row, *situation.topology, question));
    }
    entered(contests.size());
  }
  const bool hopeless =
      std::all_of(contests.begin(), contests.end(),
                  [](const SituationContest& contest) { return contest.candidates().empty(); });
  if (hopeless) {
    throw ConfigError(fmt::format("choose: no algorithm of {} can be played there: {}",
                                  question.operation, reason(contests)));
  }
  refuse_choices_that_fit_nothing(question, contests);
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
