#include <filesystem>

#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/keys/config_keys.h"
#include "tb/results/result_file.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_config {
namespace {

TEST(Config, MatrixFilesCountFromTheFolderOfTheConfig) {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path("sub"));
  const std::string file = folder.write("sub/x.ini", "[traffic]\ndata = ../m.csv\n");
  EXPECT_EQ(read_config(file).texts["traffic.data"], folder.path("m.csv"));
  RawConfig raw = read_config(file);
  give(raw, "traffic.data", "n.csv");
  EXPECT_EQ(raw.texts["traffic.data"], "n.csv");
}

TEST(Config, EveryKeyIsInTheHelp) {
  const std::string help = config_key_help();
  for (const ConfigKey& key : config_keys()) {
    EXPECT_NE(help.find("--" + std::string(key.name)), std::string::npos) << key.name;
    EXPECT_FALSE(key.help.empty()) << key.name;
    EXPECT_FALSE(key.fallback.empty()) << key.name;
  }
}

}  // namespace
}  // namespace flitcast::test_config
