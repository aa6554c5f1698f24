#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "tb/area/router_area.h"

namespace flitcast {

/// `cells`, `flip_flops`, `lut4`, `gates` and `period_ns`, null where they are not known.
nlohmann::ordered_json area_json(const RouterArea& area);

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
  std::string file(const std::string& hash) const { return folder_ + "/" + hash + ".json"; }

  std::string folder_;
};

}  // namespace flitcast
