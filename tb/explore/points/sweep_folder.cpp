#include "tb/explore/points/sweep_folder.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/system/exit_code.h"
#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/input_file.h"
#include "tb/system/program.h"

namespace flitcast::explore {
namespace {

namespace fs = std::filesystem;

void remove_file(const std::string& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) {
    throw cannot("remove", file, error.value());
  }
}

}  // namespace

void remove_link(const std::string& file) {
  std::error_code ignored;
  if (fs::is_symlink(file, ignored)) {
    remove_file(file);
  }
}

void write_in_place_of_links(const std::string& file, const std::string& text) {
  remove_link(file);
  write_whole_file(file, text);
}

SweepFolder::SweepFolder(const std::string& path, Host host)
    : path_(absolute_path(path)), host_(host) {
  while (path_.size() > 1 && path_.back() == '/') {
    path_.pop_back();
  }
}

std::string SweepFolder::result_file(const std::string& point) const {
  return fmt::format("{}/results/{}.json", path_, point);
}

std::string SweepFolder::failure_file(const std::string& point) const {
  return fmt::format("{}/failed/{}.txt", path_, point);
}

std::string SweepFolder::base_file(const std::string& hash) const {
  return fmt::format("{}/base-{}.ini", path_, hash);
}

void SweepFolder::create() const {
  for (const char* name : {"results", "failed"}) {
    make_folder(fmt::format("{}/{}", path_, name));
  }
}

bool SweepFolder::has_result(const std::string& point) const {
  std::error_code ignored;
  return fs::is_regular_file(result_file(point), ignored);
}

bool SweepFolder::has_something(const std::string& point) const {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(result_file(point), ignored));
}

bool SweepFolder::has_failure(const std::string& point) const {
  std::error_code ignored;
  return fs::exists(failure_file(point), ignored);
}

bool SweepFolder::has_refusal(const std::string& point) const {
  constexpr std::size_t kMostBytes = std::size_t{1} << 24;
  try {
    const std::string text = read_regular_file(failure_file(point), kMostBytes);
    return text.find(fmt::format("\nexit code {}\n", exit_code::kBadInput)) != std::string::npos;
  } catch (const FileError&) {
    return false;
  }
}

void SweepFolder::clear_result(const std::string& point) const {
  remove_file(result_file(point));
}

void SweepFolder::clear_failure(const std::string& point) const {
  remove_file(failure_file(point));
}

void SweepFolder::record_failure(const std::string& point, const std::vector<std::string>& command,
                                 const std::string& how, const std::string& said) const {
  write_in_place_of_links(failure_file(point),
                          fmt::format("{}\n{}\n{}", shell_line(command), how, said));
}

FolderLock::FolderLock(const SweepFolder& folder) {
  const std::string name = folder.path() + "/lock";
  file_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file_ < 0) {
    throw cannot("write", name, errno);
  }
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) {
    return;
  }
  const int error = errno;
  ::close(file_);
  if (error == EWOULDBLOCK) {
    throw ConfigError(
        "--out: another sweep is at work in {}; wait for its end, or give another folder",
        folder.path());
  }
  throw cannot("lock", name, error);
}

FolderLock::~FolderLock() {
  ::close(file_);
}

}  // namespace flitcast::explore
