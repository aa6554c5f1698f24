#include <gtest/gtest.h>

#include "tb/system/files/cache_folder.h"
#include "tests/support/environment.h"

namespace flitcast::test_cache_folder {
namespace {

std::optional<std::string> folder_with(const std::optional<std::string>& xdg_cache_home,
                                       const std::optional<std::string>& home) {
  const OtherVariable cache("XDG_CACHE_HOME", xdg_cache_home);
  const OtherVariable other_home("HOME", home);
  return cache_folder("area");
}

TEST(CacheFolder, IsInTheCacheOfTheUser) {
  EXPECT_EQ(folder_with("/somewhere", "/home/user"), "/somewhere/flitcast/area");
  EXPECT_EQ(folder_with(std::nullopt, "/home/user"), "/home/user/.cache/flitcast/area");
}

TEST(CacheFolder, VariablesWithoutAPathFromTheRootDoNotCount) {
  EXPECT_EQ(folder_with("here", "/home/user"), "/home/user/.cache/flitcast/area");
  EXPECT_EQ(folder_with("", "/home/user"), "/home/user/.cache/flitcast/area");
}

TEST(CacheFolder, IsNowhereForSomebodyWithoutAHome) {
  EXPECT_EQ(folder_with(std::nullopt, std::nullopt), std::nullopt);
  EXPECT_EQ(folder_with(std::nullopt, ""), std::nullopt);
}

}  // namespace
}  // namespace flitcast::test_cache_folder
