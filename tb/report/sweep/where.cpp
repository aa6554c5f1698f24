#include "tb/report/sweep/where.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "tb/report/sweep/sweep_inputs.h"

namespace flitcast::report {
namespace {

struct Condition {
  std::string key;
  std::vector<std::string> values;
};

std::vector<Condition> parse_conditions(const std::string& all) {
  constexpr const char* kForm = "give it as KEY=VALUE, like message_flits=16";
  std::vector<Condition> conditions;
  try {
    for (const std::string& word : parse_list(all, "conditions like message_flits=16")) {
      const std::size_t equals = word.find('=');
      if (equals != std::string::npos) {
        const std::string_view text = word;
        conditions.push_back({std::string(trim(text.substr(0, equals))),
                              {std::string(trim(text.substr(equals + 1)))}});
      } else if (!conditions.empty()) {
        conditions.back().values.push_back(word);
      } else {
        throw ValueError("{} names no key; {}", in_quotes(word), kForm);
      }
    }
  } catch (const ValueError& error) {
    throw ConfigError("--where: {}", error.what());
  }
  return conditions;
}

/// The values of a column as texts, in their order, not too many of them.
std::string listed(const PointTable::Column& column) {
  constexpr std::size_t kMost = 12;
  std::vector<std::string> texts;
  for (const ResultValue& value : ordered_values(column)) {
    texts.push_back(texts.size() < kMost ? text_or_none(value) : "…");
    if (texts.size() > kMost) {
      break;
    }
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::vector<bool> keep_where(PointTable& table, const std::string& conditions) {
  std::vector<bool> kept(table.points(), true);
  for (const Condition& condition : parse_conditions(conditions)) {
    const PointTable::Column& column = table.column(find_axis(table, "where", condition.key));
    std::vector<std::string> texts;
    for (const ResultValue& value : column.values) {
      texts.push_back(text_or_none(value));
    }
    for (const std::string& value : condition.values) {
      if (std::find(texts.begin(), texts.end(), value) == texts.end()) {
        throw ConfigError("--where: no result has {} = {}; there are {}", column.name, value,
                          listed(column));
      }
    }
    for (std::size_t point = 0; point < texts.size(); ++point) {
      kept[point] = kept[point] && std::find(condition.values.begin(), condition.values.end(),
                                             texts[point]) != condition.values.end();
    }
  }
  if (std::find(kept.begin(), kept.end(), true) == kept.end()) {
    throw ConfigError("--where: no result has all of {}", in_quotes(conditions));
  }
  table.keep(kept);
  return kept;
}

}  // namespace flitcast::report
