#include "tb/report/page/spec.h"

#include <stdexcept>

#include "tb/report/assets/assets.h"

namespace flitcast {

using Json = nlohmann::ordered_json;

Json fill_spec(const Json& spec, const SpecValues& values) {
  if (spec.is_string()) {
    const auto& text = spec.get_ref<const std::string&>();
    if (text.empty() || text.front() != '$') {
      return spec;
    }
    const auto found = values.find(std::string_view(text).substr(1));
    if (found == values.end()) {
      throw std::logic_error("a picture lacks a value for " + text);
    }
    return found->second;
  }
  Json filled = spec;
  if (spec.is_structured()) {
    for (auto& member : filled) {
      member = fill_spec(member, values);
    }
  }
  return filled;
}

Json fill_asset(std::string_view asset_name, const SpecValues& values) {
  return fill_spec(Json::parse(asset(asset_name)), values);
}

}  // namespace flitcast
