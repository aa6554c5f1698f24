// Traces of a chip as programs, by hand: on opposite tori with a start-up of 6 cycles and 9 a hop a
// message over D links with n flits of data takes 10 + 9*D + n cycles. A read goes there and back,
// each way in the direction of its network.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/config/source_locations.h"
#include "tb/programs/program_file.h"
#include "tests/support/runs/chip_trace.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_noc_trace_reader {
namespace {

using namespace chip_trace;

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

Program program_of(const std::vector<std::string>& events) {
  const TempFolder folder;
  return read_program(folder.write("x.json", list(events)), units_of_4x3());
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

TEST(NocTraceReader, WhatIsWrittenIsNoRequest) {
  const Who who{1, 1};
  const std::string atomic = event(who, 5, "SEMAPHORE_INC", to(2, 2, 0));
  const Program program = program_of({event(who, 0, "WRITE_", to(2, 2, 64)), atomic});
  std::vector<int> classes;
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    if (program[op].kind == OpKind::kSend) {
      classes.push_back(program[op].message_class);
    }
  }
  EXPECT_EQ(classes, (std::vector<int>{1, 0, 3, 3}));  // data, request; an answer to each
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

/// The same hardware with routers in which worms fork.
GivenKeys forking(const char* forks, const char* classes = "4") {
  return {{"topology.kind", "opposite_tori"},
          {"topology.dims", "4x3"},
          {"link.flit_bytes", "32"},
          {"link.delay", "3"},
          {"router.pipeline", "staged"},
          {"router.route_delay", "2"},
          {"router.traversal_delay", "2"},
          {"router.inject", "serial"},
          {"router.vcs", "16"},
          {"router.message_classes", classes},
          {"router.forks", forks}};
}

std::string whole_chip(const Who& who, int bytes) {
  return event(who, 0, "WRITE_MULTICAST",
               fmt::format(R"("mcast_start_x":0, "mcast_start_y":0, "mcast_end_x":3, )"
                           R"("mcast_end_y":2, "num_bytes":{})",
                           bytes));
}

// One worm brings all messages; their acknowledgements are messages of their own, of which those
// from other rows and columns have gone round by 7 links.
TEST(NocTraceReader, RectanglesAreOneWormWhereWormsFork) {
  const Who who;
  const std::string text = list({whole_chip(who, 640), barrier(who, 1, 90, "WRITE")});
  const ProgramRun each = play_program(text, forking("none"));
  for (const char* forks : {"hop_by_hop", "reserved"}) {
    const ProgramRun run = play_program(text, forking(forks));
    EXPECT_FALSE(run.stuck);
    EXPECT_EQ(run.data_error, "");
    EXPECT_EQ(run.messages, 22U);
    EXPECT_EQ(run.flits, 220U);
    EXPECT_GE(ends_of(run).front(), 20 + 63 + 20);
    EXPECT_LT(ends_of(run).front() + 10 * 20, ends_of(each).front());
  }
}

std::string plan_error(const std::string& text, const GivenKeys& keys) {
  try {
    play_program(text, keys);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

// Two broadcasts to all tiles need receive ports of each other.
TEST(NocTraceReader, BroadcastsThatMayBlockEachOtherAreNamed) {
  const Who here{0, 0};
  const Who there{2, 1};
  const std::string text = list({whole_chip(here, 640), whole_chip(there, 640)});
  const std::string error = plan_error(text, forking("hop_by_hop"));
  EXPECT_NE(error.find("the broadcast from 0 to 11 nodes, 1 to 11, holds"), std::string::npos)
      << error;
  EXPECT_NE(error.find("; the broadcast from 6 to 11 nodes, 0 to 11, holds"), std::string::npos)
      << error;
  EXPECT_EQ(plan_error(text, forking("reserved")), "");
  EXPECT_NE(plan_error(list({whole_chip(here, 640), read(here, 1, 1, 1)}), forking("reserved", "1"))
                .find("broadcasts and other messages share virtual channels"),
            std::string::npos);
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

TEST(NocTraceReader, OtherNetworksAreRefused) {
  const Who who;
  EXPECT_THROW(play_program(list({read(who, 0, 0, 1)}),
                            {{"topology.kind", "torus"}, {"topology.dims", "4x6"}}),
               ConfigError);
}

}  // namespace
}  // namespace flitcast::test_noc_trace_reader
