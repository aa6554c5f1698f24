#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tb/rtl/user_router.h"
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

TEST_F(UserWrapper, BringsTheFilesBesideIt) {
  folder_.write("part.sv", "module part; endmodule");
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
