#include "tb/explore/regress/regress_verdict.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/expect_keys.h"
#include "tb/results/plain_result.h"
#include "tb/results/result_file.h"
#include "tb/system/exit_code.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/input_file.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

/// The first line of what a run wrote to standard error, without the name of the program.
std::string first_message(const std::string& standard_error) {
  constexpr std::string_view kProgram = "flitcast: ";
  const std::string line = standard_error.substr(0, standard_error.find('\n'));
  return line.rfind(kProgram, 0) == 0 ? line.substr(kProgram.size()) : line;
}

/// How far a measured number is from what is expected; nothing of others.
std::string difference_of(const Judgement& judgement) {
  constexpr int kDigits = 4;
  const Measure* const measure = find_measure(judgement.path);
  if (measure == nullptr || !measure->is_number() || !judgement.measured.is_number()) {
    return "";
  }
  const auto expectation = std::get<Expectation>(parse_expected(*measure, judgement.expected));
  const double value = judgement.measured.number();
  const double difference = expectation.difference(value);
  return difference_text(difference, value - difference, kDigits);
}

/// What a file says of the end of its run. A value that is none is told by the run itself.
std::string expected_of(const RegressFile& file, std::string_view path) {
  const ExpectEntry* const entry = file.run.expect.find(path);
  try {
    return entry == nullptr ? "" : expected_text(parse_expected(*find_measure(path), entry->value));
  } catch (const ValueError&) {
    return "";
  }
}

void add_unmet(const std::string& path, const std::string& expected, const ResultValue& measured,
               RegressVerdict& verdict) {
  verdict.unmet.push_back({{path, expected, measured}, ""});
}

/// The result that the run wrote, if it wrote one.
std::optional<PlainResult> result_of(const RegressFile& file, const ProcessEnd& end) {
  return leaves_result(end) ? std::optional(plain_result(end.out, file.path)) : std::nullopt;
}

bool expects(const PlainResult& result, std::string_view path) {
  return std::any_of(result.expectations.begin(), result.expectations.end(),
                     [&](const Judgement& judgement) { return judgement.path == path; });
}

/// The exit code with all expectations met.
int code_aside(const std::optional<PlainResult>& result, const ProcessEnd& end) {
  const bool only_unmet = end.exit_code == exit_code::kUnmet && result &&
                          *find_value(result->columns, "data_check") != "failed";
  return only_unmet ? exit_code::kGood : end.exit_code;
}

/// True when another expectation speaks of what the exit code tells.
bool covered(const std::optional<PlainResult>& result, int code) {
  return result && ((code == exit_code::kStuck && expects(*result, "deadlock")) ||
                    (code == exit_code::kUnmet && expects(*result, "data_check")));
}

void judge_code(const RegressFile& file, const std::optional<PlainResult>& result,
                const ProcessEnd& end, RegressVerdict& verdict) {
  const std::string given = expected_of(file, "exit_code");
  const std::string expected = given.empty() ? "0" : given;
  if (end.signal != 0) {
    add_unmet("exit_code", expected, end.describe(), verdict);
  } else {
    const int code = code_aside(result, end);
    if (std::to_string(code) == expected || (given.empty() && covered(result, code))) {
      return;
    }
    add_unmet("exit_code", expected, code, verdict);
  }
  verdict.as_told = false;
}

/// Whether the text has the words, none of them as a part of a longer one.
bool says(const std::string& text, const std::string& words) {
  const auto joined = [](char a, char b) {
    return std::isalnum(static_cast<unsigned char>(a)) != 0 &&
           std::isalnum(static_cast<unsigned char>(b)) != 0;
  };
  for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || !joined(text[at - 1], words.front())) &&
        (end == text.size() || !joined(words.back(), text[end]))) {
      return true;
    }
  }
  return false;
}

/// What a run that is good but for its expectations writes is no error.
void judge_error(const RegressFile& file, bool good, RegressVerdict& verdict) {
  const std::string expected = expected_of(file, "error");
  const std::string written = good ? "" : verdict.message;
  if (!expected.empty() && !says(written, expected)) {
    const std::string message = first_message(written);
    add_unmet("error", expected, message.empty() ? ResultValue() : message, verdict);
  }
}

/// A run that is refused as expected has measured nothing of what else is expected.
void add_unmeasured(const RegressFile& file, RegressVerdict& verdict) {
  for (const ExpectEntry& entry : file.run.expect.entries) {
    if (entry.path != "exit_code" && entry.path != "error") {
      add_unmet(entry.path, entry.value, {}, verdict);
    }
  }
}

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

RegressVerdict judge_run(const RegressFile& file, const ProcessEnd& end) {
  RegressVerdict verdict;
  verdict.seconds = end.seconds;
  verdict.message = end.err;
  verdict.finished = end.signal == 0 && end.exit_code <= exit_code::kStuck;
  const std::optional<PlainResult> result = result_of(file, end);
  judge_code(file, result, end, verdict);
  judge_error(file, end.signal == 0 && code_aside(result, end) == exit_code::kGood, verdict);
  if (result) {
    for (const Judgement& judgement : result->expectations) {
      if (!judgement.met) {
        verdict.unmet.push_back({judgement, difference_of(judgement)});
      }
    }
  } else if (verdict.as_told) {
    add_unmeasured(file, verdict);
  }
  return verdict;
}

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
    throw ConfigError("{}: has changed since it was run", file.path);
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
