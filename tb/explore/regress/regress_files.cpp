#include "tb/explore/regress/regress_files.h"

#include <algorithm>
#include <filesystem>
#include <fnmatch.h>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config.h"
#include "tb/config/config_value.h"
#include "tb/config/ini/ini.h"
#include "tb/results/plain_result.h"
#include "tb/results/result_file.h"
#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
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

namespace fs = std::filesystem;

/// Files by path, in the order of folders and names, and whether they were given by name.
using Found = std::map<fs::path, bool>;

bool is_candidate(const fs::directory_entry& entry) {
  // A link that leads nowhere, or where nobody may look, is found out when it is read.
  std::error_code ignored;
  return entry.path().extension() == ".ini" &&
         (entry.is_regular_file(ignored) || (entry.is_symlink(ignored) && !entry.exists(ignored)));
}

/// What leads to a file that is open in this process, and to another one, or none, in a run.
bool is_own(const fs::path& path) {
  const std::string& name = path.native();
  return name == "/dev/stdin" || name.rfind("/dev/fd/", 0) == 0 || name.rfind("/proc/", 0) == 0;
}

void require_regular(const fs::path& path) {
  std::error_code error;
  if (is_own(path) || (fs::exists(path, error) && !fs::is_regular_file(path, error))) {
    throw ConfigError("{}: is no regular file; give configuration files or folders", path.string());
  }
}

/// Those in a folder and the folders in it; links to folders are not followed.
void add_folder(const fs::path& folder, Found& found) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (!entry->is_symlink(ignored) && entry->is_directory(ignored)) {
      add_folder(entry->path(), found);
    } else if (is_candidate(*entry)) {
      found.emplace(entry->path().lexically_normal(), false);
    }
  }
  if (error) {
    throw ConfigError("cannot read {}: {}", folder.string(), error.message());
  }
}

void add_path(const std::string& name, Found& found) {
  std::error_code error;
  const fs::path path = fs::path(name).lexically_normal();
  if (fs::is_directory(path, error)) {
    absolute_path(name);  // says so when it is a folder that was removed
    add_folder(path, found);
  } else {
    require_regular(path);
    found[path] = true;
  }
}

/// The file itself, whatever names lead to it.
fs::path behind_links(const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  return error ? path : file;
}

bool matches(const std::string& path, const std::optional<std::string>& filter) {
  return !filter || ::fnmatch(filter->c_str(), path.c_str(), 0) == 0 ||
         ::fnmatch(("*/" + *filter).c_str(), path.c_str(), 0) == 0;
}

ConfigError nothing_found(const std::vector<std::string>& paths, const RegressFiles& found,
                          const std::optional<std::string>& filter) {
  if (found.without_match > 0) {
    return ConfigError("--filter: {} matches none of {}", in_quotes(*filter),
                       count_of(found.without_match, "file"));
  }
  const std::string where = fmt::format("{}", fmt::join(paths, ", "));
  return ConfigError(
      found.without_expect > 0
          ? fmt::format("{}: none of {} has a section [expect]", where,
                        count_of(found.without_expect, "configuration"))
          : fmt::format("{}: holds no configuration; give folders with *.ini files", where));
}

/// Of a file that was given by name.
ConfigError nothing_expected(const std::string& path, const std::string& text) {
  if (looks_like_json(text, path)) {
    plain_result(text, path);  // says so where it is something else
    return ConfigError(
        "{}: is a result; flitcast check {} --resolved > NAME.ini writes its configuration, which "
        "a section [expect] can follow",
        path, path);
  }
  return ConfigError("{}: has no section [expect], so that nothing can be wrong", path);
}

/// Adds the cases of a file that expect something; gives its text.
std::shared_ptr<std::string> add_cases(const std::string& path, std::vector<RegressFile>& files) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 28;
  auto text = std::make_shared<std::string>();
  try {
    *text = read_text_file(path, kMaxBytes);
  } catch (const FileError& error) {
    throw ConfigError(error.what());
  }
  std::set<std::string> names;
  for (RegressCase& each : find_cases(*text)) {
    if (!names.insert(each.name).second) {
      throw ConfigError("{}: has two cases {}", path, in_quotes(each.name));
    }
    if (each.expect.present) {
      files.push_back({path, text, std::move(each)});
    }
  }
  return text;
}

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

RegressFiles find_regress_files(const std::vector<std::string>& paths,
                                const std::optional<std::string>& filter) {
  Found found;
  for (const std::string& path : paths) {
    add_path(path, found);
  }
  RegressFiles result;
  std::set<fs::path> taken;
  for (const auto& [path, by_name] : found) {
    if (!matches(path.string(), filter)) {
      ++result.without_match;
      continue;
    }
    if (!taken.insert(behind_links(path)).second) {
      continue;
    }
    const std::size_t before = result.files.size();
    const auto text = add_cases(path.string(), result.files);
    if (result.files.size() > before) {
      continue;
    }
    if (by_name) {
      throw nothing_expected(path.string(), *text);
    }
    ++result.without_expect;
  }
  if (result.files.empty()) {
    throw nothing_found(paths, result, filter);
  }
  return result;
}

}  // namespace flitcast::explore
