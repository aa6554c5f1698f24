#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/explore/choose/answer/decision_map.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

constexpr const char* kPredicted = " †";  // what was not simulated, among what was

/// How much slower the second is; nothing without one.
std::optional<double> slower_by(const Ranking& at) {
  if (!at.second || at.cycles == 0) {
    return std::nullopt;
  }
  const auto more = static_cast<double>(at.second_cycles - at.cycles);
  return more / static_cast<double>(at.cycles);
}

/// How many times the lower bound the winner takes, at the end where that is more.
std::string times_bound(const DecisionRegion& region) {
  double most = 0;
  for (const Ranking& at : {region.first, region.last}) {
    if (at.lower_bound > 0) {
      most = std::max(most, static_cast<double>(at.cycles) / static_cast<double>(at.lower_bound));
    }
  }
  return most == 0 ? "–" : fmt::format("{:.3g}", most);
}

template <typename End>
std::string range(const End& first, const End& last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{} … {}", first, last);
}

/// What legends below the tables have to explain.
struct Marks {
  bool outside = false;
  bool predicted = false;
  bool no_bound = false;
};

/// Lines of regions.
class RegionRows {
 public:
  RegionRows(const ScenarioComparison& comparison, bool simulated, Marks& marks)
      : comparison_(comparison), simulated_(simulated), marks_(marks) {}

  std::vector<std::string> row(const DecisionRegion& region) {
    for (const std::size_t winner : region.winners) {
      marks_.outside = marks_.outside || !comparison_.candidates()[winner].outside.empty();
    }
    const std::string bound = times_bound(region);
    marks_.no_bound = marks_.no_bound || bound == "–";
    return {"  " + range(region.first.size, region.last.size),
            range(cycles(region.first), cycles(region.last)), bound,
            winners_text(region, comparison_) + next(region)};
  }

 private:
  static constexpr double kPercent = 100;

  const char* mark(bool was_simulated) {
    const bool needed = simulated_ && !was_simulated;
    marks_.predicted = marks_.predicted || needed;
    return needed ? kPredicted : "";
  }
  std::string cycles(const Ranking& at) {
    return fmt::format("{}{}", at.cycles, mark(at.simulated));
  }
  /// "; +0.04 %: aas-bruck, radix 3", of the end where that is closer; empty without one.
  std::string next(const DecisionRegion& region) {
    const std::optional<double> first = slower_by(region.first);
    const std::optional<double> last = slower_by(region.last);
    if (!first && !last) {
      return "";
    }
    const bool at_last = last && (!first || *last <= *first);
    const Ranking& at = at_last ? region.last : region.first;
    const double share = at_last ? *last : *first;
    return fmt::format("; {}{}: {}",
                       share == 0 ? "a tie" : fmt::format("+{:.3g} %", share * kPercent),
                       mark(at.second_simulated), comparison_.candidates()[*at.second].name);
  }

  const ScenarioComparison& comparison_;
  bool simulated_;
  Marks& marks_;
};

/// Sizes that are not all have a line that names them.
std::string table_of(const ScenarioDecision& scenario, bool simulated, Marks& marks) {
  RegionRows regions(*scenario.comparison, simulated, marks);
  std::vector<std::vector<std::string>> rows{{"  flits", "cycles", "x bound", "fastest; next"}};
  for (const DecisionRegion& region : scenario.regions) {
    rows.push_back(regions.row(region));
  }
  std::istringstream table(aligned(rows));
  std::string line;
  std::getline(table, line);
  std::string text = line + "\n";
  std::string sizes;
  for (const DecisionRegion& region : scenario.regions) {
    std::getline(table, line);
    text += region.sizes == sizes ? "" : fmt::format("  {}:\n", region.sizes);
    text += line + "\n";
    sizes = region.sizes;
  }
  return text;
}

/// "16 rounds of 2 chunks, proved optimal".
std::string schedule_text(const BestSchedule& best) {
  if (best.chunks == 0) {
    return best.file;
  }
  return fmt::format(
      "{} of {}, {}", count_of(static_cast<std::uint64_t>(best.rounds), "round"),
      count_of(best.chunks, "chunk"),
      best.rounds == best.least ? "proved optimal" : fmt::format("bound {}", best.least));
}

/// The fastest schedules, by size, and how they compare; below 1 an algorithm is still to be found.
std::string schedules_of(const ScenarioDecision& scenario) {
  std::map<std::uint32_t, const Ranking*> ends;
  for (const DecisionRegion& region : scenario.regions) {
    for (const Ranking* const at : {&region.first, &region.last}) {
      ends.emplace(at->size, at);
    }
  }
  const auto times = [](Cycle cycles, Cycle other) {
    return other == 0
               ? std::string("–")
               : fmt::format("{:.3g}", static_cast<double>(cycles) / static_cast<double>(other));
  };
  std::vector<std::vector<std::string>> rows{
      {"  flits", "cycles", "x bound", "x fastest", "best schedule"}};
  for (const auto& [size, at] : ends) {
    if (!at->schedule) {
      rows.push_back({fmt::format("  {}", size), "–", "–", "–", "none is known"});
      continue;
    }
    rows.push_back({fmt::format("  {}", size), fmt::format("{}", at->schedule->cycles),
                    times(at->schedule->cycles, at->lower_bound),
                    times(at->schedule->cycles, at->cycles), schedule_text(*at->schedule)});
  }
  return aligned(rows);
}

std::string without_regions(const ScenarioComparison& comparison, const std::string& operation) {
  const auto why = comparison.why_not();
  return comparison.unpredicted().empty()
             ? fmt::format("  no algorithm of {} can be played there{}\n", operation,
                           why ? ": " + why->text : "")
             : "  theory does not say; without --predict it is simulated\n";
}

/// Forms of one row are counted.
std::string unpredicted_line(const ScenarioComparison& comparison) {
  std::vector<std::pair<const Candidate*, int>> rows;
  for (const std::size_t number : comparison.unpredicted()) {
    const Candidate& form = comparison.candidates()[number];
    if (rows.empty() || rows.back().first->row != form.row) {
      rows.emplace_back(&form, 0);
    }
    ++rows.back().second;
  }
  std::string text;
  for (const auto& [form, count] : rows) {
    text +=
        fmt::format("{}{}", text.empty() ? "" : "; ",
                    count == 1 ? form->name : fmt::format("{} forms of {}", count, form->row->id));
  }
  return text.empty()
             ? ""
             : fmt::format("  not predicted, for its messages may wait for each other: {}\n", text);
}

std::string legend(const Marks& marks, bool schedules) {
  std::string text;
  if (marks.outside) {
    text +=
        "*ports, *switching …: written for other ports, another switching …, and played "
        "outside of that\n";
  }
  if (marks.predicted) {
    text += "†: predicted; simulations at other sizes bear it out\n";
  }
  if (marks.no_bound) {
    text += "–: there is no lower bound but 0\n";
  }
  if (schedules) {
    text +=
        "best schedule: with chunks that go from neighbour to neighbour, in a round one over each "
        "link; where it is faster, an algorithm is still to be found\n";
  }
  return text + (text.empty() ? "" : "\n");
}

}  // namespace

std::string answer_text(const DecisionMap& answer, std::size_t width) {
  std::string text;
  Marks marks;
  for (const ScenarioDecision& scenario : answer.scenarios) {
    const ScenarioComparison& comparison = *scenario.comparison;
    const Scenario& asked = comparison.scenario();
    const std::string played = played_with(scenario);
    text += fmt::format("{}, {}{}{}\n", asked.network, asked.hardware, played.empty() ? "" : ": ",
                        played);
    text += scenario.regions.empty() ? without_regions(comparison, answer.request->operation)
                                     : table_of(scenario, answer.simulated, marks);
    text += unpredicted_line(comparison);
    text += answer.schedules && !scenario.regions.empty() ? schedules_of(scenario) : "";
    text += "\n";
  }
  return wrapped(text + legend(marks, answer.schedules), width);
}

}  // namespace flitcast::explore
