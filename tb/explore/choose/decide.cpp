#include "tb/explore/choose/decide.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
        throw ConfigError("choose: no algorithm of {} takes {} = {} there{}", request.operation,
                          choice.key, value, objection(choice.key, value, request));
      }
    }
  }
}

constexpr std::uint32_t kMostSegments = 256;
constexpr std::uint32_t kDenseRadices = 8;

/// Appends all partitions of `rest` into parts of `most` or less, the largest first.
void add_partitions(std::uint32_t rest, std::uint32_t most, std::vector<std::uint32_t>& parts,
                    std::vector<std::string>& out) {
  if (rest == 0) {
    out.push_back(fmt::format("{}", fmt::join(parts, ",")));
    return;
  }
  for (std::uint32_t part = std::min(rest, most); part >= 1; --part) {
    parts.push_back(part);
    add_partitions(rest - part, part, parts, out);
    parts.pop_back();
  }
}

std::vector<std::string> partitions(const Topology& topology) {
  std::vector<std::string> out;
  if (topology.has_labels() && topology.dimensions() > 0) {
    const auto n = static_cast<std::uint32_t>(topology.dimensions());
    std::vector<std::uint32_t> parts;
    add_partitions(n, n, parts, out);
  }
  return out;
}

std::vector<std::string> radices(NodeId nodes) {
  std::vector<std::string> out;
  for (std::uint32_t r = 2; r < nodes; r += r < kDenseRadices ? 1 : r) {
    out.push_back(std::to_string(r));
  }
  out.push_back(std::to_string(std::max<NodeId>(nodes, 2)));
  return out;
}

std::vector<std::string> segments(std::uint32_t largest) {
  std::vector<std::string> out;
  for (std::uint32_t s = 1; s <= std::min(largest, kMostSegments); s *= 2) {
    out.push_back(std::to_string(s));
  }
  return out;
}

std::vector<std::string> roots(const Topology& topology) {
  NodeId middle = 0;
  if (topology.is_grid() && !topology.wraps()) {
    for (int d = 0; d < topology.dimensions(); ++d) {
      middle = topology.with_coordinate(middle, d, topology.side(d) / 2);
    }
  }
  return middle == 0 ? std::vector<std::string>{"0"}
                     : std::vector<std::string>{"0", std::to_string(middle)};
}

/// What is to be tried of a parameter that the row has.
std::vector<std::string> usual(std::string_view key, const Row& row, const Topology& topology,
                               const ChooseRequest& request) {
  if (key == "traffic.variant") {
    return {row.variants.begin(), row.variants.end()};
  }
  if (key == "traffic.radix") {
    return radices(topology.processors());
  }
  if (key == "traffic.partition") {
    return partitions(topology);
  }
  if (key == "traffic.segments") {
    return segments(request.sizes.back());
  }
  return request.root_given ? std::vector<std::string>{} : roots(topology);
}

std::vector<std::string> values_of(std::string_view key, const Row& row, const Topology& topology,
                                   const ChooseRequest& request) {
  for (const KeyList& given : request.choices) {
    if (given.key == key) {
      return given.values;
    }
  }
  return usual(key, row, topology, request);
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
    throw ConfigError("choose: no algorithm of {} can be played there: {}", request.operation,
                      reason(comparisons));
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

bool takes_choice(std::string_view key, const Row& row) {
  if (key == "traffic.variant") {
    return !row.variants.empty();
  }
  return key == "traffic.root" ? row.operation->has_root() : row.takes(key);
}

std::vector<KeyValues> choices_of(const Row& row, const Topology& topology,
                                  const ChooseRequest& request) {
  std::vector<KeyValues> choices{{}};
  for (const char* const key : {"traffic.variant", "traffic.radix", "traffic.partition",
                                "traffic.segments", "traffic.root"}) {
    if (!takes_choice(key, row)) {
      continue;
    }
    const std::vector<std::string> values = values_of(key, row, topology, request);
    if (values.empty()) {
      continue;
    }
    std::vector<KeyValues> longer;
    for (const KeyValues& choice : choices) {
      for (const std::string& value : values) {
        longer.push_back(choice);
        longer.back().emplace_back(key, value);
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

}  // namespace flitcast::explore
