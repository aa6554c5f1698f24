#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast {

using Words = std::vector<std::string>;
using Table = std::vector<Words>;

inline const char* const kSweptExchange =
    "[topology]\nkind = hypercube\n[traffic]\nalgorithm = aas-hc-dex\n"
    "[sweep]\ndims = 1..4\nmessage_flits = 1..16 x2\n";

/// The lines of CSV whose fields have no quotes.
inline Table parsed(const std::string& csv) {
  Table table{{""}};
  for (const char c : csv) {
    if (c == '\n') {
      table.push_back({""});
    } else if (c == ',') {
      table.back().emplace_back();
    } else {
      table.back().back() += c;
    }
  }
  table.pop_back();
  return table;
}

/// The fields of a column, top to bottom.
inline Words column(const Table& table, const std::string& name) {
  const auto at = std::find(table[0].begin(), table[0].end(), name) - table[0].begin();
  Words fields;
  for (std::size_t row = 1; row < table.size(); ++row) {
    fields.push_back(table[row].at(static_cast<std::size_t>(at)));
  }
  return fields;
}

/// Sweeps in a folder of their own.
class SweepCommand : public testing::Test {
 protected:
  SweepCommand() { folder_.write("x.ini", kSweptExchange); }

  ProgramResult sweep(const std::string& out, const Words& options = {}) const {
    Words words{"sweep", "x.ini", "--out", out};
    words.insert(words.end(), options.begin(), options.end());
    return run_flitcast(words, folder_.root());
  }
  std::string csv(const std::string& out) const { return folder_.read(out + "/sweep.csv"); }
  /// How many results there are.
  std::size_t results(const std::string& out) const {
    std::error_code missing;
    const std::filesystem::directory_iterator files(folder_.path(out + "/results"), missing);
    return static_cast<std::size_t>(std::count_if(begin(files), end(files), [](const auto& file) {
      return file.path().extension() == ".json";
    }));
  }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

}  // namespace flitcast
