#include "tb/explore/choose/answer_text.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/system/text_columns.h"

namespace flitcast {
namespace {

constexpr const char* kPredicted = " †";  // what was not simulated, among what was

std::string by_how_much(const Standings& at) {
  if (!at.second) {
    return "";
  }
  if (at.second_cycles == at.cycles) {
    return "tie";
  }
  const double more = static_cast<double>(at.second_cycles - at.cycles);
  return at.cycles == 0 ? ""
                        : fmt::format("+{:.3g} %", more / static_cast<double>(at.cycles) * 100);
}

std::string bound_text(const Standings& at) {
  return at.lower_bound == 0
             ? "–"
             : fmt::format("{} (x {:.3g})", at.lower_bound,
                           static_cast<double>(at.cycles) / static_cast<double>(at.lower_bound));
}

/// What legends below the tables have to explain.
struct Marks {
  bool outside = false;
  bool predicted = false;
};

std::vector<std::string> row_of(const Standings& at, const std::string& sizes,
                                const std::string& winner, const SituationContest& contest,
                                bool simulated, Marks& marks) {
  const auto mark = [&](bool was_simulated) {
    const bool needed = simulated && !was_simulated;
    marks.predicted = marks.predicted || needed;
    return needed ? kPredicted : "";
  };
  const std::string cycles = std::to_string(at.cycles) + mark(at.simulated);
  const std::string slower = by_how_much(at);
  return {sizes,
          winner,
          cycles,
          at.second ? contest.candidates()[*at.second].name : "",
          slower.empty() ? slower : slower + mark(at.second_simulated),
          bound_text(at)};
}

std::string region_sizes(const AnswerRegion& region) {
  return region.sizes.empty() ? std::to_string(region.first.size)
                              : fmt::format("{}: {}", region.sizes, region.first.size);
}

std::string table_of(const SituationAnswer& situation, bool simulated, Marks& marks) {
  const SituationContest& contest = *situation.contest;
  std::vector<std::vector<std::string>> rows{
      {"  flits", "fastest", "cycles", "runner-up", "slower by", "lower bound"}};
  for (const AnswerRegion& region : situation.regions) {
    const std::string outside = outside_text(region, contest);
    marks.outside = marks.outside || !outside.empty();
    const std::string winners =
        winners_text(region, contest) + (outside.empty() ? "" : " *" + outside);
    rows.push_back(
        row_of(region.first, "  " + region_sizes(region), winners, contest, simulated, marks));
    if (region.last.size != region.first.size) {
      rows.push_back(row_of(region.last, fmt::format("   … {}", region.last.size), "", contest,
                            simulated, marks));
    }
  }
  return aligned(rows);
}

void add_new(const std::string& text, std::vector<std::string>& texts) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
    texts.push_back(text);
  }
}

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

std::string fastest_text(const SituationContest& contest, std::size_t at) {
  Cycle best = kNever;
  for (const std::vector<Cycle>& times : contest.times()) {
    best = std::min(best, times[at]);
  }
  return best == kNever ? "–" : std::to_string(best);
}

}  // namespace

std::string answer_text(const Answer& answer) {
  std::string text;
  Marks marks;
  for (const SituationAnswer& situation : answer.situations) {
    const Situation& asked = situation.contest->situation();
    text += fmt::format("{}, {}\n", asked.network, asked.hardware);
    text += situation.regions.empty() ? fmt::format("  no algorithm of {} can be played there\n",
                                                    answer.question->operation)
                                      : table_of(situation, answer.simulated, marks);
    text += "\n";
  }
  if (marks.outside) {
    text +=
        "*ports, *switching …: written for other ports, another switching …, and played "
        "outside of that\n";
  }
  if (marks.predicted) {
    text += "†: predicted; simulations at other sizes bear it out\n";
  }
  text += marks.outside || marks.predicted ? "\n" : "";
  return text;
}

std::string side_by_side_text(const Answer& answer) {
  std::vector<std::string> networks;
  std::vector<std::string> hardware;
  std::map<std::pair<std::string, std::string>, const SituationContest*> contests;
  for (const SituationAnswer& situation : answer.situations) {
    const Situation& asked = situation.contest->situation();
    add_new(asked.network, networks);
    add_new(asked.hardware, hardware);
    contests[{asked.hardware, asked.network}] = situation.contest;
  }
  if (networks.size() == 1) {
    return "";
  }
  std::vector<std::vector<std::string>> rows{{"  cycles of the fastest", "flits"}};
  rows.front().insert(rows.front().end(), networks.begin(), networks.end());
  for (const std::string& each : hardware) {
    for (const std::size_t at : some_places(answer.question->sizes)) {
      std::vector<std::string> row{at == 0 ? "  " + each : "",
                                   std::to_string(answer.question->sizes[at])};
      for (const std::string& network : networks) {
        row.push_back(fastest_text(*contests.at({each, network}), at));
      }
      rows.push_back(std::move(row));
    }
  }
  return aligned(rows) + "\n";
}

}  // namespace flitcast
