// The commands of configs/rtl/README.md print what it says they do; and a router that breaks the
// protocol, or a wrapper that does not do, is told in one line.

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/typed_commands.h"

namespace flitcast::cosim::test_rtl_story {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = std::string(FLITCAST_ROOT) + "/configs/rtl/";

class RtlStory : public testing::Test {
 protected:
  // Libraries are where the other tests have theirs.
  RtlStory() {
    fs::create_directories(typing_.folder().path("cache/flitcast"));
    fs::create_directories(FLITCAST_BUILD "/rtl_cache");
    fs::create_symlink(FLITCAST_BUILD "/rtl_cache", typing_.folder().path("cache/flitcast/rtl"));
    ::setenv("XDG_CACHE_HOME", typing_.folder().path("cache").c_str(), 1);
  }
  ProgramResult run(const std::vector<std::string>& words) const {
    return run_flitcast(words, typing_.folder().root());
  }
  /// The example in a folder of its own, where something of the router is another.
  std::string changed(const std::string& right, const std::string& wrong) const {
    const fs::path folder = typing_.folder().path("changed");
    fs::create_directory(folder);
    for (const char* name : {"handshake.ini", "handshake_wrapper.sv"}) {
      fs::copy_file(kFolder + name, folder / name);
    }
    std::string router = whole_file(kFolder + "handshake_router.sv");
    const std::size_t at = router.find(right);
    EXPECT_NE(at, std::string::npos);
    router.replace(at, right.size(), wrong);
    typing_.folder().write("changed/handshake_router.sv", router);
    return (folder / "handshake.ini").string();
  }

  TypingFolder typing_;
};

TEST_F(RtlStory, TheCommandsPrintWhatTheTextSays) {
  const std::vector<Typed> all = typed_in(whole_file(kFolder + "README.md"));
  ASSERT_GE(all.size(), 4U);
  for (const Typed& typed : all) {
    const std::string output = typing_.output_of(typed.command);
    EXPECT_EQ(difference(typed.printed, lines_of(output)), "") << "$ " << typed.command << '\n'
                                                               << output;
  }
}

// Of the text, and a result is a configuration that repeats it.
TEST_F(RtlStory, ResultsHaveTheComparisonWithTheModel) {
  ASSERT_EQ(
      run({"run", kFolder + "handshake.ini", "--only-json", "--output.json=a.json"}).exit_code, 0);
  const nlohmann::json first = nlohmann::json::parse(typing_.folder().read("a.json"))["lockstep"];
  EXPECT_EQ(first["verdict"], "differs");
  EXPECT_EQ(first["routers"], 16);
  EXPECT_EQ(first["flits"], 7920);
  EXPECT_EQ(first["first"]["cycle"], 2);
  EXPECT_EQ(first["first"]["side"], "input");
  EXPECT_EQ(first["first"]["got"], "a credit");
  EXPECT_EQ(first["first_flit"]["port"], 4);
  EXPECT_EQ(first["first_flit"]["expected"], "the header of message 1");
  const ProgramResult again =
      run({"run", typing_.folder().path("a.json"), "--only-json", "--output.json=b.json"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(nlohmann::json::parse(typing_.folder().read("b.json"))["lockstep"], first);
}

TEST_F(RtlStory, AWrapperOfWhichVerilatorDoesNotThinkWellIsOneLine) {
  const ProgramResult result = run({"run", changed("module handshake_router", "modul")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("changed/handshake_router.sv:"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("syntax error"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
}

TEST_F(RtlStory, ABreachOfTheProtocolIsOneLine) {
  const ProgramResult result =
      run({"run", changed("data[i*DATA+:DATA] <= in_data[i*DATA+:DATA]",
                          "data[i*DATA+:DATA] <= in_data[i*DATA+:DATA] ^ DATA'(in_tail[i])")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("sends another word than the one that came"), std::string::npos)
      << result.err;
  EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
}

TEST_F(RtlStory, AWrapperThatDoesNotDoIsRefused) {
  typing_.folder().write("none.sv", "module router; endmodule");
  const ProgramResult result = run({"run", kFolder + "handshake.ini", "--rtl.user=none.sv"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("none.sv has no module user_router"), std::string::npos) << result.err;
  const ProgramResult lost = run({"run", kFolder + "handshake.ini", "--rtl.user=lost.sv"});
  EXPECT_EQ(lost.exit_code, 2);
  EXPECT_EQ(lost.err, "flitcast: --rtl.user: cannot read lost.sv: No such file or directory\n");
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_story
