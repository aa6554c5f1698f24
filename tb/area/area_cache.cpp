#include "tb/area/area_cache.h"

#include <nlohmann/json.hpp>

#include "tb/area/area_json.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/text_file.h"

namespace flitcast {

std::optional<RouterArea> AreaCache::find(const std::string& hash) const {
  constexpr std::size_t kMostBytes = 10'000;
  try {
    return area_of_json(nlohmann::ordered_json::parse(read_regular_file(file(hash), kMostBytes)));
  } catch (const FileError&) {
    return std::nullopt;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

void AreaCache::keep(const std::string& hash, const RouterArea& area) const {
  make_folder(folder_);
  write_whole_file(file(hash), area_json(area).dump() + "\n");
}

}  // namespace flitcast
