// What programs take, by the arithmetic of LogGP: with one flit of header and n flits of payload, a
// message over D links that starts at S is in the memory of its receiver at S + L(n),
// L(n) = t_s + D*t_d + n*t_m, its port takes the next one at S + g(n), g(n) = t_s - 1 + n*t_m, and
// the send is over a cycle later. The processor has been free since S + o, o = ni.startup.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/program_plan.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_program_timing {
namespace {

constexpr Cycle kO = 20;
constexpr Cycle kTs = kO + 4;
constexpr Cycle kTd = 3;
constexpr Cycle kD = 1;

Cycle l(Cycle flits, Cycle hops = kD) {
  return kTs + hops * kTd + flits;
}
Cycle g(Cycle flits) {
  return kTs - 1 + flits;
}

/// On a line of five nodes; messages do not meet.
Cycle cycles_of(const std::string& ranks, const std::string& ports = "1") {
  const ProgramRun run = play_program("num_ranks 5\n" + ranks, {{"topology.kind", "line"},
                                                                {"topology.dims", "5"},
                                                                {"ni.startup", std::to_string(kO)},
                                                                {"link.delay", "3"},
                                                                {"router.ports", ports}});
  EXPECT_EQ(run.data_error, "");
  EXPECT_EQ(run.completion_cycles, run.predicted_cycles);
  return run.completion_cycles;
}

TEST(ProgramTiming, OfAMessage) {
  EXPECT_EQ(cycles_of("rank 0 {\nsend 80b to 1\n}\nrank 1 {\nrecv 80b from 0\n}\n"), l(10));
  EXPECT_EQ(cycles_of("rank 0 {\nsend 80b to 4\n}\nrank 4 {\nrecv 80b from 0\n}\n"), l(10, 4));
}

TEST(ProgramTiming, OfAHeaderAlone) {
  EXPECT_EQ(cycles_of("rank 0 {\nsend 0b to 1\n}\nrank 1 {\nrecv 0b from 0\n}\n"), l(0));
}

TEST(ProgramTiming, OfTwoMessagesByOnePort) {
  EXPECT_EQ(cycles_of("rank 1 {\nsend 800b to 0\nsend 40b to 2\n}\nrank 0 {\nrecv 800b from 1\n}\n"
                      "rank 2 {\nrecv 40b from 1\n}\n"),
            std::max(l(100), g(100) + l(5)));
}

// On one processor the second start-up follows the first one; on two they go side by side.
TEST(ProgramTiming, OfTwoMessagesByTwoPorts) {
  const std::string receives = "rank 0 {\nrecv 800b from 1\n}\nrank 2 {\nrecv 800b from 1\n}\n";
  EXPECT_EQ(cycles_of("rank 1 {\nsend 800b to 0\nsend 800b to 2\n}\n" + receives, "2"),
            kO + l(100));
  EXPECT_EQ(cycles_of("rank 1 {\nsend 800b to 0\nsend 800b to 2 cpu 1\n}\n" + receives, "2"),
            l(100));
}

TEST(ProgramTiming, OfThereAndBack) {
  EXPECT_EQ(cycles_of("rank 0 {\nsend 80b to 1\nrecv 80b from 1\n}\n"
                      "rank 1 {\na: recv 80b from 0\nb: send 80b to 0\nb requires a\n}\n"),
            2 * l(10));
}

TEST(ProgramTiming, OfAMessageAfterAComputation) {
  EXPECT_EQ(cycles_of("rank 0 {\na: calc 500\nb: send 80b to 1\nb requires a\n}\n"
                      "rank 1 {\nrecv 80b from 0\n}\n"),
            500 + l(10));
}

// The processor is busy with the start-up; another one, if there is one, is not.
TEST(ProgramTiming, OfAComputationBesideAMessage) {
  const std::string receive = "rank 1 {\nrecv 80b from 0\n}\n";
  EXPECT_EQ(cycles_of("rank 0 {\nsend 80b to 1\ncalc 500\n}\n" + receive), kO + 500);
  EXPECT_EQ(cycles_of("rank 0 {\nsend 80b to 1\ncalc 500 cpu 3\n}\n" + receive), 500);
}

TEST(ProgramTiming, OfComputationsOnOneProcessorAndOnTwo) {
  EXPECT_EQ(cycles_of("rank 0 {\ncalc 300\ncalc 500\n}\n"), 800);
  EXPECT_EQ(cycles_of("rank 0 {\ncalc 300\ncalc 500 cpu 1\n}\n"), 500);
}

// What came early waits for its receive; the receive that came early waits for its message.
TEST(ProgramTiming, OfAReceiveAfterItsMessage) {
  const std::string send = "rank 0 {\nsend 80b to 1\n}\n";
  EXPECT_EQ(cycles_of(send + "rank 1 {\na: calc 500\nb: recv 80b from 0\nb requires a\n"
                             "c: calc 7\nc requires b\n}\n"),
            507);
  EXPECT_EQ(cycles_of(send + "rank 1 {\nb: recv 80b from 0\nc: calc 7\nc requires b\n}\n"),
            l(10) + 7);
}

// From the start of a send on, and from the cycle on in which its last word has left.
TEST(ProgramTiming, OfWhatWaitsForAStartAndForAnEnd) {
  const std::string receive = "rank 1 {\nrecv 800b from 0\n}\n";
  EXPECT_EQ(
      cycles_of("rank 0 {\na: send 800b to 1\nb: calc 500 cpu 1\nb irequires a\n}\n" + receive),
      500);
  EXPECT_EQ(
      cycles_of("rank 0 {\na: send 800b to 1\nb: calc 500 cpu 1\nb requires a\n}\n" + receive),
      g(100) + 1 + 500);
}

// A binomial tree over four nodes of a hypercube: rank 0 to 1 and 2, 1 to 3.
TEST(ProgramTiming, OfABinomialTree) {
  const ProgramRun run = play_program(
      "num_ranks 4\nrank 0 {\nsend 80b to 1\nsend 80b to 2\n}\n"
      "rank 1 {\na: recv 80b from 0\nb: send 80b to 3\nb requires a\n}\n"
      "rank 2 {\nrecv 80b from 0\n}\nrank 3 {\nrecv 80b from 1\n}\n",
      {{"topology.kind", "hypercube"},
       {"topology.dims", "2"},
       {"ni.startup", std::to_string(kO)},
       {"link.delay", "3"}});
  EXPECT_EQ(run.completion_cycles, std::max(2 * l(10), g(10) + l(10)));
}

// ---- matching ----

// Messages of one source and tag are taken in the order in which they were sent, also where a later
// one is shorter and there is another port for it.
TEST(ProgramTiming, OfMessagesThatOvertake) {
  EXPECT_EQ(cycles_of("rank 1 {\nsend 8000b to 3\nsend 8b to 3 cpu 1\n}\n"
                      "rank 3 {\na: recv 8000b from 1\nb: recv 8b from 1\nc: calc 5\n"
                      "c requires b\n}\n"),
            std::max(l(1000, 2), g(1000) + l(1, 2) + 5));
}

TEST(ProgramTiming, OfReceivesFromAnywhereInTheirOrder) {
  // The first message comes from rank 2, one link away; the receive of any source is the first.
  EXPECT_EQ(cycles_of("rank 0 {\nsend 80b to 3 tag 4\n}\nrank 2 {\nsend 80b to 3 tag 5\n}\n"
                      "rank 3 {\na: recv 80b from any tag any\nb: recv 80b from ANY_SOURCE tag 4\n"
                      "c: calc 500\nc requires a\n}\n"),
            l(10, 1) + 500);
  // A receive of that source became ready earlier: what comes first, from rank 4, is for that one.
  EXPECT_EQ(cycles_of("rank 0 {\nw: calc 100\ns: send 80b to 3\ns requires w\n}\n"
                      "rank 4 {\nsend 80b to 3\n}\n"
                      "rank 3 {\nb: recv 80b from 4\na: recv 80b from *\n"
                      "c: calc 500\nc requires a\n}\n"),
            100 + l(10, 3) + 500);
}

TEST(ProgramTiming, OfAReceiveFromAnywhereAfterItsMessages) {
  EXPECT_EQ(cycles_of("rank 0 {\nsend 80b to 3 tag 4\n}\nrank 2 {\nsend 80b to 3 tag 5\n}\n"
                      "rank 3 {\nw: calc 400\na: recv 80b from any tag any\na requires w\n"
                      "b: recv 80b from any tag any\nb requires w\nc: calc 5\nc requires a\n}\n"),
            405);
}

// ---- what is wrong in a program ----

TEST(ProgramTiming, TimesThatCannotBeCountedAreRefused) {
  std::string text = "num_ranks 1\nrank 0 {\n";
  for (int i = 0; i < 5000; ++i) {
    text += "calc 1000000000000000\n";
  }
  try {
    play_program(text + "}\n", {{"topology.kind", "line"}, {"topology.dims", "1"}});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find("takes more than 4000000000000000000 cycles"),
              std::string::npos)
        << error.what();
  }
}

// Of 10 flits, like its message; the second one is full.
TEST(ProgramTiming, AReceiveMayTakeMoreThanItsMessageHas) {
  const std::string sends = "num_ranks 2\nrank 0 {\nsend 80b to 1\nsend 8b to 1\n}\nrank 1 {\n";
  const GivenKeys keys{{"topology.kind", "line"}, {"topology.dims", "2"}};
  const TempFolder folder;
  RawConfig raw;
  give(raw, "traffic.program",
       folder.write("x.goal", sends + "recv 8000b from any\nrecv 8b from 0\n}\n"));
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  const std::vector<std::string> notes = ProgramPlan(raw).config().notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0],
            "1 receives would take more than their message has; the first: rank 1: operation 1, "
            "which receives 1000 flits from any with tag 0, gets a message of 10");
  EXPECT_EQ(
      play_program(sends + "recv 8000b from any\nrecv 8b from 0\n}\n", keys).completion_cycles,
      play_program(sends + "recv 80b from 0\nrecv 8b from 0\n}\n", keys).completion_cycles);
}

TEST(ProgramTiming, AMessageThatAReceiveHasNoRoomForIsAnError) {
  try {
    play_program("num_ranks 2\nrank 0 {\nsend 80b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n",
                 {{"topology.kind", "line"}, {"topology.dims", "2"}});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("does not do what it says: rank 1: operation 1, which receives 1 flit from "
                        "0 with tag 0, gets a message of 10"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace flitcast::test_program_timing
