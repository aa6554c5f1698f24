#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/topology/families.h"
#include "hw/topology/family.h"
#include "traffic/theory/cost_model.h"

namespace flitcast {

/// A line of row_costs.txt, which says what its columns are.
struct RowCost {
  std::string row;
  std::string kind;
  std::string dims;
  std::map<std::string, std::string> keys;  ///< "root" to "3"
  Coefficients cost;
  std::int64_t parts = 1;  ///< into which the row cuts a message
  std::vector<int> worms;  ///< most messages on a link, by round; empty where there is one

  bool has(const std::string& key) const { return keys.count(key) != 0; }
  std::string get(const std::string& key) const { return has(key) ? keys.at(key) : ""; }
  std::string text() const {
    std::string all = row + " " + kind + " " + dims;
    for (const auto& [key, value] : keys) {
      all.append(" ").append(key).append(value.empty() ? "" : "=" + value);
    }
    return all;
  }
  Topology topology() const {
    for (const auto& family : kTopologyFamilies) {
      if (family().word == kind) {
        return Topology(family(), TopologySource{numbers(dims, 'x'), "", ""});
      }
    }
    throw std::invalid_argument(kind + " is no topology");
  }
  static std::vector<std::uint32_t> numbers(std::string list, char separator) {
    std::replace(list.begin(), list.end(), separator, ' ');
    std::istringstream in(list);
    std::vector<std::uint32_t> all;
    for (std::uint32_t number = 0; in >> number;) {
      all.push_back(number);
    }
    return all;
  }
};

inline std::ostream& operator<<(std::ostream& out, const RowCost& cost) {
  return out << cost.text();
}

/// "14/8": of a message in eight parts or a multiple.
inline Ratio ratio_of(const std::string& text, RowCost& cost) {
  const std::size_t slash = text.find('/');
  const std::int64_t parts = slash == std::string::npos ? 1 : std::stoll(text.substr(slash + 1));
  cost.parts = std::lcm(cost.parts, parts);
  return {std::stoll(text), parts};
}

inline RowCost row_cost_of(const std::string& line) {
  RowCost cost;
  std::istringstream in(line);
  in >> cost.row >> cost.kind >> cost.dims;
  std::string word;
  const auto value_of = [&] {
    const std::size_t equals = word.find('=');
    return equals == std::string::npos ? "" : word.substr(equals + 1);
  };
  while (in >> word && word != ":") {
    cost.keys[word.substr(0, word.find('='))] = value_of();
  }
  in >> cost.cost.t_s >> cost.cost.t_d >> word;
  cost.cost.mu_t_m = ratio_of(word, cost);
  while (in >> word) {
    const std::string name = word.substr(0, word.find('='));
    if (name == "t_m") {
      cost.cost.t_m = std::stoll(value_of());
    } else if (name == "r" || name == "op") {
      (name == "r" ? cost.cost.mu_t_r : cost.cost.mu_t_op) = ratio_of(value_of(), cost);
    } else if (name == "worms") {
      for (const std::uint32_t number : RowCost::numbers(value_of(), ',')) {
        cost.worms.push_back(static_cast<int>(number));
      }
    } else {
      throw std::invalid_argument("row_costs.txt: " + line);
    }
  }
  return cost;
}

/// All lines of the file.
inline const std::vector<RowCost>& row_costs() {
  static const std::vector<RowCost> all = [] {
    std::vector<RowCost> costs;
    std::ifstream file(FLITCAST_ROOT "/tests/support/rows/row_costs.txt");
    for (std::string line; std::getline(file, line);) {
      if (!line.empty() && line.front() != '#') {
        costs.push_back(row_cost_of(line));
      }
    }
    return costs;
  }();
  return all;
}

/// "aas_hc_sex_hypercube_3": gtest allows letters, digits and underscores only.
inline std::string test_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

}  // namespace flitcast
