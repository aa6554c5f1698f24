#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tb/rtl/rtl_library.h"
#include "tb/rtl/rtl_nodes.h"
#include "tb/rtl/user_router.h"
#include "tb/rtl/verilator_run.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/temp_folder.h"

namespace flitcast {
namespace {

const std::string kPins =
    "clk, input rst, input in_valid, input in_head, input in_tail, input in_word, output "
    "in_credit, "
    "output out_valid, output out_head, output out_tail, output out_word";

std::string shim_of(const UserRouter& user) {
  const auto top = std::find_if(user.sources.begin(), user.sources.end(), [](const auto& source) {
    return source.name == "observed_router.sv";
  });
  return top == user.sources.end() ? "" : top->text;
}

/// A wrapper in a folder of its own.
class UserWrapper : public testing::Test {
 protected:
  UserRouter read(const std::string& text) {
    folder_.write("wrapper.sv", text);
    return read_user_router(folder_.path("wrapper.sv"));
  }
  std::string refusal(const std::string& text) {
    try {
      read(text);
    } catch (const UserRouterError& error) {
      return error.what();
    }
    return "";
  }
  /// What verilator has against a wrapper.
  std::string complaint(const std::string& text) {
    try {
      rtl_library(rtl_sets().front().parameters, folder_.path("cache"), read(text).sources);
    } catch (const RtlBuildError& error) {
      return error.what();
    }
    return "";
  }

  TempFolder folder_;
};

TEST_F(UserWrapper, NeedsTheModule) {
  EXPECT_EQ(refusal("// module user_router\nmodule my_router; endmodule"),
            folder_.path("wrapper.sv") + " has no module user_router");
}

TEST_F(UserWrapper, NeedsThePinsThatNoRouterCanDoWithout) {
  std::string pins = kPins;
  pins.replace(pins.find("in_credit"), 9, "credit");
  EXPECT_EQ(refusal("module user_router (input " + pins + "); endmodule"),
            folder_.path("wrapper.sv") + ": user_router has no pin in_credit");
}

TEST_F(UserWrapper, HasTheOtherPinsThatItDeclares) {
  const UserRouter few = read("module user_router (input " + kPins + " /* busy */); endmodule");
  EXPECT_FALSE(few.has_busy);
  EXPECT_FALSE(few.has_addresses);
  EXPECT_NE(shim_of(few).find("assign busy = 0;"), std::string::npos);
  EXPECT_EQ(shim_of(few).find(".busy("), std::string::npos);

  const UserRouter more =
      read("module user_router #(parameter VCS = 1) (input " + kPins +
           ", output busy, input in_address, in_more, output out_address, out_more); endmodule");
  EXPECT_TRUE(more.has_busy);
  EXPECT_TRUE(more.has_addresses);
  EXPECT_NE(shim_of(more).find("#(.VCS(VCS)) router"), std::string::npos);
  EXPECT_NE(shim_of(more).find(".busy(busy)"), std::string::npos);
}

TEST_F(UserWrapper, MayHaveCommentsOfAnyLength) {
  const std::string licence(300000, '*');
  EXPECT_FALSE(read("/*" + licence + "*/ module user_router (input " + kPins + " // " + licence +
                    "\n); endmodule")
                   .has_busy);
  EXPECT_EQ(refusal("/*" + licence), folder_.path("wrapper.sv") + " has no module user_router");
}

TEST_F(UserWrapper, MayImportPackagesInItsHead) {
  EXPECT_TRUE(read("module automatic user_router import a::*; import busy::*; #(parameter VCS = 1) "
                   "(input " +
                   kPins + ", output busy); endmodule")
                  .has_busy);
  EXPECT_FALSE(
      read("module user_router import busy::*; (input " + kPins + "); endmodule").has_busy);
}

TEST_F(UserWrapper, NeedsThePinsOfWhatTheNetworkHas) {
  folder_.write("wrapper.sv", "module user_router (input " + kPins + ", in_vc); endmodule");
  const std::string wrapper = folder_.path("wrapper.sv");
  EXPECT_FALSE(user_refusal(wrapper, 1, false));
  EXPECT_EQ(
      user_refusal(wrapper, 2, false),
      wrapper + ": user_router has no pins in_vc, out_vc, without which router.vcs is 1 at most");
  EXPECT_NE(user_refusal(wrapper, 1, true).value_or("").find("no pins in_address"),
            std::string::npos);
  EXPECT_EQ(user_refusal(folder_.path("none.sv"), 1, false),
            "cannot read " + folder_.path("none.sv") + ": No such file or directory");
}

TEST_F(UserWrapper, IsTheOneThatVerilatorsComplaintsName) {
  const std::string path = folder_.path("wrapper.sv");
  EXPECT_EQ(complaint("module user_router (input " + kPins + ");\n  wire;\nendmodule\n")
                .rfind(path + ":2: syntax error", 0),
            0U);
  const std::string other_width = complaint("module user_router (input " + kPins + "); endmodule");
  EXPECT_EQ(other_width.rfind(path + ": ", 0), 0U) << other_width;
  EXPECT_NE(other_width.find("expects 1 bits"), std::string::npos) << other_width;
  EXPECT_EQ(other_width.find('\n'), std::string::npos) << other_width;
}

TEST(VerilatorsComplaint, IsTheFirstThatHasAPlace) {
  const std::vector<RtlSource> sources{{"observed_router.sv", "", "u/w.sv"},
                                       {"user_router.sv", "", "u/w.sv"},
                                       {"part.sv", "", "u/part.sv"},
                                       {"round_robin.sv", ""}};
  EXPECT_EQ(first_complaint("%Error: Cannot continue\n%Warning-X: /tmp/part.sv:7:1: no: good\n  "
                            "7 |\n%Error: /tmp/w.sv:8:2: bad\n",
                            sources),
            "u/part.sv:7: no: good");
  EXPECT_EQ(first_complaint("%Error: w.sv:12:5: bad\n", sources), "u/w.sv:12: bad");
  EXPECT_EQ(first_complaint("%Error: /tmp/round_robin.sv:3:5: bad\n", sources),
            "round_robin.sv:3: bad");
  EXPECT_EQ(first_complaint("%Warning-PINMISSING: /tmp/observed_router.sv:79:114: Cell has missing "
                            "pin: 'in_tial'\n",
                            sources),
            "u/w.sv: user_router has a pin that the contract has not: 'in_tial'");
  EXPECT_EQ(first_complaint("%Error: Cannot continue\n", sources), "");
}

TEST_F(UserWrapper, BringsTheFilesBesideIt) {
  folder_.write("part.sv", "module part; endmodule");
  std::filesystem::create_directory(folder_.path("folder.sv"));
  std::filesystem::create_symlink("nowhere", folder_.path("link.sv"));
  folder_.write("notes.txt", "nothing");
  const UserRouter user = read("module user_router (input " + kPins + "); endmodule");
  const auto has = [&](const std::string& name) {
    return std::any_of(user.sources.begin(), user.sources.end(),
                       [&](const RtlSource& source) { return source.name == name; });
  };
  EXPECT_TRUE(has("part.sv"));
  EXPECT_TRUE(has("user_router.sv"));
  EXPECT_TRUE(has("credits_to_ready_valid.sv"));
  EXPECT_FALSE(has("notes.txt"));
  EXPECT_FALSE(has("folder.sv"));
  EXPECT_FALSE(has("link.sv"));
}

TEST_F(UserWrapper, RefusesAFileWithTheNameOfOneOfOurs) {
  folder_.write("crossbar.sv", "module crossbar; endmodule");
  EXPECT_EQ(refusal("module user_router (input " + kPins + "); endmodule"),
            folder_.path("wrapper.sv") +
                ": beside it is crossbar.sv, which is the name of a file of ours; give it and its "
                "module another");
}

}  // namespace
}  // namespace flitcast
