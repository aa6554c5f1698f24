#include "tb/report/page/choice.h"

#include <fmt/format.h>

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

void add_filter(Json& part) {
  Json& transform = part["transform"];
  if (transform.is_null()) {
    transform = Json::array();
  }
  transform.insert(transform.begin(),
                   Json{{"filter", fmt::format("datum.{} === chosen", kChoiceField)}});
}

}  // namespace

void add_choice(Json& spec, const Choice& choice) {
  Json& params = spec["params"];
  if (params.is_null()) {
    params = Json::array();
  }
  params.push_back({{"name", "chosen"},
                    {"value", choice.first},
                    {"bind",
                     {{"input", "select"},
                      {"options", choice.names},
                      {"name", fmt::format("{}: ", choice.title)}}}});
  if (spec.contains("data") || !spec.contains("layer")) {
    add_filter(spec);
    return;
  }
  for (Json& layer : spec["layer"]) {
    add_filter(layer);
  }
}

}  // namespace flitcast
