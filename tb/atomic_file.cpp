#include "tb/atomic_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/text_file.h"

namespace flitcast {
namespace {

/// The permissions that an ordinarily created file would have.
unsigned usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
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

AtomicFile::AtomicFile(const std::string& target)
    : target_(target), resolved_(follow_links(target)) {
  struct stat status {};
  const bool exists = ::stat(resolved_.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) {  // a name that is too long, links in a circle
    fail(errno);
  }
  if (exists && S_ISDIR(status.st_mode)) {
    fail(EISDIR);
  }
  if (exists && ::access(resolved_.c_str(), W_OK) != 0) {
    fail(errno);
  }
  if (!exists || S_ISREG(status.st_mode)) {
    open_beside(exists ? status.st_mode & 0777U : usual_mode());
  } else if ((file_ = std::fopen(resolved_.c_str(), "wb")) == nullptr) {
    fail(errno);
  }
}

void AtomicFile::open_beside(unsigned mode) {
  if (std::filesystem::path(resolved_).filename().empty()) {
    fail(EISDIR);
  }
  if (!open_nameless(mode) && !open_named(mode)) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    fail(error);
  }
  beside_ = true;
}

/// Where the file will stand, and its temporary until then; short names, so that any target fits.
std::string AtomicFile::folder() const {
  const std::string folder = std::filesystem::path(resolved_).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool AtomicFile::open_nameless(unsigned mode) {
  return adopt(::open(folder().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode), mode);
}

bool AtomicFile::open_named(unsigned mode) {
  std::string name = folder() + "/.flitcast-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) {
    temporary_ = name;
  }
  return adopt(file, mode);
}

bool AtomicFile::adopt(int descriptor, unsigned mode) {
  if (descriptor < 0) {
    return false;
  }
  ::fchmod(descriptor, mode);
  file_ = ::fdopen(descriptor, "wb");
  if (file_ == nullptr) {
    ::close(descriptor);
  }
  return file_ != nullptr;
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) {
    std::fclose(file_);
  }
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
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

void AtomicFile::give_name() {
  const std::string file = fmt::format("/proc/self/fd/{}", ::fileno(file_));
  do {
    temporary_ = fmt::format("{}/.flitcast-{:08x}", folder(), std::random_device()());
    if (::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      return;
    }
  } while (errno == EEXIST);
  const int error = errno;
  temporary_.clear();
  fail(error);
}

void AtomicFile::commit() {
  flush();
  if (beside_ && temporary_.empty()) {
    give_name();
  }
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) {
    fail(errno);
  }
  if (beside_ && std::rename(temporary_.c_str(), resolved_.c_str()) != 0) {
    fail(errno);
  }
  temporary_.clear();
}

void AtomicFile::fail(int error) const {
  throw FileError(fmt::format("cannot write {}: {}", target_, std::strerror(error)));
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
    throw FileError(fmt::format("cannot make the folder {}: {}", path, error.message()));
  }
}

}  // namespace flitcast
