#include "tb/report/links/shown_use.h"

#include <fmt/format.h>

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kLinkColors[] = {"#dfe5ec", "#f7c26b", "#ec7a34", "#b92a1f", "#5a0f1c"};
constexpr const char* kPortColors[] = {"#dfe5ec", "#a6d5d0", "#56a9b8", "#2c6fa3", "#243a80"};
constexpr const char* kDifferences[] = {"#2166ac", "#92c5de", "#dfe5ec", "#f4a582", "#b2182b"};

/// The specs, or layers, that take data of their own.
std::vector<Json*> parts_with_data(Json& spec) {
  std::vector<Json*> parts;
  for (Json& layer : spec["layer"]) {
    if (layer.contains("data")) {
      parts.push_back(&layer);
    }
  }
  return parts;
}

}  // namespace

std::vector<std::string> ShownUse::columns(std::vector<std::string> names) const {
  if (choice != nullptr) {
    names.emplace_back(kChoiceField);
  }
  return names;
}

std::vector<Json> ShownUse::row(std::vector<Json> values, const LinkUse& run) const {
  if (choice != nullptr) {
    values.emplace_back(run.name);
  }
  return values;
}

Json ShownUse::spec(Json filled) const {
  for (Json* part : parts_with_data(filled)) {
    (*part)["data"]["name"] = prefix + (*part)["data"]["name"].get<std::string>();
  }
  if (choice != nullptr) {
    add_choice(filled, *choice);
  }
  return filled;
}

Json use_scale(const char* top, bool ports, bool differences) {
  Json domain = Json::array();
  for (int step = 0; step <= 4; ++step) {
    domain.push_back(
        {{"expr", fmt::format("{} * {}", top, differences ? step / 2.0 - 1 : step / 4.0)}});
  }
  return {{"range", differences ? Json(kDifferences)
                    : ports     ? Json(kPortColors)
                                : Json(kLinkColors)},
          {"domain", std::move(domain)},
          {"interpolate", "rgb"}};
}

Json use_params(double links, double ports) {
  const auto top = [](double largest) {
    return Json{{"expr", fmt::format("whole ? 1 : {}", largest > 0 ? largest : 1)}};
  };
  Json params = Json::array();
  params.push_back({{"name", "whole"},
                    {"value", false},
                    {"bind", {{"input", "checkbox"}, {"name", "Scale to 100 % "}}}});
  for (const auto& [name, largest] : {std::pair("link_top", links), std::pair("port_top", ports)}) {
    Json param{{"name", name}};
    param.update(top(largest));
    params.push_back(std::move(param));
  }
  return params;
}

std::string use_title(const ShownUse& shown, const std::string& of) {
  return shown.differences() ? fmt::format("{} difference", of) : fmt::format("{} in use", of);
}

std::string use_description(const Topology& topology, const ShownUse& shown) {
  return fmt::format("{} of the time that every channel of {} was in use",
                     shown.differences() ? "Difference of the share" : "Share",
                     topology.describe());
}

}  // namespace flitcast
