#include "tb/report/assets/assets.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/report/assets/asset_table.h"

namespace flitcast::report {

const Asset* find_asset(std::string_view name) {
  const std::vector<Asset>& assets = asset_table();
  const auto found = std::find_if(assets.begin(), assets.end(),
                                  [&](const Asset& asset) { return asset.name == name; });
  return found == assets.end() ? nullptr : &*found;
}

std::string_view asset(std::string_view name) {
  const Asset* const found = find_asset(name);
  if (found == nullptr) {
    throw std::logic_error("the program lacks its file " + std::string(name));
  }
  return found->content;
}

bool has_drawing_library() {
  return find_asset("vega.min.js") != nullptr;
}

}  // namespace flitcast::report
