#pragma once

#include <initializer_list>
#include <string>

#include <nlohmann/json.hpp>

namespace flitcast {

// What the viewer is given: an object whose `kind` says how the page is made of the rest
// (viewer/pages.mjs). Lists of objects of the same members may be packed.

/// Throws nlohmann::json::exception where an object lacks one of these, which the page shows.
void need(const nlohmann::ordered_json& object, std::initializer_list<const char*> members);

/// The whole page, self-contained. Throws std::logic_error without the drawing library.
std::string viewer_html(const nlohmann::ordered_json& inputs);

/// What the scripts of the page read: `theme` and `inputs`.
nlohmann::ordered_json viewer_data(const nlohmann::ordered_json& inputs);

/// The same with every list of at least two objects of the same members as one object,
/// {"columns": {member: [value, …]}}: names stand in a page once.
nlohmann::ordered_json packed(const nlohmann::ordered_json& json);

}  // namespace flitcast
