#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/explore/choose/answer_text.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json standings_json(const Standings& at, const SituationContest& contest) {
  Json json{{"message_flits", at.size},
            {"cycles", at.cycles},
            {"simulated", at.simulated},
            {"lower_bound_cycles", at.lower_bound}};
  json["runner_up"] = at.second ? Json(contest.candidates()[*at.second].name) : Json(nullptr);
  json["runner_up_cycles"] = at.second ? Json(at.second_cycles) : Json(nullptr);
  json["runner_up_simulated"] = at.second ? Json(at.second_simulated) : Json(nullptr);
  return json;
}

Json keys_json(const KeyValues& keys) {
  Json json = Json::object();
  for (const auto& [key, value] : keys) {
    json[key] = value;
  }
  return json;
}

Json region_json(const AnswerRegion& region, const SituationContest& contest) {
  Json winners = Json::array();
  for (const std::size_t winner : region.winners) {
    const Candidate& candidate = contest.candidates()[winner];
    winners.push_back({{"name", candidate.name},
                       {"outside_model", candidate.outside},
                       {"vcs", candidate.vcs},
                       {"buffer_flits",
                        candidate.buffer_flits == 0 ? Json(nullptr) : Json(candidate.buffer_flits)},
                       {"keys", keys_json(candidate.keys)}});
  }
  return {{"sizes", region.sizes},
          {"multiples_of", region.step},
          {"winners", std::move(winners)},
          {"first", standings_json(region.first, contest)},
          {"last", standings_json(region.last, contest)}};
}

Json situation_json(const SituationAnswer& situation) {
  const SituationContest& contest = *situation.contest;
  Json json{{"network", contest.situation().network},
            {"hardware", contest.situation().hardware},
            {"keys", keys_json(contest.situation().keys)},
            {"candidates", contest.candidates().size()},
            {"predicted", contest.predicted_count()},
            {"simulated", contest.simulated_count()},
            {"unpredicted", Json::array()}};
  for (const std::size_t candidate : contest.unpredicted()) {
    json["unpredicted"].push_back(contest.candidates()[candidate].name);
  }
  json["regions"] = Json::array();
  for (const AnswerRegion& region : situation.regions) {
    json["regions"].push_back(region_json(region, contest));
  }
  return json;
}

/// A field of a CSV file, in quotes where that is needed.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

std::string end_fields(const Standings& at, const SituationContest& contest) {
  const std::string second =
      at.second
          ? fmt::format("{},{}", field(contest.candidates()[*at.second].name), at.second_cycles)
          : ",";
  return fmt::format("{},{},{},{},{}", at.size, at.cycles, at.simulated ? 1 : 0, second,
                     at.lower_bound);
}

}  // namespace

std::string answer_json(const Answer& answer) {
  constexpr int kIndent = 1;
  const Question& question = *answer.question;
  Json rows = Json::array();
  for (const Row* const row : question.rows) {
    rows.push_back(row->id);
  }
  Json json{{"schema", "flitcast.choose/1"}, {"operation", question.operation},
            {"algorithms", std::move(rows)}, {"margin", answer.margin},
            {"simulated", answer.simulated}, {"notes", question.notes}};
  json["message_flits"] = {question.sizes.front(), question.sizes.back()};
  json["situations"] = Json::array();
  for (const SituationAnswer& situation : answer.situations) {
    json["situations"].push_back(situation_json(situation));
  }
  return json.dump(kIndent) + "\n";
}

std::string answer_csv(const Answer& answer) {
  std::string csv = "network,hardware";
  std::vector<std::string> keys;
  for (const SituationAnswer& situation : answer.situations) {
    for (const auto& [key, value] : situation.contest->situation().keys) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        keys.push_back(key);
        csv += "," + key;
      }
    }
  }
  csv += ",sizes,fastest,tied,outside_model";
  for (const char* const end : {"first", "last"}) {
    csv += fmt::format(
        ",{0}_flits,{0}_cycles,{0}_simulated,{0}_runner_up,{0}_runner_up_cycles,"
        "{0}_lower_bound",
        end);
  }
  csv += "\n";
  for (const SituationAnswer& situation : answer.situations) {
    const SituationContest& contest = *situation.contest;
    std::string head =
        field(contest.situation().network) + "," + field(contest.situation().hardware);
    for (const std::string& key : keys) {
      const KeyValues& own = contest.situation().keys;
      const auto found = std::find_if(own.begin(), own.end(),
                                      [&key](const auto& each) { return each.first == key; });
      head += "," + (found == own.end() ? "" : field(found->second));
    }
    for (const AnswerRegion& region : situation.regions) {
      csv += fmt::format("{},{},{},{},{},{},{}\n", head, region.sizes,
                         field(contest.candidates()[region.winners.front()].name),
                         region.winners.size() - 1,
                         field(contest.candidates()[region.winners.front()].outside),
                         end_fields(region.first, contest), end_fields(region.last, contest));
    }
  }
  return csv;
}

}  // namespace flitcast
