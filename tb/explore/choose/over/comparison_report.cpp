#include <fmt/format.h>

#include "tb/explore/choose/over/pair_comparison.h"
#include "tb/text/json_members.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

using Json = nlohmann::ordered_json;

struct Names {
  const std::string& first;
  const std::string& second;
};

Names names_of(const Comparison& comparison, const PairComparison& pair) {
  return {comparison.algorithms[pair.first], comparison.algorithms[pair.second]};
}

/// "aas-hc-sex is faster up to 9, aas-hc-dex from 10".
std::string sentence(const Names& names, const Crossing& crossing) {
  const std::string& before = crossing.first_leads ? names.first : names.second;
  const std::string& after = crossing.first_leads ? names.second : names.first;
  std::string text = fmt::format("{} is faster up to {}, {} from {}", before, crossing.last, after,
                                 crossing.first);
  if (crossing.equal_between) {
    text += "; between them both take as long";
  } else if (crossing.first - crossing.last > 1) {
    text += "; between them no value was found that both can be played with";
  }
  return text;
}

std::string sentence_without_crossing(const Names& names, const Crossings& crossings) {
  const std::int64_t low = crossings.scanned.front();
  const std::int64_t high = crossings.scanned.back();
  const std::string range =
      low == high ? fmt::format("at {}, the only value that both can be played with", low)
                  : fmt::format("from {} to {}", low, high);
  const std::string where =
      crossings.equal_somewhere && crossings.first_leads ? "wherever they differ, " + range : range;
  if (!crossings.first_leads) {
    return "both take as long " + where;
  }
  return fmt::format("{} is faster {}", *crossings.first_leads ? names.first : names.second, where);
}

std::vector<std::string> sentences(const Names& names, const Crossings& crossings) {
  std::vector<std::string> lines;
  lines.reserve(crossings.found.size());
  for (const Crossing& crossing : crossings.found) {
    lines.push_back(sentence(names, crossing));
  }
  if (lines.empty()) {
    lines.push_back(sentence_without_crossing(names, crossings));
  }
  return lines;
}

std::string theory_text(const Names& names, const PairComparison& pair) {
  const std::vector<std::string> simulated = sentences(names, pair.simulated);
  const std::vector<std::string> predicted = sentences(names, pair.theory);
  std::string text;
  if (simulated == predicted) {
    text = "  theory: the same\n";
  } else {
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      text += "  theory: " + predicted[i];
      if (!pair.theory.found.empty() && predicted.size() == simulated.size() &&
          !pair.simulated.found.empty()) {
        text += fmt::format(" ({:+} against the simulation)",
                            pair.theory.found[i].first - pair.simulated.found[i].first);
      }
      text += '\n';
    }
  }
  for (const std::size_t algorithm : pair.bounded) {
    text += fmt::format(
        "  theory: {} is predicted without waiting for shared links, below the lower bound, which "
        "is taken instead; it may be slower\n",
        algorithm == pair.first ? names.first : names.second);
  }
  if (pair.meeting) {
    text += fmt::format("  closed forms meet at {:.6g}\n", *pair.meeting);
  }
  return text;
}

std::string pair_text(const Comparison& comparison, const PairComparison& pair) {
  const Names names = names_of(comparison, pair);
  std::string text;
  for (const std::string& line : sentences(names, pair.simulated)) {
    text += line + "\n";
  }
  text += theory_text(names, pair) + "\n";
  std::vector<std::vector<std::string>> rows{
      {"  " + comparison.key}, {"  " + names.first}, {"  " + names.second}};
  for (const PairComparison::Point& point : pair.points) {
    rows[0].push_back(fmt::format("{}", point.value));
    rows[1].push_back(fmt::format("{}", point.first_cycles));
    rows[2].push_back(fmt::format("{}", point.second_cycles));
  }
  for (auto& row : rows) {
    row.emplace_back(&row == &rows[0] ? "" : "cycles");
  }
  return text + aligned(rows);
}

Json crossings_json(const Names& names, const Crossings& crossings) {
  Json json = Json::array();
  for (const Crossing& crossing : crossings.found) {
    json.push_back({{"faster_before", crossing.first_leads ? names.first : names.second},
                    {"last", crossing.last},
                    {"faster_after", crossing.first_leads ? names.second : names.first},
                    {"first", crossing.first},
                    {"equal_between", crossing.equal_between}});
  }
  return json;
}

std::optional<std::string> leader_of(const Names& names, const Crossings& crossings) {
  const bool first = crossings.first_leads.value_or(false);
  return known_if(crossings.first_leads.has_value(), first ? names.first : names.second);
}

Json pair_json(const Comparison& comparison, const PairComparison& pair) {
  const Names names = names_of(comparison, pair);
  Json rows = Json::array();
  for (const PairComparison::Point& point : pair.points) {
    rows.push_back({{"value", point.value}, {"cycles", {point.first_cycles, point.second_cycles}}});
  }
  Json bounded = Json::array();
  for (const std::size_t algorithm : pair.bounded) {
    bounded.push_back(algorithm == pair.first ? names.first : names.second);
  }
  return {{"between", {names.first, names.second}},
          {"scanned", pair.simulated.scanned},
          {"faster_first", leader_of(names, pair.simulated)},
          {"crossings", crossings_json(names, pair.simulated)},
          {"completion_cycles", rows},
          {"theory",
           {{"faster_first", leader_of(names, pair.theory)},
            {"crossings", crossings_json(names, pair.theory)},
            {"bounded", bounded},
            {"meeting", pair.meeting}}}};
}

}  // namespace

std::string comparison_text(const Comparison& comparison,
                            const std::vector<PairComparison>& pairs) {
  std::string text =
      fmt::format("{} from {} to {}\n", comparison.key, comparison.from, comparison.to);
  for (const PairComparison& pair : pairs) {
    text += "\n" + pair_text(comparison, pair);
  }
  return text;
}

std::string comparison_json(const Comparison& comparison,
                            const std::vector<PairComparison>& pairs) {
  Json json{{"schema", "flitcast.crossover/1"},
            {"over", comparison.key},
            {"from", comparison.from},
            {"to", comparison.to}};
  json["pairs"] = Json::array();
  for (const PairComparison& pair : pairs) {
    json["pairs"].push_back(pair_json(comparison, pair));
  }
  constexpr int kIndent = 2;
  return json.dump(kIndent) + "\n";
}

}  // namespace flitcast::explore
