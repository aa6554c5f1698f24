#include "tb/programs/chakra/chakra_files.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>

#include "tb/system/file_error.h"

namespace flitcast {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".et";

struct NameOfRank {
  std::string name;
  std::uint32_t rank;
};

/// "NAME.12.et"
std::optional<NameOfRank> parse(std::string_view file) {
  if (file.size() <= kExtension.size() ||
      file.substr(file.size() - kExtension.size()) != kExtension) {
    return std::nullopt;
  }
  file.remove_suffix(kExtension.size());
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) {
    return std::nullopt;
  }
  std::uint32_t rank = 0;
  const auto [end, error] = std::from_chars(file.data() + dot + 1, file.data() + file.size(), rank);
  if (error != std::errc{} || end != file.data() + file.size()) {
    return std::nullopt;
  }
  return NameOfRank{std::string(file.substr(0, dot)), rank};
}

/// The ranks of every trace in a folder; none where it cannot be read.
std::map<std::string, std::vector<std::uint32_t>> traces_in(const fs::path& folder) {
  std::map<std::string, std::vector<std::uint32_t>> traces;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (const auto file = parse(entry.path().filename().string())) {
      traces[file->name].push_back(file->rank);
    }
  }
  return traces;
}

}  // namespace

std::vector<std::string> chakra_files(const std::string& meant) {
  std::error_code ignored;
  const bool is_folder = fs::is_directory(meant, ignored);
  const fs::path path(meant);
  const fs::path folder = is_folder                    ? path
                          : path.parent_path().empty() ? fs::path(".")
                                                       : path.parent_path();
  std::string name = path.filename().string();
  if (!is_folder && fs::exists(path, ignored)) {
    const auto file = parse(name);
    if (!file) {
      return {};
    }
    name = file->name;
  }
  auto traces = traces_in(folder);
  if (is_folder && !traces.empty()) {
    if (traces.size() > 1) {
      throw FileError("{}: has traces of several names, {} and {} for two; give one of them", meant,
                      traces.begin()->first, std::next(traces.begin())->first);
    }
    name = traces.begin()->first;
  }
  std::vector<std::uint32_t>& ranks = traces[name];
  std::sort(ranks.begin(), ranks.end());
  std::vector<std::string> files;
  const fs::path prefix = is_folder || !path.parent_path().empty() ? folder / name : fs::path(name);
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    files.push_back(prefix.string() + "." + std::to_string(rank) + std::string(kExtension));
    if (ranks[rank] != rank) {
      throw FileError("{}: is not there, and the trace has {} files, one of rank {}", files.back(),
                      ranks.size(), ranks.back());
    }
  }
  return files;
}

}  // namespace flitcast
