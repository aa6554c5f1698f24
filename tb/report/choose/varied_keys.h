#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/report/page/page.h"

namespace flitcast {

/// What is not the same in all situations of an answer of flitcast choose: the network, and keys.
class VariedKeys {
 public:
  explicit VariedKeys(const nlohmann::ordered_json& situations);

  /// A list of values for each.
  std::vector<Page::Selector> selectors() const;
  /// The columns of a set of data whose rows are of situations: its own, and a field of each.
  std::vector<std::string> behind(std::vector<std::string> columns) const;
  /// Appends the values of a situation to a row of such a set.
  void append(const nlohmann::ordered_json& situation,
              std::vector<nlohmann::ordered_json>& row) const;

 private:
  using Value = std::function<nlohmann::ordered_json(const nlohmann::ordered_json&)>;
  struct Key {
    Page::Selector selector;
    Value value;
  };

  bool knows(const std::string& title) const;
  void add(const std::string& title, const nlohmann::ordered_json& situations, const Value& value);

  std::vector<Key> keys_;
};

}  // namespace flitcast
