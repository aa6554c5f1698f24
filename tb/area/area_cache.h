#pragma once

#include <optional>
#include <string>

#include "tb/area/router_area.h"

namespace flitcast::area {

/// Areas that have been found before: a file for each in a folder, by a hash of all that it depends
/// on. Files appear whole, so that programs may share the folder.
class AreaCache {
 public:
  /// The folder need not exist.
  explicit AreaCache(std::string folder) : folder_(std::move(folder)) {}

  /// Nothing where there is none, or none that can be read.
  std::optional<RouterArea> find(const std::string& hash) const;
  /// Throws FileError.
  void keep(const std::string& hash, const RouterArea& area) const;

 private:
  std::string file(const std::string& hash) const { return folder_ + "/" + hash + ".txt"; }

  std::string folder_;
};

}  // namespace flitcast::area
