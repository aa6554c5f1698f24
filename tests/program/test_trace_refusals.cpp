// Keys of traces that are refused, and names that a waveform may not have.

#include <cstdlib>
#include <string>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/support/program/traced_broadcast.h"

namespace flitcast::test_trace_refusals {
namespace {

class TraceRefusals : public TracedBroadcast {};

TEST_F(TraceRefusals, ASaveFileIsNoOtherFileAndNobodysButOurs) {
  expect_refused({"--trace.vcd=x.vcd", "--output.json=x.gtkw"},
                 "is the same file as the save file of trace.vcd");
  folder_.write("x.gtkw", "[*]\n[*] GTKWave Analyzer v3.3.118\n");
  const ProgramResult result = flitcast({"--trace.vcd=x.vcd"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.err.find("x.gtkw"), std::string::npos);
  EXPECT_EQ(folder_.read("x.gtkw"), "[*]\n[*] GTKWave Analyzer v3.3.118\n");
}

TEST_F(TraceRefusals, AnFstIsNotRenamedOverAPipe) {
  ASSERT_EQ(::mkfifo(folder_.path("pipe").c_str(), 0600), 0);
  const ProgramResult result = flitcast({"--trace.fst=pipe"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("trace.fst"), std::string::npos) << result.err;
  struct stat status {};
  ASSERT_EQ(::stat(folder_.path("pipe").c_str(), &status), 0);
  EXPECT_TRUE(S_ISFIFO(status.st_mode));
}

TEST_F(TraceRefusals, WithoutAFileAreRefused) {
  expect_refused({"--trace.scope=*"}, "--trace.scope: there is no trace without trace.vcd");
  expect_refused({"--trace.window=1:2"}, "--trace.window: there is no trace");
  expect_refused({"--trace.around=round:0"}, "--trace.around: there is no trace");
}

TEST_F(TraceRefusals, ThatMakeNoSenseAreRefused) {
  const std::string vcd = "--trace.vcd=x.vcd";
  expect_refused({vcd, "--trace.scope=tb.fabric.router_12"},
                 "--trace.scope: \"tb.fabric.router_12\" names no module; there are "
                 "tb.fabric.router_0 to tb.fabric.router_11");
  expect_refused({vcd, "--trace.window=7"}, "--trace.window: \"7\" is no window; give FROM:TO");
  expect_refused({vcd, "--trace.window=7:7"}, "holds no cycle");
  expect_refused({vcd, "--trace.around=cycle:7"}, "is neither message:ID nor round:K");
  expect_refused({vcd, "--trace.around=message:4"},
                 "--trace.around: there is no message 4; give message:0 to message:3");
  expect_refused({vcd, "--trace.around=round:2"}, "there is no round 2; give round:0 to round:1");
  expect_refused({vcd, "--trace.around=round:0", "--trace.window=1:2"},
                 "--trace.around: chooses its cycles itself");
  expect_refused({vcd, "--trace.around=round:0", "--trace.scope=*_3"},
                 "--trace.scope: names no module that trace.around touches");
  expect_refused({vcd, "--output.messages=x.vcd"}, "is the same file as");
  expect_refused({"--trace.vcd=/dev/null/x.vcd"}, "--trace.vcd: cannot write /dev/null/x.vcd");
  expect_refused({"--trace.vcd=-"}, "--trace.vcd: - is standard output");
}

TEST_F(TraceRefusals, NameFilesThatEndInWhatTheyAre) {
  expect_refused({"--trace.vcd=x.fst"},
                 "--trace.vcd: \"x.fst\" does not end in .vcd; give a name that does or trace.fst");
  expect_refused({"--trace.fst=x.vcd"},
                 "--trace.fst: \"x.vcd\" does not end in .fst; give a name that does or trace.vcd");
  expect_refused({"--trace.vcd=x.gtkw"},
                 "--trace.vcd: is the same file as the save file of trace.vcd");
  expect_refused({"--trace.vcd=wave"}, "--trace.vcd: \"wave\" does not end in .vcd");
  EXPECT_EQ(flitcast({"--trace.vcd=/dev/null"}).exit_code, 0);
}

TEST_F(TraceRefusals, WithoutTheConverterFstIsRefused) {
  const char* path = std::getenv("PATH");
  const std::string saved = path != nullptr ? path : "";
  ::setenv("PATH", "/nonexistent", 1);
  expect_refused({"--trace.fst=x.fst"},
                 "--trace.fst: the program vcd2fst is not installed; it is in the Debian package "
                 "gtkwave");
  ::setenv("PATH", saved.c_str(), 1);
}

}  // namespace
}  // namespace flitcast::test_trace_refusals
