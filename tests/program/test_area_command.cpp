// The area of somebody's router, and what the README says. More is in command_lines/tools/area.txt.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/environment.h"
#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/typed_commands.h"

namespace flitcast::test_area_command {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

int number(const Json& area, const char* name) {
  return area["router"][name].get<int>();
}

TEST(AreaReadme, TheCommandPrintsWhatTheTextSays) {
  const TypingFolder typing;
  const OtherVariable cache("XDG_CACHE_HOME", typing.folder().root());
  const std::vector<Typed> all = typed_in(whole_file(FLITCAST_ROOT "/tb/area/README.md"));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(difference(all[0].printed, lines_of(typing.output_of(all[0].command))), "");
}

/// With the shipped router of another style, and its wrapper, some text of which is replaced.
class UserArea : public testing::Test {
 protected:
  void SetUp() override {
    if (!FLITCAST_HAS_RTL) {
      GTEST_SKIP() << "built without FLITCAST_RTL";
    }
    bring("wrapper.sv", "", "");
  }
  void bring(const std::string& name, const std::string& from, const std::string& to) const {
    const std::string folder = FLITCAST_ROOT "/configs/rtl/";
    folder_.write("handshake_router.sv", whole_file(folder + "handshake_router.sv"));
    std::string text = whole_file(folder + "handshake_wrapper.sv");
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    folder_.write(name, text.replace(at, from.size(), to));
  }
  /// Four routers with two links each.
  ProgramResult square(Words options) const {
    options.insert(options.begin(),
                   {"area", "--topology.kind=mesh", "--topology.dims=2x2", "--load.rate=0.1",
                    "--router.vcs=1", "--word-bits=8", "--cache=cache", "--format=json"});
    return run_flitcast(options, folder_.root());
  }
  Json square_json(const Words& options) const {
    const ProgramResult result = square(options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Json::parse(result.out);
  }

  TempFolder folder_;
};

// A slot holds 8 bits of a word, head and tail; two buffers have links, and the counters of slots
// and credits get a bit longer.
TEST_F(UserArea, IsThatOfSomebodysRouter) {
  const Words theirs{"--rtl.nodes=all", "--rtl.user=wrapper.sv"};
  const auto with = [&](Words words, const char* option) {
    words.emplace_back(option);
    return square_json(words);
  };
  const Json four = with(theirs, "--router.buffer_flits=4");
  const Json eight = with(theirs, "--router.buffer_flits=8");
  EXPECT_EQ(four["routers"][0]["wrapper"], "wrapper.sv");
  EXPECT_EQ(four["routers"][0]["count"], 4);
  const int more = number(eight, "flip_flops") - number(four, "flip_flops");
  EXPECT_GE(more, 2 * 4 * (8 + 2));
  EXPECT_LE(more, 2 * 4 * (8 + 2) + 2 * 6);
  const Json ours = square_json({"--router.buffer_flits=4"});
  EXPECT_TRUE(ours["routers"][0]["wrapper"].is_null());
  EXPECT_NE(number(ours, "flip_flops"), number(four, "flip_flops"));
  const Json one =
      square_json({"--rtl.nodes=0", "--rtl.user=wrapper.sv", "--router.buffer_flits=4"});
  ASSERT_EQ(one["routers"].size(), 2U);
  EXPECT_EQ(one["routers"][0]["count"], 1);
  EXPECT_EQ(one["router"], four["router"]);
  EXPECT_EQ(one["network"]["flip_flops"],
            number(four, "flip_flops") + 3 * number(ours, "flip_flops"));
}

TEST_F(UserArea, WhatYosysDoesNotTakeIsToldWithItsPlace) {
  const auto refused = [&](const std::string& wrapper) {
    const ProgramResult result = square({"--rtl.nodes=all", "--rtl.user=" + wrapper});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    return result.err;
  };
  bring("typing.sv", "localparam LOCAL_DEPTH", "localparam LOCAL DEPTH");
  const std::string typing = refused("typing.sv");
  const std::string text = folder_.read("typing.sv");
  const auto line =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("LOCAL DEPTH")),
                 '\n') +
      1;
  EXPECT_EQ(typing.rfind("flitcast: rtl.user: yosys does not take typing.sv: typing.sv:" +
                             std::to_string(line) + ": ERROR: ",
                         0),
            0U)
      << typing;
  bring("fixed.sv", "input  logic [WORD/2-1:0] ", "input  logic [31:0] ");
  EXPECT_EQ(refused("fixed.sv"),
            "flitcast: rtl.user: yosys does not take fixed.sv: pin strap_address of user_router "
            "has 32 bits, that of the contract 4; declare the parameter that it goes by, like WORD "
            "or INTERVAL_BITS\n");
}

}  // namespace
}  // namespace flitcast::test_area_command
