#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/report/page/page.h"

namespace flitcast {

/// Keys that do not have the same value in all things of a page, like situations or curves: a list
/// of values for each, and fields that tell to which thing a row of data belongs.
class VariedKeys {
 public:
  /// The keys of every thing with their values. What another key says as well is left out.
  explicit VariedKeys(std::vector<nlohmann::ordered_json> things);

  const std::vector<Page::Selector>& selectors() const { return selectors_; }
  /// The columns of a set of data: its own, and a field of each key.
  std::vector<std::string> behind(std::vector<std::string> columns) const;
  /// A row of such a set, which belongs to a thing.
  std::vector<nlohmann::ordered_json> row(std::size_t thing,
                                          std::vector<nlohmann::ordered_json> values) const;

 private:
  nlohmann::ordered_json value(std::size_t thing, const std::string& key) const;
  bool tells_more(const std::string& key) const;
  void add(const std::string& key);

  std::vector<nlohmann::ordered_json> things_;
  std::vector<Page::Selector> selectors_;
};

}  // namespace flitcast
