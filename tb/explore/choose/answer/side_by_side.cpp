#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/explore/choose/answer/decision_map.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

void add_new(const std::string& text, std::vector<std::string>& texts) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
    texts.push_back(text);
  }
}

/// The comparisons by hardware and network, in the order in which they were asked for.
struct Sides {
  explicit Sides(const DecisionMap& answer) {
    for (const ScenarioDecision& scenario : answer.scenarios) {
      const Scenario& asked = scenario.comparison->scenario();
      add_new(asked.network, networks);
      add_new(asked.hardware, hardware);
      comparisons[{asked.hardware, asked.network}] = scenario.comparison;
    }
  }
  const ScenarioComparison& of(const std::string& one, const std::string& network) const {
    return *comparisons.at({one, network});
  }

  std::vector<std::string> networks;
  std::vector<std::string> hardware;
  std::map<std::pair<std::string, std::string>, const ScenarioComparison*> comparisons;
};

/// The first, the last, and every one that is 16 times the one before.
std::vector<std::size_t> some_places(const std::vector<std::uint32_t>& sizes) {
  constexpr std::uint64_t kFactor = 16;
  std::vector<std::size_t> places{0};
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (i + 1 == sizes.size() || sizes[i] >= kFactor * sizes[places.back()]) {
      places.push_back(i);
    }
  }
  return places;
}

/// The fastest at a size; candidates().size() where nothing can be played.
std::size_t fastest(const ScenarioComparison& comparison, std::size_t at) {
  const Times& times = comparison.times();
  std::size_t best = times.size();
  for (std::size_t c = 0; c < times.size(); ++c) {
    if (times[c][at] != kNever && (best == times.size() || times[c][at] < times[best][at])) {
      best = c;
    }
  }
  return best;
}

Cycle cycles_at(const ScenarioComparison& comparison, std::size_t at) {
  const std::size_t best = fastest(comparison, at);
  return best == comparison.times().size() ? kNever : comparison.times()[best][at];
}

std::string cycles_text(Cycle cycles) {
  return cycles == kNever ? "–" : std::to_string(cycles);
}

std::string table_of(const Sides& sides, const std::vector<std::uint32_t>& sizes) {
  const std::vector<std::size_t> places = some_places(sizes);
  std::vector<std::vector<std::string>> rows{{"    flits"}};
  rows.front().insert(rows.front().end(), sides.networks.begin(), sides.networks.end());
  for (const std::string& each : sides.hardware) {
    for (const std::size_t at : places) {
      rows.push_back({std::to_string(sizes[at])});
      for (const std::string& network : sides.networks) {
        rows.back().push_back(cycles_text(cycles_at(sides.of(each, network), at)));
      }
    }
  }
  std::istringstream lines(aligned(rows));
  std::string line;
  std::getline(lines, line);
  std::string text = "cycles of the fastest\n" + line + "\n";
  for (std::size_t i = 0; std::getline(lines, line); ++i) {
    text += i % places.size() == 0 ? fmt::format("  {}\n", sides.hardware[i / places.size()]) : "";
    text += line + "\n";
  }
  return text;
}

/// Why there are cycles that nobody knows, of the first such scenario of every network.
std::string gaps_text(const Sides& sides, std::size_t sizes) {
  std::string text;
  for (const std::string& network : sides.networks) {
    for (const std::string& hardware : sides.hardware) {
      const ScenarioComparison& comparison = sides.of(hardware, network);
      bool has_gap = false;
      for (std::size_t at = 0; at < sizes; ++at) {
        has_gap = has_gap || cycles_at(comparison, at) == kNever;
      }
      const auto why = comparison.why_not();
      if (has_gap) {
        text += fmt::format("–: {}, {}: {}\n", network, hardware,
                            !comparison.unpredicted().empty() ? "theory does not say"
                            : why                             ? why->text
                                                              : "no algorithm takes such sizes");
        break;
      }
    }
  }
  return text;
}

/// Where one network is slower than another that is part of it.
struct Loss {
  std::size_t first;  ///< of the places of sizes
  std::size_t last;
};
std::optional<Loss> loss_of(const ScenarioComparison& whole, const ScenarioComparison& part) {
  std::optional<Loss> loss;
  for (std::size_t at = 0; at < whole.sizes().size(); ++at) {
    const Cycle other = cycles_at(part, at);
    if (other != kNever && cycles_at(whole, at) > other) {
      loss = {loss ? loss->first : at, at};
    }
  }
  return loss;
}

/// The form that would be faster than that if its worms did not wait in virtual channels of which
/// there is one for each class; candidates().size() without.
std::size_t held_up(const ScenarioComparison& comparison, std::size_t at, Cycle faster_than) {
  std::size_t best = comparison.candidates().size();
  for (std::size_t c = 0; c < comparison.candidates().size(); ++c) {
    const Candidate& form = comparison.candidates()[c];
    const bool waits = form.vc_classes > 1 && form.vcs == form.vc_classes &&
                       comparison.times()[c][at] > form.predicted[at];
    if (waits && form.predicted[at] < faster_than &&
        (best == comparison.candidates().size() ||
         form.predicted[at] < comparison.candidates()[best].predicted[at])) {
      best = c;
    }
  }
  return best;
}

/// What keeps the larger network from being as fast, and what to try.
std::string reason_of(const ScenarioComparison& whole, const ScenarioComparison& part,
                      std::size_t at) {
  const std::size_t winner = fastest(part, at);
  const std::size_t held = held_up(whole, at, part.times()[winner][at]);
  if (held < whole.candidates().size()) {
    const Candidate& form = whole.candidates()[held];
    return fmt::format(
        "{} would be faster, but its {} VCs are one for each class of the datelines, where worms "
        "wait for each other in chains; try --router.vcs={}",
        form.name, form.vcs, 2 * form.vcs);
  }
  const Candidate& other = part.candidates()[winner];
  const bool is_there = std::any_of(whole.candidates().begin(), whole.candidates().end(),
                                    [&](const Candidate& own) { return own.row == other.row; });
  return fmt::format("{}, the fastest on {}, {}", other.name, part.scenario().network,
                     is_there ? "takes other ways there" : "is not made for it");
}

std::string sizes_text(const Loss& loss, const std::vector<std::uint32_t>& sizes) {
  return loss.first == loss.last
             ? count_of(sizes[loss.first], "flit")
             : fmt::format("{} … {} flits", sizes[loss.first], sizes[loss.last]);
}

/// A line for each reason, and the hardware for which that is it.
std::string losses_of(const std::string& whole, const std::string& part, const Sides& sides,
                      const std::vector<std::uint32_t>& sizes) {
  std::vector<std::string> reasons;
  std::map<std::string, std::string> hardware;
  for (const std::string& each : sides.hardware) {
    const ScenarioComparison& one = sides.of(each, whole);
    const ScenarioComparison& other = sides.of(each, part);
    const auto loss = loss_of(one, other);
    if (!loss || !is_part_of(*other.scenario().topology, *one.scenario().topology)) {
      continue;
    }
    const std::string reason =
        fmt::format("{}: {}", sizes_text(*loss, sizes), reason_of(one, other, loss->last));
    add_new(reason, reasons);
    hardware[reason] += (hardware[reason].empty() ? "" : "; ") + each;
  }
  std::string text;
  for (const std::string& reason : reasons) {
    text += fmt::format("  {}\n    {}\n", reason, hardware[reason]);
  }
  return text;
}

std::string losses_text(const Sides& sides, const std::vector<std::uint32_t>& sizes) {
  std::string text;
  for (const std::string& whole : sides.networks) {
    for (const std::string& part : sides.networks) {
      if (const std::string losses = losses_of(whole, part, sides, sizes); !losses.empty()) {
        text += fmt::format("\n{} is slower than {}, which is part of it\n{}", whole, part, losses);
      }
    }
  }
  return text;
}

}  // namespace

bool is_part_of(const Topology& part, const Topology& whole) {
  if (!part.is_grid() || !whole.has_coordinates() || part.processors() != whole.processors()) {
    return false;
  }
  if (whole.has_labels()) {
    return std::all_of(part.sides().begin(), part.sides().end(),
                       [](std::uint32_t side) { return (side & (side - 1)) == 0; });
  }
  return whole.wraps() && !part.wraps() && part.sides() == whole.sides();
}

std::string side_by_side_text(const DecisionMap& answer, std::size_t width) {
  const Sides sides(answer);
  if (sides.networks.size() == 1) {
    return "";
  }
  const std::vector<std::uint32_t>& sizes = answer.request->sizes;
  return wrapped(
             table_of(sides, sizes) + gaps_text(sides, sizes.size()) + losses_text(sides, sizes),
             width) +
         "\n";
}

}  // namespace flitcast::explore
