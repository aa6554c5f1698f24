#include "tb/area/area_cache.h"

#include "tb/system/files/atomic_file.h"
#include "tb/system/files/text_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json number_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

std::optional<double> number_of(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

/// Throws Json::exception.
RouterArea area_of_json(const Json& json) {
  return {json.at("cells").get<std::uint64_t>(), json.at("flip_flops").get<std::uint64_t>(),
          json.at("lut4").get<std::uint64_t>(), number_of(json.at("gates")),
          number_of(json.at("period_ns"))};
}

}  // namespace

Json area_json(const RouterArea& area) {
  return {{"cells", area.cells},
          {"flip_flops", area.flip_flops},
          {"lut4", area.lut4},
          {"gates", number_json(area.gates)},
          {"period_ns", number_json(area.period_ns)}};
}

std::optional<RouterArea> AreaCache::find(const std::string& hash) const {
  constexpr std::size_t kMostBytes = 10'000;
  try {
    return area_of_json(Json::parse(read_regular_file(file(hash), kMostBytes)));
  } catch (const FileError&) {
    return std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void AreaCache::keep(const std::string& hash, const RouterArea& area) const {
  make_folder(folder_);
  write_whole_file(file(hash), area_json(area).dump() + "\n");
}

}  // namespace flitcast
