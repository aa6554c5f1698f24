// Traces of a chip as programs, by hand: on opposite tori with a start-up of 6 cycles and 9 a hop a
// message over D links with n flits of data takes 10 + 9*D + n cycles. A read goes there and back,
// each way in the direction of its network.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_noc_trace_reader {
namespace {

constexpr std::uint64_t kBegin = 4348522216514;

struct Who {
  int x = 0;
  int y = 0;
  const char* processor = "NCRISC";
  int noc = 0;
};

std::string event(const Who& who, std::uint64_t at, const std::string& type,
                  const std::string& more) {
  return fmt::format(
      R"({{"proc":"{}", "noc":"NOC_{}", "vc":-1, "sx":{}, "sy":{}, {}, "type":"{}", "timestamp":{}}})",
      who.processor, who.noc, who.x, who.y, more, type, kBegin + at);
}

std::string to(int x, int y, int bytes) {
  return fmt::format(R"("dx":{}, "dy":{}, "num_bytes":{})", x, y, bytes);
}

std::string read(const Who& who, std::uint64_t at, int x, int y, int bytes = 64) {
  return event(who, at, "READ", to(x, y, bytes));
}

std::string other(const Who& who, std::uint64_t at, const std::string& type) {
  return event(who, at, type, to(-1, -1, 0));
}

std::string barrier(const Who& who, std::uint64_t start, std::uint64_t end,
                    const std::string& of = "READ") {
  return other(who, start, of + "_BARRIER_START") + "," + other(who, end, of + "_BARRIER_END");
}

std::string list(const std::vector<std::string>& events) {
  std::string text = "[\n";
  for (const std::string& each : events) {
    text += (text.size() > 2 ? "\n," : "") + each;
  }
  return text + "]\n";
}

ProgramRun play(const std::vector<std::string>& events, const std::string& dims = "4x3") {
  const ProgramRun run = play_program(list(events), {{"topology.kind", "opposite_tori"},
                                                     {"topology.dims", dims},
                                                     {"link.flit_bytes", "32"},
                                                     {"ni.startup", "6"},
                                                     {"router.delay", "8"}});
  EXPECT_FALSE(run.stuck);
  EXPECT_EQ(run.data_error, "");
  return run;
}

/// When the waits of a run were over.
std::vector<Cycle> ends_of(const ProgramRun& run) {
  std::vector<Cycle> ends;
  for (const MeasuredComparison::Wait& wait : run.measured->waits) {
    ends.push_back(wait.end);
  }
  return ends;
}

ProgramUnits units_of_4x3() {
  ProgramUnits units;
  units.scale.flit_bytes = 32;
  units.chip = {4, 3, {}};
  for (std::uint32_t tile = 0; tile < 12; ++tile) {
    units.chip.memories.push_back({tile});
  }
  return units;
}

Program program_of(const std::vector<std::string>& events) {
  const TempFolder folder;
  return read_program(folder.write("x.json", list(events)), units_of_4x3());
}

std::string refusal(const std::string& text) {
  const TempFolder folder;
  const std::string file = folder.write("x.json", text);
  try {
    read_program(file, units_of_4x3());
  } catch (const FileError& error) {
    const std::string what = error.what();
    return what.substr(std::min(what.find("x.json"), what.size()));
  }
  return "";
}

std::string refusal_of(const std::vector<std::string>& events) {
  return refusal(list(events));
}

TEST(NocTraceReader, ALoneReadGoesOnceRoundTheRings) {
  for (const int noc : {0, 1}) {
    const Who who{0, 0, "NCRISC", noc};
    for (const auto& [x, y, hops] : {std::tuple{1, 2, 7}, {0, 2, 3}, {3, 0, 4}, {0, 0, 0}}) {
      const ProgramRun run = play({read(who, 0, x, y), barrier(who, 10, 500)});
      EXPECT_EQ(ends_of(run), std::vector<Cycle>{2 * 10 + 9 * hops + 2}) << x << ", " << y;
    }
  }
}

// They are of two classes, and stay in the network of their command.
TEST(NocTraceReader, RequestsAndRepliesUseTheirNetwork) {
  for (const int noc : {0, 1}) {
    const Program program = program_of({read({1, 1, "NCRISC", noc}, 0, 2, 2)});
    ASSERT_EQ(program.messages(), 2U);
    for (std::uint32_t op = 0; op < program.size(); ++op) {
      if (program[op].kind == OpKind::kSend) {
        const bool is_reply = program[op].message_class == 3;
        EXPECT_EQ(program.rank_of(op), (is_reply ? 10U : 5U) + 12U * static_cast<unsigned>(noc));
        EXPECT_EQ(program[op].peer, (is_reply ? 5U : 10U) + 12U * static_cast<unsigned>(noc));
        EXPECT_EQ(program[op].amount, is_reply ? 2U : 0U);
      }
    }
  }
}

TEST(NocTraceReader, BytesAreRoundedUpToFlitsAndCutIntoPackets) {
  for (const auto& [bytes, flits] : {std::pair{1, 1}, {32, 1}, {33, 2}, {8192, 256}, {8193, 257}}) {
    const Who who;
    const ProgramRun run = play({read(who, 0, 1, 0, bytes), barrier(who, 1, 900)});
    EXPECT_EQ(run.flits, static_cast<std::uint64_t>(flits));
    EXPECT_EQ(run.messages, flits > 256 ? 4U : 2U);
  }
}

// What follows a late barrier shifts, and the time of software after it stays.
TEST(NocTraceReader, ABarrierWaitsForAllReadsAndWhatFollowsShifts) {
  const Who who;
  const ProgramRun run = play({read(who, 0, 0, 0), read(who, 30, 0, 1), barrier(who, 35, 36),
                               read(who, 50, 1, 0), barrier(who, 51, 60)});
  const Cycle first = 30 + 20 + 9 * 3 + 2;
  EXPECT_EQ(ends_of(run), (std::vector<Cycle>{first, first + 14 + 20 + 9 * 4 + 2}));
}

TEST(NocTraceReader, ABarrierWithoutReadsKeepsItsTime) {
  const Who who;
  const ProgramRun run = play({barrier(who, 5, 82), read(who, 100, 0, 1), barrier(who, 101, 102)});
  EXPECT_EQ(ends_of(run), std::vector<Cycle>{95 + 20 + 9 * 3 + 2});
}

TEST(NocTraceReader, ProcessorsDoNotWaitForEachOther) {
  const Who one;
  const Who two{0, 0, "BRISC", 1};
  const Who far{3, 2, "BRISC", 0};
  const std::vector<std::string> events{read(one, 7, 0, 1),   barrier(one, 8, 9),
                                        read(two, 0, 1, 0),   barrier(two, 2, 9),
                                        read(far, 400, 3, 1), barrier(far, 405, 500)};
  const std::vector<Cycle> ends{7 + 20 + 27 + 2, 20 + 36 + 2, 400 + 20 + 27 + 2};
  EXPECT_EQ(ends_of(play(events)), ends);
  // Nor need the events of one stand together.
  EXPECT_EQ(ends_of(play({events[0], events[2], events[4], events[1], events[3], events[5]})),
            ends);
}

TEST(NocTraceReader, OneProcessorMayUseBothNetworks) {
  const Who up;
  const Who down{0, 0, "NCRISC", 1};
  const ProgramRun run =
      play({read(up, 0, 0, 1), read(down, 5, 1, 0), barrier(down, 6, 50), barrier(up, 50, 51)});
  EXPECT_EQ(ends_of(run), (std::vector<Cycle>{5 + 20 + 36 + 2, 5 + 20 + 36 + 2}));
}

TEST(NocTraceReader, WritesAreAcknowledgedUnlessTheyArePosted) {
  const Who who;
  const std::string write = event(who, 0, "WRITE_", to(1, 0, 96));
  EXPECT_EQ(ends_of(play({write, barrier(who, 1, 9, "WRITE")})),
            std::vector<Cycle>{20 + 9 * 4 + 3});
  const std::string posted = event(who, 0, "WRITE_", to(1, 0, 96) + R"(, "posted":true)");
  const ProgramRun run = play({posted, barrier(who, 1, 9, "WRITE")});
  EXPECT_TRUE(ends_of(run).empty());
  EXPECT_EQ(run.messages, 1U);
}

// Where nothing tells when a wait ended, what follows comes when it came, or after the wait.
TEST(NocTraceReader, BarriersWithoutAnEnd) {
  const Who who;
  const auto end_of = [&](const std::string& begin, const std::string& type, std::uint64_t next) {
    const ProgramRun run = play({begin, other(who, 1, type), other(who, next, "SEMAPHORE_SET")});
    return run.measured->makespan;
  };
  const std::string write = event(who, 0, "WRITE_", to(1, 0, 96));
  const std::string atomic = event(who, 0, "SEMAPHORE_INC", to(1, 0, 0));
  EXPECT_EQ(end_of(write, "FULL_BARRIER", 5), 20 + 36 + 3);
  EXPECT_EQ(end_of(write, "FULL_BARRIER", 300), 300);
  EXPECT_EQ(end_of(write, "ATOMIC_BARRIER", 5), 5);
  EXPECT_EQ(end_of(atomic, "ATOMIC_BARRIER", 5), 20 + 36);
  EXPECT_EQ(end_of(read(who, 0, 1, 0), "FULL_BARRIER", 5), 20 + 36 + 2);
  EXPECT_GT(end_of(write, "WRITE_FLUSH", 5), 6 + 3);  // start-up, and data
  EXPECT_LT(end_of(write, "WRITE_FLUSH", 5), 10 + 36 + 3);
  EXPECT_EQ(end_of(write, "WRITE_BARRIER_WITH_TRID", 5), 5);
}

TEST(NocTraceReader, StateIsWhatWasSetBefore) {
  const Who who;
  for (const char* set : {"READ_SET_STATE", "READ_DRAM_SHARDED_SET_STATE"}) {
    for (const char* by :
         {"READ_WITH_STATE", "READ_WITH_STATE_AND_TRID", "READ_DRAM_SHARDED_WITH_STATE"}) {
      const ProgramRun run =
          play({event(who, 0, set, to(1, 2, 64)), other(who, 3, by), barrier(who, 4, 50)});
      EXPECT_EQ(ends_of(run), std::vector<Cycle>{3 + 20 + 63 + 2});
    }
  }
  const ProgramRun run =
      play({event(who, 0, "WRITE_SET_STATE", to(1, 0, 0)),
            event(who, 0, "WRITE_WITH_STATE", R"("num_bytes":32)"), barrier(who, 1, 9, "WRITE")});
  EXPECT_EQ(ends_of(run), std::vector<Cycle>{20 + 36 + 1});
}

// A message to each tile of the rectangle, the corners in either order, but to itself.
TEST(NocTraceReader, RectanglesAreAMessageToEachTile) {
  const Who who{1, 1};
  const std::string one =
      R"("mcast_start_x":0, "mcast_start_y":0, "mcast_end_x":2, "mcast_end_y":1, "num_bytes":32)";
  const std::string two =
      R"("mcast_start_x":2, "mcast_start_y":1, "mcast_end_x":0, "mcast_end_y":0, "num_bytes":32)";
  for (const std::string& corners : {one, two}) {
    for (const char* type :
         {"WRITE_MULTICAST", "SEMAPHORE_SET_MULTICAST", "SEMAPHORE_INC_MULTICAST"}) {
      const ProgramRun run = play({event(who, 0, type, corners), barrier(who, 1, 90, "WRITE")});
      EXPECT_EQ(run.messages, 10U);
      EXPECT_EQ(run.flits, 5U);
    }
  }
}

TEST(NocTraceReader, OtherEventsTakeTheirTimeOnly) {
  const Who who;
  for (const char* type : {"READ_SET_TRID", "WRITE_SET_TRID", "SEMAPHORE_WAIT", "SEMAPHORE_SET",
                           "READ_BARRIER_WITH_TRID", "WRITE_FLUSH_WITH_TRID"}) {
    EXPECT_EQ(
        play({other(who, 0, type), read(who, 40, 0, 1), barrier(who, 41, 42)}).completion_cycles,
        40 + 20 + 27 + 2)
        << type;
  }
  const std::string zone =
      R"({"proc":"", "zone":"X", "zone_phase":"begin", "sx":9, "sy":9, "timestamp":3})";
  EXPECT_EQ(play({zone, read(who, 0, 0, 1), zone, barrier(who, 1, 2)}).completion_cycles, 49);
}

TEST(NocTraceReader, WhatWasMeasuredIsKept) {
  const Who who{2, 1, "BRISC"};
  const std::vector<std::string> events{read(who, 100, 0, 0), barrier(who, 120, 190)};
  const Program program = program_of(events);
  const MeasuredRun& measured = program.measured;
  ASSERT_EQ(measured.waits.size(), 1U);
  EXPECT_EQ(measured.waits[0].start, 20);
  EXPECT_EQ(measured.waits[0].end, 90);
  EXPECT_EQ(measured.waits[0].event, 3U);
  EXPECT_EQ(measured.processors, std::vector<std::string>{"2-1 BRISC"});
  EXPECT_EQ(measured.end, 90);
  // There and back 7 links: 20 + 63 + 2.
  const MeasuredComparison here = *play(events).measured;
  EXPECT_EQ(here.makespan, 85);
  EXPECT_DOUBLE_EQ(here.makespan_error, -5.0 / 90);
  ASSERT_EQ(here.waits.size(), 1U);
  EXPECT_EQ(here.waits[0].start, 20);
  EXPECT_EQ(here.waits[0].end, 85);
  EXPECT_DOUBLE_EQ(here.median_error, 5.0 / 70);
}

// Here they take 49, 58 and 85 cycles after their reads.
TEST(NocTraceReader, WaitsAreComparedOneByOneAndByTheirOrder) {
  const auto compared = [](int first, int second, int third) {
    const Who one{0, 0, "A"};
    const Who two{2, 0, "A", 1};
    const Who three{3, 1, "A"};
    return *play({read(one, 0, 0, 2), barrier(one, 0, static_cast<std::uint64_t>(first)),
                  read(two, 0, 1, 0), barrier(two, 0, static_cast<std::uint64_t>(second)),
                  read(three, 0, 1, 2), barrier(three, 0, static_cast<std::uint64_t>(third))})
                .measured;
  };
  const MeasuredComparison same = compared(49, 58, 85);
  EXPECT_EQ(same.makespan_error, 0);
  EXPECT_EQ(same.p90_error, 0);
  EXPECT_DOUBLE_EQ(same.order, 1);
  const MeasuredComparison other = compared(98, 58, 50);
  EXPECT_DOUBLE_EQ(other.makespan_error, (85 - 98) / 98.0);
  EXPECT_DOUBLE_EQ(other.waits[0].error, -0.5);
  EXPECT_DOUBLE_EQ(other.median_error, 0.5);
  EXPECT_DOUBLE_EQ(other.p90_error, 0.7);
  EXPECT_DOUBLE_EQ(other.order, -1);
  EXPECT_DOUBLE_EQ(compared(49, 85, 58).order, 0.5);
  EXPECT_DOUBLE_EQ(compared(50, 50, 50).order, 1);  // there is none
}

TEST(NocTraceReader, TellsWhatIsWrongWithWhichEvent) {
  const Who who;
  const std::string good = read(who, 5, 0, 1);
  EXPECT_EQ(refusal_of({good, read(who, 9, 4, 0)}), "x.json: event 2: 4, 0 is no tile of 4 x 3");
  EXPECT_EQ(refusal_of({read({0, 3}, 9, 0, 0)}), "x.json: event 1: 0, 3 is no tile of 4 x 3");
  EXPECT_EQ(refusal_of({read(who, 9, -1, 0)}), "x.json: event 1: -1, 0 is no tile of 4 x 3");
  EXPECT_EQ(refusal_of({good, other(who, 9, "READ_BARRIER_END")}),
            "x.json: event 2: READ_BARRIER_END has no beginning");
  EXPECT_EQ(refusal_of({good, other(who, 9, "READ_BARRIER_START")}),
            "x.json: event 2: READ_BARRIER_START of 0-0 NCRISC has no end");
  EXPECT_EQ(refusal_of({good, other(who, 9, "READ_BARRIER_START"), good}),
            "x.json: event 3: its timestamp 4348522216519 is before that of the last event of 0-0 "
            "NCRISC, 4348522216523");
  EXPECT_EQ(refusal_of({other(who, 9, "READ_BARRIER_START"), read(who, 9, 0, 1)}),
            "x.json: event 1: READ_BARRIER_START of 0-0 NCRISC has no end");
  EXPECT_EQ(refusal_of({other(who, 9, "READ_BARRIER_START"), other(who, 9, "WRITE_BARRIER_END")}),
            "x.json: event 2: WRITE_BARRIER_END has no beginning");
  EXPECT_EQ(refusal_of({other(who, 9, "FABRIC_UNICAST_WRITE")}),
            "x.json: event 1: FABRIC_UNICAST_WRITE goes to other chips, and there is one");
  EXPECT_EQ(refusal_of({other(who, 9, "READ_IT")}),
            "x.json: event 1: there is no type \"READ_IT\"");
  EXPECT_EQ(refusal_of({other(who, 9, "READ_WITH_STATE")}),
            "x.json: event 1: READ_WITH_STATE has no destination, and nothing has set one");
  EXPECT_EQ(refusal_of({event(who, 1, "READ", to(0, 1, 8) + R"(, "src_device_id":0)"),
                        event(who, 1, "READ", to(0, 1, 8) + R"(, "src_device_id":1)")}),
            "x.json: event 2: is of chip 1, and the first of 0; there is one chip");
  EXPECT_EQ(refusal_of({read(who, 1, 0, 0, 2000000000)}),
            "x.json: event 1: has 2000000000 bytes; give at most 1073741824");
}

TEST(NocTraceReader, TellsWhatIsOfAnotherKind) {
  EXPECT_EQ(refusal(R"([{"type":"READ", "timestamp":1}])"), "x.json: event 1: has no proc");
  EXPECT_EQ(refusal(R"([{"proc":"A", "timestamp":1}])"),
            "x.json: event 1: has no type, and is no zone");
  EXPECT_EQ(refusal(R"([{"proc":"A", "type":"READ"}])"), "x.json: event 1: has no timestamp");
  EXPECT_EQ(refusal(R"([{"proc":"A", "type":"READ", "sx":0, "sy":0, "timestamp":1}])"),
            "x.json: event 1: has no noc");
  EXPECT_EQ(refusal(R"([{"sx":"1"}])"), "x.json: event 1: sx is \"1\"; give a whole number");
  EXPECT_EQ(refusal(R"([{"sx":1.5}])"), "x.json: event 1: sx is 1.5; give a whole number");
  EXPECT_EQ(refusal(R"([{"sx":null}])"), "x.json: event 1: sx is null; give a whole number");
  EXPECT_EQ(refusal(R"([{"sx":[1]}])"), "x.json: event 1: sx is a list; give a whole number");
  EXPECT_EQ(refusal(R"([{"sx":-2}])"), "x.json: event 1: sx is -2; give a number from 0 on");
  EXPECT_EQ(refusal(R"([{"timestamp":18446744073709551615}])"),
            "x.json: event 1: timestamp is 18446744073709551615; give a number up to "
            "4611686018427387904");
  EXPECT_EQ(refusal(R"([{"proc":1}])"), "x.json: event 1: proc is 1; give a text");
  EXPECT_EQ(refusal(R"([{"noc":"NOC_2"}])"),
            "x.json: event 1: noc is \"NOC_2\"; give \"NOC_0\" or \"NOC_1\"");
  EXPECT_EQ(refusal(R"([{"zone":"A", "timestamp":1}, 7])"),
            "x.json: event 2: 7 is no event; a trace is a list of objects");
  EXPECT_EQ(refusal(R"([{"zone":"A", "timestamp":1, "more":{"sx":"a", "b":[{}]}}])"),
            "x.json: none of its 1 events uses a network");
  EXPECT_EQ(refusal(R"([{"zone":"A", "timestamp":1} x])"), "x.json: event 2: this is not JSON");
  EXPECT_EQ(refusal(R"([{"zone":"A", timestamp}])"), "x.json: event 1: this is not JSON");
}

TEST(NocTraceReader, ATraceThatIsCutOffIsRefused) {
  const Who who;
  const std::string text = list({read(who, 0, 0, 1), barrier(who, 1, 2)});
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

TEST(NocTraceReader, OtherNetworksAreRefused) {
  const Who who;
  EXPECT_THROW(play_program(list({read(who, 0, 0, 1)}),
                            {{"topology.kind", "torus"}, {"topology.dims", "4x6"}}),
               ConfigError);
}

}  // namespace
}  // namespace flitcast::test_noc_trace_reader
