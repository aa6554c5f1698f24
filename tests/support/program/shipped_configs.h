#pragma once

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/catalogue/catalogue.h"

namespace flitcast {

inline const std::string kConfigs = std::string(FLITCAST_ROOT) + "/configs/";

/// The configurations that play a row, by their names in configs/ without ".ini". Applications have
/// theirs under the name of what they compute, one for each variant.
inline std::vector<std::string> configs_of(const Row& row) {
  const std::string id(row.id);
  const std::string application = "app-";
  if (id.compare(0, application.size(), application) != 0) {
    return {"catalogue/" + id};
  }
  const std::string name = id.substr(application.size());
  std::vector<std::string> names;
  for (const std::string_view variant : row.variants) {
    names.push_back(name + "-" + std::string(variant));
  }
  return std::filesystem::exists(kConfigs + name + ".ini") ? std::vector<std::string>{name} : names;
}

/// Of every row of the catalogue.
inline std::vector<std::string> catalogue_configs() {
  std::vector<std::string> all;
  for (const Row& row : catalogue()) {
    for (std::string& name : configs_of(row)) {
      all.push_back(std::move(name));
    }
  }
  return all;
}

/// The folders of configs/ that have some; sweeps, which are many runs, are left out.
inline std::vector<std::string> shipped_folders() {
  namespace fs = std::filesystem;
  std::set<std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(kConfigs)) {
    const std::string folder = fs::relative(entry.path().parent_path(), kConfigs).string();
    if (entry.path().extension() == ".ini" && folder.rfind("sweep", 0) != 0) {
      all.insert(folder);
    }
  }
  return {all.begin(), all.end()};
}

inline std::string folder_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param == "." ? "configs" : info.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
  return name;
}

inline std::string config_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).filename();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// A result without the part that differs from run to run.
inline std::string reproducible(const std::string& json) {
  return json.substr(0, json.find("\"host\""));
}

}  // namespace flitcast
