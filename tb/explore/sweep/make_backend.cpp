#include "tb/explore/sweep/make_backend.h"

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/explore/slurm/slurm_backend.h"
#include "tb/explore/sweep/local_backend.h"

namespace flitcast {
const std::vector<std::string_view>& backend_kinds() {
  static const std::vector<std::string_view> kinds{"local", "slurm"};
  return kinds;
}

std::unique_ptr<Backend> make_backend(const BackendOptions& options, const SweepFolder& folder) {
  if (options.kind == "local") {
    return std::make_unique<LocalBackend>(options, folder);
  }
  if (options.kind == "slurm") {
    if (folder.path().find('\\') != std::string::npos) {
      throw ConfigError(
          fmt::format("--out: {} has a backslash, which Slurm does not take in the names of files "
                      "that its jobs write; give a path without",
                      in_quotes(folder.path())));
    }
    return std::make_unique<SlurmBackend>(options, folder);
  }
  throw ConfigError(fmt::format("--backend: {} is not known; give {}", in_quotes(options.kind),
                                alternatives(backend_kinds())));
}

}  // namespace flitcast
