#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "tb/report/page/page.h"
#include "tb/report/sweep/sweep_page.h"

namespace flitcast {

/// The rounds of a result as a small picture has them: columns `first`, `last` (rounds), `start`,
/// `end` (cycles), `waited`: the part of the time that the message waited that ended the round, the
/// largest of rounds that share a bar.
nlohmann::ordered_json gallery_rounds(const nlohmann::ordered_json& result);

/// More cards make no page that a browser shows in good time.
inline constexpr std::size_t kMaxCards = 5'000;

/// A card for every point, with its measures and its rounds over time; `rounds` has those of every
/// point. A reader keeps and sorts cards by what varies. The table must not be empty. Throws
/// ConfigError where there are too many points.
Page gallery_page(const PointTable& table, const Axes& axes, const LeftOut& left_out,
                  const std::vector<nlohmann::ordered_json>& rounds);

}  // namespace flitcast
