#include <algorithm>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/expect_keys.h"
#include "tb/explore/regress/regress_verdict.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/input_file.h"

namespace flitcast::explore {
namespace {

/// The part of a message that stays when the file moves or grows: without its name and line.
std::string lasting_part(std::string message, const std::string& path) {
  if (message.rfind(path, 0) == 0) {
    const std::size_t colon = message.find(": ", path.size());
    message.erase(0, colon == std::string::npos ? path.size() : colon + 2);
  }
  while (!message.empty() && !fits_ini(message)) {
    message.pop_back();
  }
  return std::string(trim(message));
}

/// The new value of an entry, empty where there is none.
std::string new_value(const ExpectEntry& entry, const Unmet& unmet, const RegressFile& file) {
  const Measure* const measure = find_measure(entry.path);
  if (unmet.measured.is_null() || measure == nullptr) {
    return "";
  }
  if (measure->is_number()) {
    const auto was = std::get<Expectation>(parse_expected(*measure, entry.value));
    return rewritten(entry.value, was, was.moved_to(unmet.measured.number()));
  }
  const std::string text = unmet.measured.text;
  return measure->kind == Measure::Kind::kText ? lasting_part(text, file.path) : text;
}

}  // namespace

RegressUpdate update_of(const RegressFile& file, const RegressVerdict& verdict) {
  RegressUpdate update;
  if (!verdict.finished) {
    update.obstacle = "the run did not end by itself";
    return update;
  }
  for (const Unmet& unmet : verdict.unmet) {
    const ExpectEntry* const entry = file.run.expect.find(unmet.path);
    if (entry == nullptr) {
      update.obstacle = fmt::format("there is no expect.{} to be updated", unmet.path);
      return update;
    }
    const std::string value = new_value(*entry, unmet, file);
    if (value.empty()) {
      update.obstacle =
          fmt::format("the run has no {}; take expect.{} out", unmet.path, unmet.path);
      return update;
    }
    update.changes.push_back({unmet.path, entry->value, value});
  }
  return update;
}

void apply(const RegressUpdate& update, const RegressFile& file) {
  if (read_text_file(file.path, file.text->size()) != *file.text) {
    throw ConfigError(fmt::format("{}: has changed since it was run", file.path));
  }
  // An update of another case may have moved the values of this one.
  const std::vector<RegressCase> cases = find_cases(*file.text);
  const auto own = std::find_if(cases.begin(), cases.end(), [&](const RegressCase& each) {
    return each.name == file.run.name;
  });
  std::string text = with_changes(*file.text, own->expect, update.changes);
  write_whole_file(file.path, text);
  *file.text = std::move(text);
}

}  // namespace flitcast::explore
