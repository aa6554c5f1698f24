// Traces and logs as programs. What a packet takes is by hand, see test_program_timing.cpp.

#include <string>

#include <gtest/gtest.h>

#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_trace_csv_reader {
namespace {

Cycle l(Cycle flits, Cycle hops = 1) {
  return 24 + 3 * hops + flits;
}

ProgramRun play(const std::string& text) {
  return play_program(text, {{"topology.kind", "line"},
                             {"topology.dims", "8"},
                             {"ni.startup", "20"},
                             {"link.delay", "3"}});
}

std::string refusal(const std::string& text) {
  const TempFolder folder;
  const std::string file = folder.write("x.csv", text);
  try {
    read_trace_csv(file);
  } catch (const FileError& error) {
    const std::string what = error.what();
    return what.substr(what.find("x.csv"));
  }
  return "";
}

TEST(TraceCsvReader, PlaysATraceOfPackets) {
  for (const char* text :
       {"cycle,src,dst,flits\n500,3,5,8\n100,0,1,8\n", "100,0,1,8\r\n\n500,3,5,8 # late\n",
        "# by hand\n500, 3, 5, 8\n100, 0, 1, 8"}) {
    const ProgramRun run = play(text);
    EXPECT_EQ(run.data_error, "");
    EXPECT_EQ(run.completion_cycles, 500 + l(7, 2));  // the header is one of the flits
    EXPECT_EQ(run.messages, 2U);
    EXPECT_EQ(run.flits, 14U);
  }
}

TEST(TraceCsvReader, PlaysALogOfMessages) {
  const ProgramRun run = play(
      "id,round,src,dst,hops,flits,issued,injected,head_arrived,tail_arrived,path\n"
      "0,0,0,1,1,8,100,123,130,138,0>1\n1,0,3,5,2,8,500,523,531,540,3>4>5\n"
      "2,0,7,7,0,8,520,523,531,540,7\n");
  EXPECT_EQ(run.completion_cycles, 500 + l(8, 2));
  EXPECT_EQ(run.messages, 2U);
}

// Paths may be longer than lines of other formats.
TEST(TraceCsvReader, TakesLongLines) {
  const ProgramRun run = play("id,round,src,dst,hops,flits,issued,path\n0,0,3,5,2,8,500," +
                              std::string(100'000, '>') + "\n1,0,3,5,2,8,900,\n");
  EXPECT_EQ(run.completion_cycles, 900 + l(8, 2));
}

TEST(TraceCsvReader, SaysWhatIsWrongAndWhere) {
  const struct {
    std::string text;
    std::string said;
  } cases[] = {
      {"cycle,src,dst,flits\n", "x.csv:2: there are no packets; give lines like 0,3,5,8"},
      {"0,3,5,8\n0,3,5\n", "x.csv:2: give cycle,src,dst,flits, like 0,3,5,8"},
      {"0,3,5,8,9\n", "x.csv:1: give cycle,src,dst,flits, like 0,3,5,8"},
      {"0,3,5,8\ncycle,src,dst,flits\n",
       "x.csv:2: cycle is no cycle; give a number from 0 to 1000000000000000"},
      {"0,3,65536,8\n", "x.csv:1: 65536 is no node; give a number from 0 to 65535"},
      {"0,-3,5,8\n", "x.csv:1: -3 is no node; give a number from 0 to 65535"},
      {"0,3,5,0\n", "x.csv:1: 0 is no size in flits; give a number from 1 to 4294967294"},
      {"99999999999999999999,3,5,1\n",
       "x.csv:1: 99999999999999999999 is no cycle; give a number from 0 to 1000000000000000"},
      {"id,round,src,dst,hops,flits,issued\n0,0,3,5,2,8\n",
       "x.csv:2: give id,round,src,dst,hops,flits,issued, like 0,0,3,5,2,7,0"},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(refusal(each.text), each.said);
  }
}

}  // namespace
}  // namespace flitcast::test_trace_csv_reader
