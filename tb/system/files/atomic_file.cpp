#include "tb/system/files/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/files/temporary_folder.h"

namespace flitcast {
namespace {

/// The permissions that an ordinarily created file would have.
unsigned usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

/// Only owners may replace files in such a folder, of the file or of the folder.
bool belongs_to_others(const std::string& folder, const struct stat& file) {
  struct stat status {};
  const uid_t user = ::geteuid();
  return ::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_ISVTX) != 0 && user != 0 &&
         status.st_uid != user && file.st_uid != user;
}

}  // namespace

std::string follow_links(const std::string& target) {
  constexpr int kMostLinks = 40;
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path existing = fs::canonical(target, error);
  if (!error) {
    return existing.string();
  }
  fs::path path = target;
  // What exists without a path of its own, like a pipe behind /dev/stdout, is opened as it is.
  for (int links = 0; links < kMostLinks && !fs::exists(path, error) && fs::is_symlink(path, error);
       ++links) {
    const fs::path next = fs::read_symlink(path, error);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path.string();
}

AtomicFile::AtomicFile(const std::string& target, const std::string& asked_by)
    : target_(target),
      asked_by_(asked_by.empty() ? "" : asked_by + ": "),
      resolved_(follow_links(target)) {
  struct stat status {};
  const bool exists = ::stat(resolved_.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) {  // a name that is too long, links in a circle
    fail(errno);
  }
  find_folder();
  if (exists && S_ISDIR(status.st_mode)) {
    fail(EISDIR);
  }
  if (exists && ::access(resolved_.c_str(), W_OK) != 0) {
    fail(errno);
  }
  if (exists && !S_ISREG(status.st_mode)) {
    open_directly(status.st_mode & S_IFMT);
    return;
  }
  if (exists && belongs_to_others(folder_, status)) {
    throw error(fmt::format("it is somebody else's, and only owners replace files in {}", folder_));
  }
  open_beside(exists ? status.st_mode & 0777U : usual_mode());
}

/// The target is there, or some of its folders are missing.
void AtomicFile::find_folder() {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path folder = fs::path(resolved_).parent_path();
  while (!folder.empty() && !fs::exists(folder, error)) {
    missing_folders_.insert(missing_folders_.begin(), folder.string());
    folder = folder.parent_path();
  }
  folder_ = folder.empty() ? "." : folder.string();
}

/// A pipe is not waited for in silence: its reader may be about to open it.
void AtomicFile::open_directly(unsigned type) {
  constexpr int kTries = 100;
  constexpr useconds_t kPause = 10'000;
  if (type == S_IFSOCK || type == S_IFBLK) {
    throw error(type == S_IFSOCK ? "it is a socket" : "it is a disk");
  }
  int descriptor = -1;
  for (int tries = 0; tries < kTries && descriptor < 0; ++tries) {
    ::usleep(tries == 0 ? 0 : kPause);
    descriptor = ::open(resolved_.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0 && (type != S_IFIFO || errno != ENXIO)) {
      fail(errno);
    }
  }
  if (descriptor < 0) {
    throw error("it is a pipe that nobody reads from");
  }
  ::fcntl(descriptor, F_SETFL, 0);  // from now on writes wait
  adopt(descriptor);
}

void AtomicFile::open_beside(unsigned mode) {
  if (std::filesystem::path(resolved_).filename().empty()) {
    fail(EISDIR);
  }
  int descriptor = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (descriptor < 0) {
    temporary_ = TemporaryFolder::make(folder_);
    descriptor = temporary_ ? ::open(temporary_->path(kName).c_str(),
                                     O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
                            : -1;
  }
  if (descriptor < 0) {
    fail_beside(errno);
  }
  ::fchmod(descriptor, mode);
  adopt(descriptor);
  beside_ = true;
}

void AtomicFile::adopt(int descriptor) {
  file_ = ::fdopen(descriptor, "wb");
  if (file_ == nullptr) {
    const int error = errno;
    ::close(descriptor);
    fail(error);
  }
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) {
    std::fclose(file_);
  }
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
    fail(errno);
  }
}

void AtomicFile::flush() {
  if (file_ != nullptr && std::fflush(file_) != 0) {
    fail(errno);
  }
}

std::optional<std::uint64_t> AtomicFile::size() const {
  struct stat status {};
  if (file_ == nullptr || ::fstat(::fileno(file_), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(status.st_size);
}

void AtomicFile::close() {
  std::FILE* file = file_;
  file_ = nullptr;
  if (file != nullptr && std::fclose(file) != 0) {
    fail(errno);
  }
}

FileError AtomicFile::error(const std::string& why) const {
  return FileError("{}cannot write {}: {}", asked_by_, target_, why).of(target_);
}

void AtomicFile::fail(int error) const {
  throw FileError(asked_by_ + cannot("write", target_, error).what()).of(target_);
}

/// No file can be made beside the target. Some folders of the system take none and say ENOENT, as
/// if they were missing or, being the working folder, removed.
void AtomicFile::fail_beside(int reason) const {
  struct stat status {};
  if (reason != ENOENT || ::stat(folder_.c_str(), &status) != 0 || status.st_nlink == 0) {
    fail(reason);
  }
  throw error(fmt::format("no file can be made in {}", folder_));
}

void AtomicFile::make_folders() {
  constexpr mode_t kUsualMode = 0777;
  for (const std::string& folder : missing_folders_) {
    if (::mkdir(folder.c_str(), kUsualMode) == 0) {
      made_folders_.push_back(folder);
    } else if (errno != EEXIST) {
      fail(errno);
    }
  }
}

void AtomicFile::give_name() {
  const std::string file = fmt::format("/proc/self/fd/{}", ::fileno(file_));
  temporary_ = TemporaryFolder::make(folder_);
  if (temporary_ == nullptr || ::linkat(AT_FDCWD, file.c_str(), AT_FDCWD,
                                        temporary_->path(kName).c_str(), AT_SYMLINK_FOLLOW) != 0) {
    fail_beside(errno);
  }
}

void AtomicFile::prepare() {
  flush();
  make_folders();
  std::error_code ignored;
  if (std::filesystem::is_directory(resolved_, ignored)) {
    fail(EISDIR);
  }
  if (beside_ && !temporary_) {
    give_name();
  }
  close();
}

void AtomicFile::place() {
  if (beside_ && std::rename(temporary_->path(kName).c_str(), resolved_.c_str()) != 0) {
    fail(errno);
  }
  temporary_.reset();
}

void AtomicFile::give_up() {
  temporary_.reset();
  for (; !made_folders_.empty(); made_folders_.pop_back()) {
    ::rmdir(made_folders_.back().c_str());
  }
}

void AtomicFile::commit() {
  commit_together({this});
}

void commit_together(const std::vector<AtomicFile*>& files) {
  const HeldSignals held;
  try {
    for (AtomicFile* file : files) {
      file->prepare();
    }
    for (AtomicFile* file : files) {
      file->place();
    }
  } catch (...) {
    std::for_each(files.rbegin(), files.rend(), [](AtomicFile* file) { file->give_up(); });
    throw;
  }
}

void write_whole_file(const std::string& target, std::string_view text) {
  AtomicFile file(target);
  file.write(text);
  file.commit();
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) {
    throw cannot("make the folder", path, error.value());
  }
}

}  // namespace flitcast
