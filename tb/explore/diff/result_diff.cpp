#include "tb/explore/diff/result_diff.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "tb/config/keys/config_keys.h"
#include "tb/results/json_parts.h"
#include "tb/results/plain_result.h"
#include "tb/results/result_file.h"
#include "tb/text/json_members.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {

using Json = nlohmann::ordered_json;

void to_json(Json& json, const ResultChange& change) {
  json = {{"name", change.name}, {"before", change.before.json()}, {"after", change.after.json()}};
}

namespace {

using Columns = std::vector<ResultColumn>;
using Changes = std::vector<ResultChange>;

/// The same, or a hash that only one of the two runs was asked for.
bool same_value(const std::string& name, const ResultValue& before, const ResultValue& after) {
  const bool unasked = name == "messages_hash" && (before.is_null() || after.is_null());
  return unasked || before == after;
}

/// In the order of `before`, then what only `after` has.
Changes changes_between(const Columns& before, const Columns& after) {
  Changes changes;
  for (const auto& [name, value] : before) {
    const ResultValue* const other = find_value(after, name);
    const ResultValue now = other == nullptr ? ResultValue() : *other;
    if (!same_value(name, value, now)) {
      changes.push_back({name, value, now});
    }
  }
  for (const auto& [name, value] : after) {
    if (find_value(before, name) == nullptr && !same_value(name, {}, value)) {
      changes.push_back({name, {}, value});
    }
  }
  return changes;
}

Json member(const Json& result, const char* name, const Json& otherwise) {
  return result.contains(name) ? result[name] : otherwise;
}

/// Every plain value in a JSON object by its path.
Columns columns_of(const Json& round) {
  return result_columns({{"config", Json::object()}, {"round", round}});
}

void compare_rounds(const Json& before, const Json& after, ResultDiff& diff) {
  diff.rounds_before = before.size();
  diff.rounds_after = after.size();
  for (std::size_t round = 0; round < std::min(before.size(), after.size()); ++round) {
    if (before[round] == after[round]) {
      continue;
    }
    if (diff.rounds_differing++ == 0) {
      diff.first_round = round;
      diff.round = changes_between(columns_of(before[round]), columns_of(after[round]));
      for (ResultChange& change : diff.round) {
        change.name.erase(0, std::string_view("round.").size());
      }
    }
  }
}

/// Those of `notes` that `others` does not have.
std::vector<std::string> notes_only_in(const Json& notes, const Json& others) {
  std::vector<std::string> only;
  for (const Json& note : notes) {
    if (std::find(others.begin(), others.end(), note) == others.end()) {
      only.push_back(plain_text(note));
    }
  }
  return only;
}

constexpr int kDigits = 6;

/// In one line, whatever a file has made of it.
std::string shown(const ResultValue& value) {
  if (value.kind == ResultValue::Kind::kDecimal) {
    return fmt::format("{:.{}g}", value.number(), kDigits);
  }
  return value.is_null() ? "–" : printable_line(value.text);
}

std::optional<std::int64_t> integer(const ResultValue& value) {
  std::int64_t number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto [stop, error] = std::from_chars(value.text.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// After minus before, exactly where the integers allow it.
double subtract(const ResultValue& before, const ResultValue& after) {
  const auto from = integer(before);
  const auto to = integer(after);
  std::int64_t exact = 0;
  if (from && to && !__builtin_sub_overflow(*to, *from, &exact)) {
    return static_cast<double>(exact);
  }
  return after.number() - before.number();
}

/// "+192 (+8.93 %)" of measured numbers, nothing of others.
std::string difference(const ResultChange& change) {
  if (!change.before.is_number() || !change.after.is_number() || find_key(change.name) != nullptr) {
    return "";
  }
  return difference_text(subtract(change.before, change.after), change.before.number(), kDigits);
}

/// Results with lists of unequal length, where no measure tells so.
std::string rounds_line(const ResultDiff& diff) {
  const bool told = std::any_of(diff.measures.begin(), diff.measures.end(),
                                [](const ResultChange& change) { return change.name == "rounds"; });
  return told || diff.rounds_before == diff.rounds_after
             ? ""
             : fmt::format("\nrounds: {} -> {}\n", diff.rounds_before, diff.rounds_after);
}

/// A heading and one aligned line per change.
std::string section(const std::string& heading, const Changes& changes) {
  if (changes.empty()) {
    return "";
  }
  std::size_t name_width = 0;
  std::size_t before_width = 0;
  std::size_t after_width = 0;
  for (const ResultChange& change : changes) {
    name_width = std::max(name_width, text_width(printable_line(change.name)));
    before_width = std::max(before_width, text_width(shown(change.before)));
    after_width = std::max(after_width, text_width(shown(change.after)));
  }
  std::string text = fmt::format("\n{}\n", heading);
  for (const ResultChange& change : changes) {
    std::string line =
        fmt::format("  {}  {} -> {}  {}", pad_right(printable_line(change.name), name_width),
                    pad_left(shown(change.before), before_width),
                    pad_right(shown(change.after), after_width), difference(change));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string note_lines(const std::string& heading, const std::vector<std::string>& notes) {
  std::string text = notes.empty() ? "" : fmt::format("\n{}\n", heading);
  for (const std::string& note : notes) {
    text += fmt::format("  {}\n", printable_line(note));
  }
  return text;
}

}  // namespace

bool ResultDiff::empty() const {
  return config.empty() && measures.empty() && rounds_differing == 0 &&
         rounds_before == rounds_after && !deadlock_report && notes_gone.empty() &&
         notes_new.empty();
}

ResultDiff diff_results(const Json& before, const Json& after) {
  ResultDiff diff;
  for (ResultChange& change : changes_between(result_columns(before), result_columns(after))) {
    (find_key(change.name) != nullptr ? diff.config : diff.measures).push_back(std::move(change));
  }
  compare_rounds(member(before, "per_round", Json::array()),
                 member(after, "per_round", Json::array()), diff);
  const Json stuck_before = member(before, "deadlock", nullptr);
  const Json stuck_after = member(after, "deadlock", nullptr);
  diff.deadlock_report =
      stuck_before.is_object() && stuck_after.is_object() && stuck_before != stuck_after;
  const Json notes_before = member(before, "notes", Json::array());
  const Json notes_after = member(after, "notes", Json::array());
  diff.notes_gone = notes_only_in(notes_before, notes_after);
  diff.notes_new = notes_only_in(notes_after, notes_before);
  return diff;
}

ResultDiff diff_files(const std::string& before, const std::string& after) {
  const Json first = read_result(before);
  return diff_results(first, read_result(after));
}

std::string diff_text(const ResultDiff& diff, const std::string& before, const std::string& after) {
  if (diff.empty()) {
    return fmt::format("{} and {} are the same but for the host\n", before, after);
  }
  std::string text = fmt::format("{} -> {}\n", before, after);
  text += section("configuration", diff.config);
  if (diff.config.empty()) {
    text += "\nthe configuration is the same\n";
  }
  text += section("result", diff.measures);
  text += rounds_line(diff);
  if (diff.rounds_differing > 0) {
    const std::size_t both = std::min(diff.rounds_before, diff.rounds_after);
    text += section(fmt::format("rounds: {} of {} differ, first round {}", diff.rounds_differing,
                                both, *diff.first_round),
                    diff.round);
  }
  text += diff.deadlock_report ? "\nthe deadlock reports differ\n" : "";
  text += note_lines(fmt::format("notes of {} only", before), diff.notes_gone);
  text += note_lines(fmt::format("notes of {} only", after), diff.notes_new);
  return text;
}

std::string diff_json(const ResultDiff& diff, const std::string& before, const std::string& after) {
  const Json json{{"schema", "flitcast.diff/1"},
                  {"before", before},
                  {"after", after},
                  {"same", diff.empty()},
                  {"config", diff.config},
                  {"result", diff.measures},
                  {"rounds_before", diff.rounds_before},
                  {"rounds_after", diff.rounds_after},
                  {"rounds_differing", diff.rounds_differing},
                  {"first_round", diff.first_round},
                  {"round", diff.round},
                  {"deadlock_report", diff.deadlock_report},
                  {"notes_gone", diff.notes_gone},
                  {"notes_new", diff.notes_new}};
  return json_text(json);
}

}  // namespace flitcast::explore
