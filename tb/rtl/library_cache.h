#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace flitcast {

/// A folder in which something is being made, which goes with all that is in it.
class Workshop {
 public:
  /// In the folder `cache`. Throws FileError.
  explicit Workshop(const std::string& cache);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// The path of the file `name` in the folder `cache`. Where it is not there, `make` makes it, in
/// the workshop under the same name, and it appears whole; other processes wait meanwhile. Throws
/// FileError where the folder cannot be written.
std::string cached_file(const std::string& cache, const std::string& name,
                        const std::function<void(const Workshop&)>& make);

}  // namespace flitcast
