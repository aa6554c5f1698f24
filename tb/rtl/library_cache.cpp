#include "tb/rtl/library_cache.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "tb/system/atomic_file.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

/// Keeps other processes from making the same file at the same time.
class Lock {
 public:
  explicit Lock(const std::string& file)
      : descriptor_(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) {
      throw cannot("write", file, errno);
    }
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~Lock() { ::close(descriptor_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

}  // namespace

Workshop::Workshop(const std::string& cache) {
  std::string name = cache + "/.making-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw cannot("make", name, errno);
  }
  path_ = name;
}

Workshop::~Workshop() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string cached_file(const std::string& cache, const std::string& name,
                        const std::function<void(const Workshop&)>& make) {
  std::string file = cache + "/" + name;
  if (!std::filesystem::exists(file)) {
    make_folder(cache);
    const Lock lock(cache + "/." + name + ".lock");
    if (!std::filesystem::exists(file)) {
      const Workshop workshop(cache);
      make(workshop);
      std::filesystem::rename(workshop.path(name), file);
    }
  }
  return file;
}

}  // namespace flitcast
