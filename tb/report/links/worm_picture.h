#pragma once

#include <nlohmann/json.hpp>

#include "tb/report/links/network.h"
#include "tb/report/page/page.h"

namespace flitcast {

/// The worms of a run that got stuck, as its result has them, in the network: the channels that
/// each holds and the one that it wants, laid out as in the picture of the links. Messages of
/// `circle`, which wait for each other, are told from the others.
void add_worm_picture(Page& page, const Network& network, const nlohmann::ordered_json& worms,
                      const nlohmann::ordered_json& circle);

}  // namespace flitcast
