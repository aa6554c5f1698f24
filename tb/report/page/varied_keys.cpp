#include "tb/report/page/varied_keys.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace flitcast {

using Json = nlohmann::ordered_json;

VariedKeys::VariedKeys(std::vector<Json> things) : things_(std::move(things)) {
  std::set<std::string> seen;
  for (const Json& thing : things_) {
    for (const auto& [key, ignored] : thing.items()) {
      if (seen.insert(key).second && tells_more(key)) {
        add(key);
      }
    }
  }
}

std::vector<std::string> VariedKeys::behind(std::vector<std::string> columns) const {
  for (const Page::Selector& selector : selectors_) {
    columns.push_back(selector.field);
  }
  return columns;
}

std::vector<Json> VariedKeys::row(std::size_t thing, std::vector<Json> values) const {
  for (const Page::Selector& selector : selectors_) {
    values.push_back(value(thing, selector.title));
  }
  return values;
}

Json VariedKeys::value(std::size_t thing, const std::string& key) const {
  return things_[thing].value(key, Json("none"));
}

/// False where it has one value only, or where one of the earlier keys tells apart the same things.
bool VariedKeys::tells_more(const std::string& key) const {
  const auto is_same = [&](const std::string& other) {
    std::set<std::string> pairs;
    std::set<std::string> own;
    std::set<std::string> others;
    for (std::size_t i = 0; i < things_.size(); ++i) {
      own.insert(value(i, key).dump());
      others.insert(value(i, other).dump());
      pairs.insert(value(i, key).dump() + '\n' + value(i, other).dump());
    }
    return pairs.size() == own.size() && pairs.size() == others.size();
  };
  const auto differs = [&](const Json& thing) {
    return thing.value(key, Json("none")) != value(0, key);
  };
  return std::any_of(things_.begin(), things_.end(), differs) &&
         std::none_of(selectors_.begin(), selectors_.end(),
                      [&](const Page::Selector& each) { return is_same(each.title); });
}

void VariedKeys::add(const std::string& key) {
  Page::Selector selector{fmt::format("k{}", selectors_.size()), key, {}};
  for (std::size_t i = 0; i < things_.size(); ++i) {
    const Json one = value(i, key);
    if (std::find(selector.values.begin(), selector.values.end(), one) == selector.values.end()) {
      selector.values.push_back(one);
    }
  }
  selectors_.push_back(std::move(selector));
}

}  // namespace flitcast
