#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tb/cosim/library/rtl_library.h"
#include "tb/cosim/library/rtl_nodes.h"
#include "tb/cosim/library/rtl_tools.h"
#include "tb/cosim/library/user_wrapper.h"
#include "tb/system/file_error.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/temp_folder.h"

namespace flitcast::cosim::test_user_wrapper {
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

/// A file list and what it names, in folders side by side.
class UserFileList : public UserWrapper {
 protected:
  UserFileList() {
    for (const char* folder : {"top", "core", "other", "include", "include/sizes"}) {
      std::filesystem::create_directory(folder_.path(folder));
    }
    folder_.write("top/wrapper.sv",
                  "module user_router import sizes::*; (input " + kPins + "); endmodule");
  }
  UserRouter read_list(const std::string& text) {
    folder_.write("router.f", text);
    return read_user_router(folder_.path("router.f"));
  }
  std::string refusal_of_list(const std::string& text) {
    try {
      read_list(text);
    } catch (const UserRouterError& error) {
      return error.what();
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(UserFileList, NamesFilesFoldersAndMacros) {
  folder_.write("core/fifo.sv", "module core_fifo; endmodule");
  folder_.write("other/fifo.sv", "module other_fifo; endmodule");
  folder_.write("include/sizes/words.svh", "`define WORDS 3");
  folder_.write("top/beside.sv", "module beside; endmodule");
  const UserRouter user = read_list(
      "// packages come first\n"
      "core/fifo.sv other/fifo.sv  # of one name\n"
      "+incdir+include+core\n"
      "top/wrapper.sv\n"
      "+define+FAST+DEPTH_LIMIT=4\n");
  EXPECT_EQ(user.reading.files,
            (std::vector<std::string>{"file0/fifo.sv", "file1/fifo.sv", "user_router.sv"}));
  EXPECT_EQ(user.reading.folders, (std::vector<std::string>{"folder0", "folder1"}));
  EXPECT_EQ(user.reading.defines, (std::vector<std::string>{"FAST", "DEPTH_LIMIT=4"}));
  const auto path_of = [&](const std::string& name) {
    const auto source = std::find_if(user.sources.begin(), user.sources.end(),
                                     [&](const RtlSource& each) { return each.name == name; });
    return source == user.sources.end() ? "" : source->path;
  };
  EXPECT_EQ(path_of("file1/fifo.sv"), folder_.path("other/fifo.sv"));
  EXPECT_EQ(path_of("folder0/sizes/words.svh"), folder_.path("include/sizes/words.svh"));
  EXPECT_EQ(path_of("beside.sv"), "") << "only what is listed";
}

TEST_F(UserFileList, IsRefusedWithTheLineThatIsWrong) {
  const std::string list = folder_.path("router.f");
  EXPECT_EQ(refusal_of_list("top/wrapper.sv\n-y core"),
            list + ":2: \"-y\" is not known; give files, +incdir+FOLDER and +define+NAME=VALUE");
  EXPECT_EQ(refusal_of_list("+incdir+nowhere"),
            list + ":1: \"" + folder_.path("nowhere") + "\" is no folder");
  EXPECT_EQ(refusal_of_list("\n\n+define+4=2"),
            list + ":3: \"4=2\" is no macro; give NAME or NAME=VALUE");
  EXPECT_EQ(refusal_of_list("top/lost.sv"),
            "cannot read " + folder_.path("top/lost.sv") + ": No such file or directory");
  folder_.write("core/fifo.sv", "module core_fifo; endmodule");
  EXPECT_EQ(refusal_of_list("core/fifo.sv"), list + ": no file in it has a module user_router");
  folder_.write("core/second.sv", "module user_router; endmodule");
  EXPECT_EQ(refusal_of_list("top/wrapper.sv core/second.sv"),
            list + ": both " + folder_.path("top/wrapper.sv") + " and " +
                folder_.path("core/second.sv") + " have a module user_router");
  folder_.write("core/crossbar.sv", "module crossbar; endmodule");
  EXPECT_EQ(refusal_of_list("top/wrapper.sv core/crossbar.sv"),
            list +
                ": it lists crossbar.sv, which is the name of a file of ours; give it and its "
                "module another");
  EXPECT_EQ(refusal_of_list("top/wrapper.sv +incdir+core"),
            list + ": " + folder_.path("core") +
                " has crossbar.sv, which is the name of a file of ours; give it and its module "
                "another");
}

// A package before the wrapper, modules of one file name, an included file in a folder of a folder,
// and a macro without which there is a syntax error; a complaint names the file as it is listed.
TEST_F(UserFileList, IsWhatALibraryIsMadeOf) {
  const RtlParameters& parameters = rtl_sets().front().parameters;
  folder_.write("core/part.sv", "package sizes; parameter ONE = 1; endpackage");
  folder_.write("other/part.sv",
                "`include \"sizes/words.svh\"\n"
                "module silent (output [ports::PORTS-1:0] zero);\n"
                "  assign zero = `NOTHING;\nendmodule");
  folder_.write("include/sizes/words.svh",
                "package ports; parameter PORTS = `NETWORK + sizes::ONE; endpackage");
  folder_.write("top/wrapper.sv",
                "module user_router import sizes::*; #(parameter WORD = 64, PORTS = 4 + ONE) (\n"
                "  input clk, rst, input [PORTS-1:0] in_valid, in_head, in_tail,\n"
                "  input [PORTS*WORD-1:0] in_word, output [PORTS-1:0] in_credit,\n"
                "  output [PORTS-1:0] out_valid, out_head, out_tail,\n"
                "  output [PORTS*WORD-1:0] out_word);\n"
                "  silent valid (.zero(out_valid));\n"
                "  assign {in_credit, out_head, out_tail, out_word} = 0;\nendmodule");
  const std::string list =
      "core/part.sv other/part.sv top/wrapper.sv +incdir+include +define+NETWORK=4";
  const auto make = [&](const UserRouter& user) {
    rtl_library(parameters, folder_.path("cache"), user.sources, user.reading);
  };
  EXPECT_NO_THROW(make(read_list(list + "+NOTHING=0")));
  try {
    make(read_list(list + "+NOTHING=)"));
    FAIL();
  } catch (const RtlBuildError& error) {
    EXPECT_EQ(std::string(error.what()).rfind(folder_.path("other/part.sv") + ":3: ", 0), 0U)
        << error.what();
  }
}

}  // namespace
}  // namespace flitcast::cosim::test_user_wrapper
