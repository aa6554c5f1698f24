#include "tb/report/choose/varied_keys.h"

#include <algorithm>

#include <fmt/format.h>

namespace flitcast {

using Json = nlohmann::ordered_json;

VariedKeys::VariedKeys(const Json& situations) {
  add("network", situations, [](const Json& situation) { return situation.at("network"); });
  for (const Json& situation : situations) {
    for (const auto& [key, value] : situation.at("keys").items()) {
      if (key.rfind("topology.", 0) != 0 && !knows(key)) {
        const std::string name = key;
        add(name, situations, [name](const Json& one) {
          return one.at("keys").contains(name) ? one.at("keys").at(name) : Json("none");
        });
      }
    }
  }
  const auto same = [](const Key& key) { return key.selector.values.size() < 2; };
  keys_.erase(std::remove_if(keys_.begin(), keys_.end(), same), keys_.end());
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    keys_[i].selector.field = fmt::format("k{}", i);
  }
}

std::vector<Page::Selector> VariedKeys::selectors() const {
  std::vector<Page::Selector> list;
  for (const Key& key : keys_) {
    list.push_back(key.selector);
  }
  return list;
}

std::vector<std::string> VariedKeys::behind(std::vector<std::string> columns) const {
  for (const Key& key : keys_) {
    columns.push_back(key.selector.field);
  }
  return columns;
}

void VariedKeys::append(const Json& situation, std::vector<Json>& row) const {
  for (const Key& key : keys_) {
    row.push_back(key.value(situation));
  }
}

bool VariedKeys::knows(const std::string& title) const {
  return std::any_of(keys_.begin(), keys_.end(),
                     [&](const Key& key) { return key.selector.title == title; });
}

void VariedKeys::add(const std::string& title, const Json& situations, const Value& value) {
  Page::Selector selector{"", title, {}};
  for (const Json& situation : situations) {
    const Json one = value(situation);
    if (std::find(selector.values.begin(), selector.values.end(), one) == selector.values.end()) {
      selector.values.push_back(one);
    }
  }
  keys_.push_back({std::move(selector), value});
}

}  // namespace flitcast
