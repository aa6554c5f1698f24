#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tb/rtl/rtl_tools.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/temp_folder.h"

namespace flitcast {
namespace {

std::string message_of(const RtlParameters& parameters, const std::vector<RtlSource>& sources) {
  try {
    rtl_library(parameters, rtl_test_cache(), sources);
  } catch (const RtlBuildError& error) {
    return error.what();
  }
  return "";
}

TEST(RtlLibrary, TellsWhatVerilatorSaidOfABrokenSource) {
  std::vector<RtlSource> sources = rtl_sources();
  for (RtlSource& source : sources) {
    if (source.name == "room.sv") {
      source.text.replace(source.text.find("endmodule"), 9, "endmodul");
    }
  }
  const std::string message = message_of(RtlParameters(), sources);
  EXPECT_NE(message.find("room.sv"), std::string::npos) << message;
  EXPECT_NE(message.find("syntax error"), std::string::npos) << message;
}

TEST(RtlLibrary, LeavesNothingHalfMadeBehind) {
  const std::string cache = std::string(FLITCAST_BUILD) + "/rtl_cache_of_failures";
  EXPECT_THROW(rtl_library(RtlParameters(), cache, {{"observed_router.sv", "no module"}}),
               RtlBuildError);
  for (const auto& file : std::filesystem::directory_iterator(cache)) {
    EXPECT_EQ(file.path().extension(), ".lock") << file.path();
  }
}

TEST(RtlLibrary, IsTheSameForTheSameParameters) {
  const RtlSet& set = rtl_sets().front();
  EXPECT_EQ(&set.library(), &set.library());
}

TEST(RtlTools, AreOthersWhenOneIsAnotherVersion) {
  const TempFolder folder;
  for (const char* program : {"verilator", "c++"}) {
    std::filesystem::permissions(folder.write(program, "one version"),
                                 std::filesystem::perms::owner_all);
  }
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.root().c_str(), 1);
  const std::string before = rtl_tools().identity;
  EXPECT_EQ(rtl_tools().identity, before);
  folder.write("c++", "another version");
  const std::string of_another = rtl_tools().identity;
  std::filesystem::remove(folder.path("verilator"));
  EXPECT_THROW(rtl_tools(), RtlBuildError);
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_NE(of_another, before);
}

TEST(RtlLibrary, IsKeptInTheCacheOfTheUser) {
  const char* const before = std::getenv("XDG_CACHE_HOME");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("XDG_CACHE_HOME", "/somewhere", 1);
  EXPECT_EQ(default_rtl_cache(), "/somewhere/flitcast/rtl");
  ::unsetenv("XDG_CACHE_HOME");
  ::setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(default_rtl_cache(), "/home/somebody/.cache/flitcast/rtl");
  if (before != nullptr) {
    ::setenv("XDG_CACHE_HOME", kept.c_str(), 1);
  }
}

}  // namespace
}  // namespace flitcast
