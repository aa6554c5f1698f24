#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace flitcast {

/// What a reader chooses in a picture, by names of which one is chosen first.
struct Choice {
  std::string title;  ///< "offered load"
  std::vector<std::string> names;
  std::string first;
};

/// The field of the data that has the name which a row belongs to.
inline constexpr const char* kChoiceField = "choice";

/// Lets a picture show the rows of the chosen name only: a spec, its layers, or only those that
/// take data of their own.
void add_choice(nlohmann::ordered_json& spec, const Choice& choice);

}  // namespace flitcast
