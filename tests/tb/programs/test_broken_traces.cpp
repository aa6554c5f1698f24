// Traces of a chip with one thing wrong: a line that names the file and the event.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tests/support/runs/chip_trace.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_broken_traces {
namespace {

using namespace chip_trace;

/// What is said of a trace on 4 x 3 tiles, from the name of its file on; nothing: it is read.
std::string refusal(const std::string& text) {
  static const TempFolder folder;
  const std::string file = folder.write("x.json", text);
  try {
    read_program(file, units_of_4x3());
  } catch (const FileError& error) {
    const std::string what = error.what();
    return what.substr(std::min(what.find("x.json"), what.size()));
  }
  return "";
}

const char* const kGood = R"([
 {"proc":"A", "noc":"NOC_0", "sx":1, "sy":2, "dx":3, "dy":0, "num_bytes":64, "type":"READ", "timestamp":100}
,{"proc":"A", "noc":"NOC_0", "sx":1, "sy":2, "type":"READ_BARRIER_START", "timestamp":110}
,{"proc":"A", "noc":"NOC_0", "sx":1, "sy":2, "type":"READ_BARRIER_END", "timestamp":190}
,{"proc":"A", "noc":"NOC_1", "sx":1, "sy":2, "mcast_start_x":0, "mcast_start_y":0, "mcast_end_x":2,
  "mcast_end_y":1, "num_bytes":64, "type":"WRITE_MULTICAST", "posted":true, "timestamp":200}
])";

/// A piece of the good trace, the first one like it, what stands there instead, and what is said.
struct Damage {
  const char* piece;
  const char* instead;
  const char* said;
};

const std::vector<Damage> kDamages{
    // Something is missing.
    {R"("proc":"A", )", "", "event 1: has no proc"},
    {R"("A")", R"("")", "event 1: has no proc"},
    {R"("noc":"NOC_0", )", "", "event 1: has no noc"},
    {R"("sx":1, )", "", "event 1: has no sx"},
    {R"("dy":0, )", "", "event 1: has no dy"},
    {R"("num_bytes":64, )", "", "event 1: has no num_bytes"},
    {R"("type":"READ", )", "", "event 1: has no type, and is no zone"},
    {R"(, "timestamp":110)", "", "event 2: has no timestamp"},
    {R"("mcast_start_y":0, )", "", "event 4: has no mcast_start_y"},
    {R"("mcast_end_x":2,)", "", "event 4: has no mcast_end_x"},
    {R"("dx":3, "dy":0, "num_bytes":64, "type":"READ")", R"("type":"READ_WITH_STATE")",
     "event 1: READ_WITH_STATE has no destination, and nothing has set one"},
    // Something is of another kind.
    {R"("proc":"A")", R"("proc":1)", "event 1: proc is 1; give a text"},
    {R"("NOC_0")", "0", "event 1: noc is 0; give a text"},
    {R"("NOC_0")", R"("NOC_2")", R"(event 1: noc is "NOC_2"; give "NOC_0" or "NOC_1")"},
    {R"("sx":1)", R"("sx":"1")", R"(event 1: sx is "1"; give a whole number)"},
    {R"("sx":1)", R"("sx":1.5)", "event 1: sx is 1.5; give a whole number"},
    {R"("sx":1)", R"("sx":null)", "event 1: sx is null; give a whole number"},
    {R"("dx":3)", R"("dx":[3])", "event 1: dx is a list; give a whole number"},
    {R"("dx":3)", R"("dx":{})", "event 1: dx is an object; give a whole number"},
    {R"("READ")", "true", "event 1: type is true; give a text"},
    {R"("posted":true)", R"("posted":"no")", R"(event 4: posted is "no"; give true or false)"},
    {R"({"proc":"A", "noc":"NOC_1")", R"(7, {"noc":"NOC_1")",
     "event 4: 7 is no event; a trace is a list of objects"},
    // Numbers that are none of their kind.
    {R"(:64)", ":-64", "event 1: num_bytes is -64; give a number from 0 on"},
    {R"(:64)", ":2000000000", "event 1: has 2000000000 bytes; give at most 1073741824"},
    {R"(:64)", ":1e999", "event 1: a number is too large to be one"},
    {R"(:110)", ":-110", "event 2: timestamp is -110; give a number from 0 on"},
    {R"(:110)", ":18446744073709551615",
     "event 2: timestamp is 18446744073709551615; give a number up to 4611686018427387904"},
    {R"(:200)", ":4000000000000000000",
     "event 4: it is 3999999999999999900 cycles after the first; give at most 1000000000000000"},
    // Where there is no tile: coordinates in the wrong order are such, too.
    {R"("dx":3)", R"("dx":4)", "event 1: dx, dy are 4, 0, which is no tile of 4 x 3"},
    {R"("dx":3, "dy":0)", R"("dx":0, "dy":3)",
     "event 1: dx, dy are 0, 3, which is no tile of 4 x 3"},
    {R"("sy":2)", R"("sy":3)", "event 1: sx, sy are 1, 3, which is no tile of 4 x 3"},
    {R"("dx":3)", R"("dx":-1)", "event 1: has no dx"},
    {R"("mcast_end_x":2)", R"("mcast_end_x":9)",
     "event 4: mcast_end_x, mcast_end_y are 9, 1, which is no tile of 4 x 3"},
    // Times and barriers.
    {R"(:110)", ":99", "event 2: its timestamp 99 is before that of the last event of 1-2 A, 100"},
    {R"(:190)", ":109",
     "event 3: its timestamp 109 is before that of the last event of 1-2 A, 110"},
    {"READ_BARRIER_START", "SEMAPHORE_SET", "event 3: READ_BARRIER_END has no beginning"},
    {"READ_BARRIER_END", "SEMAPHORE_SET", "event 2: READ_BARRIER_START of 1-2 A has no end"},
    {"READ_BARRIER_END", "READ_BARRIER_START", "event 2: READ_BARRIER_START of 1-2 A has no end"},
    {"READ_BARRIER_END", "WRITE_BARRIER_END", "event 3: WRITE_BARRIER_END has no beginning"},
    {R"("NOC_0", "sx":1, "sy":2, "type":"READ_BARRIER_END")",
     R"("NOC_1", "sx":1, "sy":2, "type":"READ_BARRIER_END")",
     "event 3: READ_BARRIER_END is of NOC_1, and its beginning of NOC_0"},
    // Nobody knows what is meant.
    {R"("READ")", R"("READ_IT")", R"(event 1: there is no type "READ_IT")"},
    {R"("READ")", R"("read")", R"(event 1: there is no type "read")"},
    {R"("READ")", R"("FABRIC_UNICAST_WRITE")",
     "event 1: FABRIC_UNICAST_WRITE goes to other chips, and there is one"},
    {R"("sx":1)", R"("src_device_id":0, "dst_device_id":1, "sx":1)",
     "event 1: is of chip 1, and the first of 0; there is one chip"},
    {R"("sx":1)", R"("sx":1, "sx":1)", "event 1: has sx twice"},
    {R"("READ")", R"("READ", "type":"WRITE_")", "event 1: has type twice"},
    // The text is broken.
    {R"("sx":1)", R"("sx":)", "event 1: this is not JSON"},
    {R"("sx":1)", R"("sx":NaN)", "event 1: this is not JSON"},
    {R"("sx")", "sx", "event 1: this is not JSON"},
    {R"("A")", "\"\xff\"", "event 1: this is not JSON"},
    {",{", "{", "event 2: this is not JSON"},
    {"\n]", "\n,]", "event 5: this is not JSON"},
    {"\n]", "\n] x", "event 5: this is not JSON"},
};

TEST(BrokenTraces, AreToldWithTheEventThatIsBroken) {
  ASSERT_EQ(refusal(kGood), "");
  for (const Damage& damage : kDamages) {
    std::string text = kGood;
    const std::size_t at = text.find(damage.piece);
    ASSERT_NE(at, std::string::npos) << damage.piece;
    text.replace(at, std::string(damage.piece).size(), damage.instead);
    EXPECT_EQ(refusal(text), "x.json: " + std::string(damage.said)) << damage.instead;
  }
}

TEST(BrokenTraces, FilesThatAreNone) {
  EXPECT_EQ(refusal("[]"), "x.json: none of its 0 events uses a network");
  EXPECT_EQ(refusal("["), "x.json: event 1: the file ends there");
  EXPECT_EQ(refusal(R"([{"zone":"A", "timestamp":1}, 7])"),
            "x.json: event 2: 7 is no event; a trace is a list of objects");
  EXPECT_EQ(refusal(R"(["READ"])"),
            R"(x.json: event 1: "READ" is no event; a trace is a list of objects)");
  EXPECT_EQ(refusal("[[{}]]"), "x.json: event 1: a list is no event; a trace is a list of objects");
  EXPECT_EQ(refusal(R"({"events":[]})"),
            "x.json: is JSON, but no trace of a chip, which is a list of events");
  EXPECT_EQ(refusal(R"([{"zone":"A", "timestamp":1, "more":{"sx":"a", "b":[{}]}}])"),
            "x.json: none of its 1 events uses a network");
  EXPECT_EQ(refusal(R"([{"zone":"A", "timestamp":1} x])"), "x.json: event 2: this is not JSON");
}

TEST(BrokenTraces, AreRefusedWhereverTheyAreCutOff) {
  const std::string text = list({read({}, 0, 0, 1), barrier({}, 1, 2)});
  const std::size_t first = text.find('{') + 1;
  const std::size_t second = text.find('{', first);
  for (std::size_t size = first; size < text.rfind(']'); ++size) {
    const std::string said = refusal(text.substr(0, size));
    EXPECT_EQ(said.substr(0, 14), "x.json: event ") << size;
    EXPECT_EQ(said.substr(said.find(": ", 14)), ": the file ends there") << size;
    if (size <= text.rfind('}', second)) {
      EXPECT_EQ(said.substr(14, 1), "1") << size;
    }
  }
}

}  // namespace
}  // namespace flitcast::test_broken_traces
