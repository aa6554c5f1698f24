#include "tb/area/area_json.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json number_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json();
}

std::optional<double> number_of(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

}  // namespace

Json area_json(const RouterArea& area) {
  return {{"cells", area.cells},
          {"flip_flops", area.flip_flops},
          {"lut4", area.lut4},
          {"gates", number_json(area.gates)},
          {"period_ns", number_json(area.period_ns)}};
}

RouterArea area_of_json(const Json& json) {
  return {json.at("cells").get<std::uint64_t>(), json.at("flip_flops").get<std::uint64_t>(),
          json.at("lut4").get<std::uint64_t>(), number_of(json.at("gates")),
          number_of(json.at("period_ns"))};
}

}  // namespace flitcast
