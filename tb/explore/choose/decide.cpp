#include "tb/explore/choose/decide.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace flitcast::explore {

namespace {

/// Why nothing can be played; other reasons than a network that does not fit tell more.
std::string reason(const std::vector<ScenarioComparison>& comparisons) {
  std::string text;
  for (const ScenarioComparison& comparison : comparisons) {
    const std::optional<ScenarioComparison::Refusal> why = comparison.why_not();
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
              const std::vector<ScenarioComparison>& comparisons) {
  for (const ScenarioComparison& comparison : comparisons) {
    for (const Candidate& candidate : comparison.candidates()) {
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
std::string objection(const std::string& key, const std::string& value,
                      const ChooseRequest& request) {
  for (const Scenario& scenario : request.scenarios) {
    for (const Row* const row : request.rows) {
      try {
        if (takes_choice(key, *row)) {
          candidate_of(*row, {{key, value}}, scenario, request.sizes);
        }
      } catch (const ConfigError& refusal) {
        if (!refuses_network(refusal.what())) {
          return fmt::format("; {}: {}", row->id, refusal.what());
        }
      }
    }
  }
  return "";
}

void refuse_choices_that_fit_nothing(const ChooseRequest& request,
                                     const std::vector<ScenarioComparison>& comparisons) {
  for (const KeyList& choice : request.choices) {
    for (const std::string& value : choice.values) {
      if (!is_tried(choice.key, value, comparisons)) {
        throw ConfigError(fmt::format("choose: no algorithm of {} takes {} = {} there{}",
                                      request.operation, choice.key, value,
                                      objection(choice.key, value, request)));
      }
    }
  }
}

}  // namespace

std::vector<ScenarioComparison> comparisons_of(const ChooseRequest& request, double margin,
                                               const std::function<void(std::size_t)>& entered) {
  std::vector<ScenarioComparison> comparisons;
  comparisons.reserve(request.scenarios.size());
  for (const Scenario& scenario : request.scenarios) {
    comparisons.emplace_back(scenario, request.sizes, margin);
    for (const Row* const row : request.rows) {
      comparisons.back().enter(*row, choices_of(*row, *scenario.topology, request));
    }
    entered(comparisons.size());
  }
  const bool hopeless = std::all_of(
      comparisons.begin(), comparisons.end(),
      [](const ScenarioComparison& comparison) { return comparison.candidates().empty(); });
  if (hopeless) {
    throw ConfigError(fmt::format("choose: no algorithm of {} can be played there: {}",
                                  request.operation, reason(comparisons)));
  }
  refuse_choices_that_fit_nothing(request, comparisons);
  return comparisons;
}

/// What takes longest is simulated first.
void decide(ChooseRuns& runs, std::vector<ScenarioComparison>& comparisons) {
  for (;;) {
    std::vector<std::pair<ScenarioComparison*, ScenarioComparison::Run>> step;
    for (ScenarioComparison& comparison : comparisons) {
      for (const ScenarioComparison::Run& run : comparison.wanted()) {
        step.emplace_back(&comparison, run);
      }
    }
    if (step.empty()) {
      return;
    }
    std::stable_sort(step.begin(), step.end(),
                     [](const auto& a, const auto& b) { return a.second.size > b.second.size; });
    std::vector<RawConfig> configs;
    configs.reserve(step.size());
    for (const auto& [comparison, run] : step) {
      configs.push_back(config_of(comparison->scenario(), comparison->candidates()[run.candidate],
                                  comparison->sizes()[run.size]));
    }
    const std::vector<std::optional<Cycle>> cycles = runs.run(configs);
    for (std::size_t i = 0; i < step.size(); ++i) {
      step[i].first->take(step[i].second, cycles[i]);
    }
  }
}

}  // namespace flitcast::explore
