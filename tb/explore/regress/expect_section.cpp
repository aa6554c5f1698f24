#include "tb/explore/regress/expect_section.h"

#include <algorithm>

#include "tb/config/ini.h"

namespace flitcast {

const ExpectEntry* ExpectSection::find(std::string_view path) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const ExpectEntry& entry) { return entry.path == path; });
  return found == entries.end() ? nullptr : &*found;
}

ExpectSection find_expectations(std::string_view text) {
  constexpr std::string_view kSection = "expect";
  constexpr std::string_view kPrefix = "expect.";
  ExpectSection section;
  std::string prefix;
  for_each_ini_line(text, [&](const IniLine& line) {
    if (line.kind == IniLine::Kind::kSection) {
      prefix = std::string(line.name) + ".";
      section.present = section.present || line.name == kSection;
    } else if (line.kind == IniLine::Kind::kEntry) {
      const std::string key = prefix + std::string(line.name);
      if (key.rfind(kPrefix, 0) == 0) {
        section.present = true;
        section.entries.push_back({key.substr(kPrefix.size()), std::string(line.value),
                                   static_cast<std::size_t>(line.value.data() - text.data())});
      }
    }
  });
  return section;
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
