#pragma once

#include <nlohmann/json.hpp>

#include "tb/report/page/page.h"

namespace flitcast {

/// The decision map of an answer of flitcast choose (schema flitcast.choose/1): a row for every
/// situation, over the message size, coloured by the algorithm that is the fastest; and all regions
/// as a table. Throws nlohmann::json::exception where the answer lacks what every one has.
Page choose_page(const nlohmann::ordered_json& answer);

}  // namespace flitcast
