#include <algorithm>
#include <filesystem>
#include <pugixml.hpp>
#include <sstream>

#include <fmt/format.h>

#include "tb/explore/regress/regress_verdict.h"
#include "tb/results/expectations.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

std::string measured_text(const Unmet& unmet) {
  return told_measure(unmet.path, unmet.expected, unmet.measured);
}

/// The beginning of a message of many lines.
std::string shortened(const std::string& message) {
  constexpr std::size_t kMostLines = 12;
  std::istringstream lines(message);
  std::string out;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    out += count < kMostLines ? line + "\n" : "";
  }
  return count <= kMostLines ? out : out + fmt::format("… {} lines more\n", count - kMostLines);
}

/// What XML can hold: valid UTF-8 without control characters, U+FFFE and U+FFFF.
std::string xml_text(const std::string& text) {
  std::string valid = printable(text);
  for (const std::string_view no_character : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (std::size_t at = valid.find(no_character); at != valid.npos;
         at = valid.find(no_character, at)) {
      valid.replace(at, no_character.size(), "?");
    }
  }
  return valid;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = xml_text(value).c_str();
}

void add_case(const RegressFile& file, const RegressVerdict& verdict, bool timed,
              pugi::xml_node suite) {
  const std::filesystem::path path = file.path;
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "classname", path.has_parent_path() ? path.parent_path().string() : ".");
  set(test, "name", path.filename().string() + file.name().substr(file.path.size()));
  if (timed) {
    set(test, "time", fmt::format("{:.3f}", verdict.seconds));
  }
  if (!verdict.update.empty()) {
    test.append_child("system-out").text() = xml_text("updated\n" + verdict.update).c_str();
  }
  if (!verdict.failed()) {
    return;
  }
  pugi::xml_node failure = test.append_child("failure");
  set(failure, "message", difference_line(verdict));
  failure.text() = xml_text(difference_table(verdict)).c_str();
  if (!verdict.message.empty()) {
    test.append_child("system-err").text() = xml_text(verdict.message).c_str();
  }
}

}  // namespace

std::string difference_table(const RegressVerdict& verdict) {
  std::vector<std::vector<std::string>> rows{{"key", "expected", "measured", "difference"}};
  bool numbers = false;
  for (const Unmet& unmet : verdict.unmet) {
    rows.push_back({unmet.path, unmet.expected, measured_text(unmet), unmet.difference});
    numbers = numbers || !unmet.difference.empty();
  }
  if (!numbers) {
    rows[0][3].clear();
  }
  return aligned(rows) + (verdict.as_told ? "" : shortened(verdict.message));
}

std::string difference_line(const RegressVerdict& verdict) {
  const Unmet& first = verdict.unmet.at(0);
  const std::size_t more = verdict.unmet.size() - 1;
  return fmt::format("{}: expected {}, measured {}{}", first.path, first.expected,
                     measured_text(first), more == 0 ? "" : fmt::format(" (and {} more)", more));
}

std::string change_table(const std::vector<ExpectChange>& changes) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(changes.size());
  for (const ExpectChange& change : changes) {
    rows.push_back({change.path, change.from, "->", change.to});
  }
  return aligned(rows);
}

std::string junit_xml(const std::vector<RegressFile>& files,
                      const std::vector<RegressVerdict>& verdicts, std::optional<double> seconds) {
  const auto failed = std::count_if(verdicts.begin(), verdicts.end(),
                                    [](const RegressVerdict& each) { return each.failed(); });
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node suite = document.append_child("testsuites").append_child("testsuite");
  suite.append_attribute("name") = "flitcast regress";
  suite.append_attribute("tests") = files.size();
  suite.append_attribute("failures") = failed;
  suite.append_attribute("errors") = 0;
  suite.append_attribute("skipped") = 0;
  if (seconds) {
    set(suite, "time", fmt::format("{:.3f}", *seconds));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    add_case(files[i], verdicts[i], seconds.has_value(), suite);
  }
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace flitcast::explore
