// Critical paths worked out by hand. On a line, with ni.startup = 20 and t_m = 1, a message of n
// flits over D links takes 24 + D + n cycles, its send 24 + n, of which the stream is taken for 20.

#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/planned_run.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_critical_path {
namespace {

struct Explained {
  PathSplit split;
  std::string path;  ///< "0 work 0-30, …", from the beginning
  std::vector<RankTimes> ranks;
};

using Keys = std::vector<std::pair<std::string, std::string>>;

Explained explain(const std::string& text, const Keys& keys = {}) {
  const TempFolder folder;
  RawConfig raw;
  give(raw, "traffic.program", folder.write("program", text));
  give(raw, "topology.kind", "line");
  give(raw, "topology.dims", "5");
  give(raw, "ni.startup", "20");
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  const PlannedRun plan = plan_run(raw);
  const ProgramRun run = std::get<ProgramRun>(simulate(plan, {}));
  Explained found{*run.critical_path, "", run.ranks};
  Cycle from = run.completion_cycles;
  walk_critical_path(*run.record, [&](const PathStep& step) {
    static constexpr const char* kWords[] = {"work", "startup", "send", "message"};
    EXPECT_EQ(step.to, from);  // without a gap
    EXPECT_EQ(step.split.total(), step.to - step.from);
    from = step.from;
    std::ostringstream words;
    words << step.op << " " << kWords[static_cast<std::size_t>(step.what)] << " " << step.from
          << "-" << step.to << (found.path.empty() ? "" : ", ");
    found.path = words.str() + found.path;
  });
  EXPECT_EQ(from, 0);
  EXPECT_EQ(found.split.total(), run.completion_cycles);
  for (const RankTimes& rank : run.ranks) {
    EXPECT_EQ(std::accumulate(rank.cycles.begin(), rank.cycles.end(), Cycle{0}), rank.end);
  }
  return found;
}

using Cycles = std::vector<Cycle>;

/// Compute, memory, delay, start-up, hops, serialisation.
Cycles parts(const Explained& found) {
  return {found.split.cycles.begin(), found.split.cycles.end()};
}
/// Contention, credit, port, serialisation.
Cycles waits(const Explained& found) {
  return {found.split.waits.cycles().begin(), found.split.waits.cycles().end()};
}
/// Compute, start-up, sending, delay, under way, not sent, channel, idle.
Cycles rank(const Explained& found, std::size_t rank) {
  return {found.ranks[rank].cycles.begin(), found.ranks[rank].cycles.end()};
}

TEST(CriticalPath, GoesAlongComputations) {
  const Explained found =
      explain("num_ranks 1\nrank 0 {\na: calc 30\nb: calc 50\nc: calc 10\nc requires a\n}\n");
  // b is ready at once and has the turn after a; c has it after b.
  EXPECT_EQ(found.path, "0 work 0-30, 1 work 30-80, 2 work 80-90");
  EXPECT_EQ(parts(found), (Cycles{90, 0, 0, 0, 0, 0}));
  EXPECT_EQ(rank(found, 0), (Cycles{90, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(CriticalPath, GoesAlongAMessage) {
  const Explained found = explain(
      "num_ranks 5\nrank 0 {\na: calc 30\nb: send 80b to 4\nb requires a\n}\n"
      "rank 4 {\nc: recv 80b from 0\nd: calc 5\nd requires c\n}\n");
  EXPECT_EQ(found.path, "0 work 0-30, 1 message 30-68, 3 work 68-73");
  EXPECT_EQ(parts(found), (Cycles{35, 0, 0, 24, 4, 10}));
  EXPECT_EQ(waits(found), (Cycles{0, 0, 0, 0}));
  // The last word leaves after 33 cycles, and the send is over a cycle later.
  EXPECT_EQ(rank(found, 0), (Cycles{30, 20, 14, 0, 0, 0, 0, 0}));
  EXPECT_EQ(rank(found, 4), (Cycles{5, 0, 0, 0, 38, 30, 0, 0}));
}

// The second message is posted at 20, after the first one's start-up, and waits until 33.
TEST(CriticalPath, WaitsForAPort) {
  const Explained found = explain(
      "num_ranks 3\nrank 1 {\nsend 80b to 0\nsend 40b to 2\n}\n"
      "rank 0 {\nrecv 80b from 1\n}\nrank 2 {\nrecv 40b from 1\n}\n");
  EXPECT_EQ(found.path, "0 startup 0-20, 1 message 20-63");
  EXPECT_EQ(parts(found), (Cycles{0, 0, 0, 44, 1, 5}));
  EXPECT_EQ(waits(found), (Cycles{0, 0, 13, 0}));
}

// What waits for the end of a send.
TEST(CriticalPath, GoesAlongASend) {
  const Explained found = explain(
      "num_ranks 2\nrank 0 {\na: send 80b to 1\nb: calc 100\nb requires a\n}\n"
      "rank 1 {\nrecv 80b from 0\n}\n");
  EXPECT_EQ(found.path, "0 send 0-34, 1 work 34-134");
  EXPECT_EQ(parts(found), (Cycles{100, 0, 0, 24, 0, 10}));
}

// Both worms want the link from 1 to 2, and 1 has it first: its header is there at 22, its tail 100
// later; that of 0 is there at 23 and waits for what is left.
TEST(CriticalPath, WaitsForALinkThatAnotherWormHolds) {
  const Explained found = explain(
      "num_ranks 3\nrank 0 {\nsend 80b to 2\n}\nrank 1 {\nsend 800b to 2 tag 1\n}\n"
      "rank 2 {\na: recv 80b from 0\nb: recv 800b from 1 tag 1\nc: calc 500\nc requires a\n}\n");
  EXPECT_EQ(parts(found), (Cycles{500, 0, 0, 24, 2, 10}));
  EXPECT_EQ(found.split.waits[WaitCause::kContention], 100);
  EXPECT_EQ(found.split.waits.total(), 100);
}

// The second send goes when the first message has been received, at 100.
TEST(CriticalPath, WaitsForRoomInAChannel) {
  const Explained found = explain(
      "num_ranks 2\nrank 0 {\nsend 8b to 1\nsend 8b to 1\n}\n"
      "rank 1 {\nc: calc 100\nd: recv 8b from 0\nd requires c\ne: recv 8b from 0\ne requires "
      "d\n}\n",
      {{"traffic.fifo_depth", "1"}});
  EXPECT_EQ(found.path, "2 work 0-100, 1 message 100-126");
  EXPECT_EQ(parts(found), (Cycles{100, 0, 0, 24, 1, 1}));
  EXPECT_EQ(rank(found, 0), (Cycles{0, 40, 10, 0, 0, 0, 75, 0}));
  EXPECT_EQ(rank(found, 1), (Cycles{100, 0, 0, 0, 26, 0, 0, 0}));
}

// With link.delay = 3 a buffer's only slot is taken again after 6 cycles, 3 for the flit and 3 for
// its credit: each of the 10 flits comes 5 cycles later than the link would have it.
TEST(CriticalPath, WaitsForCredit) {
  const std::string text =
      "num_ranks 2\nrank 0 {\nsend 80b to 1\n}\nrank 1 {\nrecv 80b from 0\n}\n";
  const Explained found =
      explain(text, {{"router.buffer_flits", "1"}, {"link.delay", "3"}, {"router.vcs", "1"}});
  EXPECT_EQ(parts(found), (Cycles{0, 0, 0, 24, 3, 10}));
  EXPECT_EQ(waits(found), (Cycles{0, 50, 0, 0}));
}

// The message came long before its receive.
TEST(CriticalPath, LeadsToWhatMadeAReceiveLate) {
  const Explained found = explain(
      "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\n"
      "rank 1 {\na: calc 500\nb: recv 8b from 0\nb requires a\nc: calc 7\nc requires b\n}\n");
  EXPECT_EQ(found.path, "1 work 0-500, 3 work 500-507");
  EXPECT_EQ(rank(found, 0), (Cycles{0, 20, 5, 0, 0, 0, 0, 0}));
}

TEST(CriticalPath, OfAProgramThatTakesNothing) {
  const Explained found = explain("num_ranks 1\nrank 0 {\n}\n");
  EXPECT_EQ(found.path, "");
  EXPECT_EQ(found.split.total(), 0);
}

}  // namespace
}  // namespace flitcast::test_critical_path
