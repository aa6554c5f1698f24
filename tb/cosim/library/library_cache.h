#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tb/system/files/temporary_folder.h"

namespace flitcast::cosim {

// Files that programs load or link, in a folder that several programs may use at a time. Behind
// what was made stands a hash of it, which loaders and linkers do not look at.

/// The path of the file `name` in the folder `cache`; nothing where there is none, or where it is
/// not as it was made. Throws FileError where it cannot be read.
std::optional<std::string> kept_file(const std::string& cache, const std::string& name);

/// The same of a file that, where there is none, `make` makes under this name, in a folder that
/// goes with all that is in it. It appears whole; other processes wait meanwhile. Throws FileError
/// where the cache cannot be read or written.
std::string cached_file(const std::string& cache, const std::string& name,
                        const std::function<void(const TemporaryFolder&)>& make);

}  // namespace flitcast::cosim
