#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "tb/config/gtkwave_save_name.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/input_file.h"

namespace flitcast {
namespace {

/// True when both names lead to one file, whether it exists or not. Devices like /dev/null do not
/// count.
bool same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path first = fs::weakly_canonical(absolute_path(follow_links(a)), ignored);
  const fs::path second = fs::weakly_canonical(absolute_path(follow_links(b)), ignored);
  return first == second && !fs::is_character_file(first, ignored);
}

/// A file that a run reads or writes.
struct RunFile {
  std::string what;  ///< its key, or what it is
  std::string name;
  /// The key to blame for it; empty: any other file that has its name.
  std::string_view key;
};

std::vector<RunFile> files_of(const Config& config) {
  std::vector<RunFile> files{{"the configuration", config.places.file(), "the configuration"}};
  for (const ConfigKey& key : config_keys()) {
    if (key.file != ConfigKey::File::kNone) {
      files.push_back({std::string(key.name), key.file_name(config), key.name});
    }
  }
  const TraceConfig& trace = config.trace;
  if (trace.wanted()) {
    const bool vcd = !trace.vcd_file.empty();
    files.push_back({fmt::format("the save file of trace.{}", vcd ? "vcd" : "fst"),
                     gtkwave_save_name(vcd ? trace.vcd_file : trace.fst_file), ""});
  }
  return files;
}

}  // namespace

void check_files(const Config& config) {
  const std::vector<RunFile> files = files_of(config);
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (files[i].name.empty() || files[j].name.empty() ||
          !same_file(files[i].name, files[j].name)) {
        continue;
      }
      const bool own_key = !files[i].key.empty();
      throw config.places.error(own_key ? files[i].key : files[j].key, "is the same file as {}",
                                files[own_key ? j : i].what);
    }
  }
}

void check_other_output(const Config& config, const std::string& what, const std::string& name) {
  for (const RunFile& file : files_of(config)) {
    if (!file.name.empty() && same_file(name, file.name)) {
      throw ConfigError("{}: is the same file as {}", what, file.what);
    }
  }
}

void refuse_pipes(const RawConfig& raw) {
  for (const auto& [name, text] : raw.texts) {
    if (find_key(name)->reads_file(text) && is_pipe(text)) {
      throw raw.places.error(
          name, "{} is a pipe, and more than one run is to read it; give a file that stays", text);
    }
  }
}

}  // namespace flitcast
