#include "tb/cosim/library/library_cache.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/files/input_file.h"

namespace flitcast::cosim {
namespace {

constexpr std::size_t kMostLibraryBytes = std::size_t{1} << 30;

/// Keeps other processes from making the same file at the same time, by a file that is there as
/// long as a process has it or waits for it.
class Lock {
 public:
  explicit Lock(const std::string& file) : file_(file) {
    do {
      if (descriptor_ >= 0) {
        ::close(descriptor_);
      }
      descriptor_ = ::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
      if (descriptor_ < 0) {
        throw cannot("write", file, errno);
      }
      while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
      }
    } while (!has_its_name());
  }
  ~Lock() {
    ::unlink(file_.c_str());
    ::close(descriptor_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  /// Who had it before has taken the name away.
  bool has_its_name() const {
    struct stat own {};
    struct stat named {};
    return ::fstat(descriptor_, &own) == 0 && ::stat(file_.c_str(), &named) == 0 &&
           own.st_ino == named.st_ino && own.st_dev == named.st_dev;
  }

  std::string file_;
  int descriptor_ = -1;
};

std::string seal_of(std::string_view content) {
  return "\nflitcast " + content_hash(content) + "\n";
}

void seal(const std::string& file) {
  const std::string end = seal_of(read_regular_file(file, kMostLibraryBytes));
  std::ofstream stream(file, std::ios::app | std::ios::binary);
  if (!(stream << end).flush()) {
    throw cannot("write", file, errno);
  }
}

bool is_sealed(const std::string& text) {
  const std::size_t length = seal_of("").size();
  return text.size() >= length &&
         text.substr(text.size() - length) ==
             seal_of(std::string_view(text).substr(0, text.size() - length));
}

void make_whole(const std::string& cache, const std::string& name,
                const std::function<void(const TemporaryFolder&)>& make) {
  const std::unique_ptr<TemporaryFolder> folder = TemporaryFolder::make(cache);
  if (folder == nullptr) {
    throw cannot("make", "a folder in " + cache, errno);
  }
  make(*folder);
  const std::string made = folder->path(name);
  const std::string file = cache + "/" + name;
  seal(made);
  if (std::rename(made.c_str(), file.c_str()) != 0) {
    throw cannot("write", file, errno);
  }
}

}  // namespace

std::optional<std::string> kept_file(const std::string& cache, const std::string& name) {
  std::string file = cache + "/" + name;
  std::error_code error;
  const bool missing = !std::filesystem::exists(file, error) && !error;
  if (missing || !is_sealed(read_regular_file(file, kMostLibraryBytes))) {
    return std::nullopt;
  }
  return file;
}

std::string cached_file(const std::string& cache, const std::string& name,
                        const std::function<void(const TemporaryFolder&)>& make) {
  if (const auto kept = kept_file(cache, name)) {
    return *kept;
  }
  make_folder(cache);
  const Lock lock(cache + "/." + name + ".lock");
  if (!kept_file(cache, name)) {
    make_whole(cache, name, make);
  }
  return cache + "/" + name;
}

}  // namespace flitcast::cosim
