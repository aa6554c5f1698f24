#include "tb/explore/slurm/slurm_arrays.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include <fmt/format.h>

#include "tb/explore/slurm/slurm_text.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/content_hash.h"

namespace flitcast::explore {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "flitcast-";

/// Others may have put something else there.
bool is_name(std::string_view name) {
  return name.substr(0, kPrefix.size()) == kPrefix && is_content_hash(name.substr(kPrefix.size()));
}

std::string new_name() {
  std::random_device random;
  const std::uint64_t high = random();
  return fmt::format("{}{:016x}", kPrefix, high << 32U | random());
}

}  // namespace

std::set<std::string> SlurmArrays::names() const {
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path_, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (is_name(name)) {
      names.insert(std::move(name));
    }
  }
  return names;
}

std::string SlurmArrays::create(const std::vector<std::vector<PointTask>>& tasks,
                                const std::vector<std::string>& command) const {
  std::string name = new_name();
  make_folder(folder(name));
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    write_tasks(file(name, task, "json"), tasks[task]);
  }
  write_whole_file(script(name), array_script(command, folder(name)));
  return name;
}

void SlurmArrays::note_job(const std::string& name, const std::string& job) const {
  write_whole_file(folder(name) + "/job", job + "\n");
}

/// What a task has still open may stay until a later sweep finds it.
void SlurmArrays::remove(const std::string& name) const {
  std::error_code ignored;
  fs::remove_all(folder(name), ignored);
  fs::remove(path_, ignored);  // if it is empty
}

std::string SlurmArrays::said(const std::string& name, std::size_t task) const {
  constexpr std::streamoff kMost = 4096;
  const std::string log = file(name, task, "out");
  std::error_code error;
  if (!fs::is_regular_file(log, error)) {
    return "";
  }
  std::ifstream stream(log, std::ios::binary | std::ios::ate);
  const std::streamoff size = stream ? static_cast<std::streamoff>(stream.tellg()) : 0;
  stream.seekg(std::max<std::streamoff>(size - kMost, 0));
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string SlurmArrays::file(const std::string& name, std::size_t task,
                              const char* extension) const {
  return fmt::format("{}/{}.{}", folder(name), task, extension);
}

}  // namespace flitcast::explore
