#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tb/cosim/library/rtl_tools.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/environment.h"
#include "tests/support/temp_folder.h"

namespace flitcast::cosim::test_rtl_library {
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
  EXPECT_TRUE(std::filesystem::is_empty(cache));
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
  const OtherVariable path("PATH", folder.root());
  const std::string before = rtl_tools().identity;
  EXPECT_EQ(rtl_tools().identity, before);
  folder.write("c++", "another version");
  EXPECT_NE(rtl_tools().identity, before);
  std::filesystem::remove(folder.path("verilator"));
  EXPECT_THROW(rtl_tools(), RtlBuildError);
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_library
