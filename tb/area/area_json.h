#pragma once

#include <nlohmann/json.hpp>

#include "tb/area/router_area.h"

namespace flitcast {

/// `cells`, `flip_flops`, `lut4`, `gates` and `period_ns`, null where they are not known.
nlohmann::ordered_json area_json(const RouterArea& area);
/// Throws nlohmann::json::exception.
RouterArea area_of_json(const nlohmann::ordered_json& json);

}  // namespace flitcast
