#include "tb/explore/regress/expect_section.h"

#include <algorithm>

#include "tb/config/ini/ini.h"

namespace flitcast {
namespace {

/// Gathers what the lines of a text say.
class Cases {
 public:
  void take(const IniLine& line, std::string_view text) {
    if (begins_case(line)) {
      constexpr std::string_view kCase = "case ";
      cases_.push_back({std::string(line.name.substr(kCase.size())), common_.expect, {}});
      prefix_.clear();
    } else if (line.kind == IniLine::Kind::kSection) {
      prefix_ = std::string(line.name) + ".";
      present().expect.present = present().expect.present || line.name == "expect";
    } else if (line.kind == IniLine::Kind::kEntry) {
      entry(line, static_cast<std::size_t>(line.value.data() - text.data()));
    }
  }

  std::vector<RegressCase> all() const {
    return cases_.empty() ? std::vector<RegressCase>{common_} : cases_;
  }

 private:
  RegressCase& present() { return cases_.empty() ? common_ : cases_.back(); }

  void entry(const IniLine& line, std::size_t offset) {
    constexpr std::string_view kPrefix = "expect.";
    const std::string key = prefix_ + std::string(line.name);
    const std::string value(line.value);
    if (key.rfind(kPrefix, 0) == 0) {
      expect({key.substr(kPrefix.size()), value, offset});
    } else if (!cases_.empty()) {
      present().options.push_back("--" + key + "=" + value);
    }
  }

  /// What a case expects stands for what all of them do.
  void expect(const ExpectEntry& entry) {
    ExpectSection& section = present().expect;
    section.present = true;
    const auto old = std::find_if(
        section.entries.begin(), section.entries.end(),
        [&](const ExpectEntry& each) { return !cases_.empty() && each.path == entry.path; });
    if (old != section.entries.end()) {
      section.entries.erase(old);
    }
    section.entries.push_back(entry);
  }

  RegressCase common_;
  std::vector<RegressCase> cases_;
  std::string prefix_;
};

}  // namespace

const ExpectEntry* ExpectSection::find(std::string_view path) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const ExpectEntry& entry) { return entry.path == path; });
  return found == entries.end() ? nullptr : &*found;
}

std::vector<RegressCase> find_cases(std::string_view text) {
  Cases cases;
  for_each_ini_line(text, [&](const IniLine& line) { cases.take(line, text); });
  return cases.all();
}

std::string with_changes(std::string text, const ExpectSection& section,
                         const std::vector<ExpectChange>& changes) {
  // From the back, so that what is in front keeps its place.
  for (auto entry = section.entries.rbegin(); entry != section.entries.rend(); ++entry) {
    for (const ExpectChange& change : changes) {
      if (change.path == entry->path) {
        text.replace(entry->offset, entry->value.size(), change.to);
      }
    }
  }
  return text;
}

}  // namespace flitcast
