#pragma once

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

// How what was measured becomes JSON: member by member.

/// JSON of a struct: an object with these members, by the names that the struct has for them. For
/// the namespace of the struct.
#define FLITCAST_JSON_MEMBERS(Struct, ...)                                               \
  void to_json(nlohmann::ordered_json& nlohmann_json_j, const Struct& nlohmann_json_t) { \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))             \
  }

/// What is not known is null.
template <typename Value>
struct nlohmann::adl_serializer<std::optional<Value>> {
  static void to_json(nlohmann::ordered_json& json, const std::optional<Value>& value) {
    json = value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
  }
};

namespace flitcast {

/// The value, where it is known.
template <typename Value>
std::optional<Value> known_if(bool known, Value value) {
  return known ? std::optional<Value>(std::move(value)) : std::nullopt;
}

}  // namespace flitcast
