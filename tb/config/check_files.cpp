#include "tb/config/check_files.h"

#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "tb/config/gtkwave_save_name.h"
#include "tb/system/atomic_file.h"
#include "tb/system/file_error.h"
#include "tb/system/input_file.h"

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

/// The file that GTKWave opens beside a waveform.
std::string save_name(const std::string& dump_file) {
  return dump_file.empty() ? "" : gtkwave_save_name(dump_file);
}

}  // namespace

void check_files(const RawConfig& raw, const Config& config) {
  struct File {
    const char* key;
    const std::string* name;
  };
  const std::string vcd_save = save_name(config.trace.vcd_file);
  const std::string fst_save =
      config.trace.vcd_file.empty() ? save_name(config.trace.fst_file) : "";
  const std::string schedule = raw.schedule_file.value_or("");
  const std::vector<File> files{{"the configuration", &raw.file},
                                {"topology.file", &config.topology_file},
                                {"traffic.schedule", &schedule},
                                {"traffic.data", &config.data_file},
                                {"traffic.vector", &config.vector_file},
                                {"output.json", &config.json_file},
                                {"output.messages", &config.messages_file},
                                {"output.links", &config.links_file},
                                {"output.data", &config.result_data_file},
                                {"trace.vcd", &config.trace.vcd_file},
                                {"trace.fst", &config.trace.fst_file},
                                {"the save file of trace.vcd", &vcd_save},
                                {"the save file of trace.fst", &fst_save}};
  constexpr std::size_t kSaveFiles = 11;  // from here on they have no key of their own
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (files[i].name->empty() || files[j].name->empty()) {
        continue;
      }
      if (same_file(*files[i].name, *files[j].name)) {
        const bool save = i >= kSaveFiles;
        throw raw.error(files[save ? j : i].key,
                        fmt::format("is the same file as {}", files[save ? i : j].key));
      }
    }
  }
}

void refuse_pipes(const RawConfig& raw) {
  for (const InputFileKey& input : kInputFileKeys) {
    const std::optional<std::string>& file = raw.*input.name;
    if (file && is_pipe(*file)) {
      throw raw.error(input.key,
                      fmt::format("{} is a pipe, and more than one run is to read it; give a "
                                  "file that stays",
                                  *file));
    }
  }
}

}  // namespace flitcast
