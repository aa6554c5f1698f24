#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/played_jobs.h"

namespace flitcast::test_job_priorities {
namespace {

constexpr Cycle kFlits = 10;

/// Node 0 sends 10 flits to each of these nodes, all posted in one cycle, in this order.
std::string sends_to(const std::vector<int>& nodes) {
  std::string text = "num_ranks 8\nrank 0 {\n";
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    text += "l" + number + ": send 80b to " + std::to_string(nodes[i]) + "\n";
  }
  text += "}\n";
  for (const int node : nodes) {
    text += "rank " + std::to_string(node) + " {\nl1: recv 80b from 0\n}\n";
  }
  return text;
}

JobsRun on_line(const GivenKeys& jobs) {
  GivenKeys keys{{"topology.kind", "line"}, {"topology.dims", "8"}};
  keys.insert(keys.end(), jobs.begin(), jobs.end());
  return play_jobs(keys);
}

// A message on an idle port arrives so long after it was issued: t_s = 4, a cycle a hop, its flits.
constexpr Cycle arrival(Cycle hops) {
  return 4 + hops + kFlits;
}
// A port is free again so long after it began with a message: a cycle to the injection channel and
// one into the router, the flits, one of them in each cycle, and one for the credit of the tail.
constexpr Cycle kPort = 2 + kFlits + 1;

/// Job a sends to nodes 1 and 2, job b to node 3 from cycle 3 on, when a's first has the port.
std::vector<Cycle> ends(const GivenKeys& more) {
  GivenKeys keys{{"traffic.a.program", sends_to({1, 2})},
                 {"traffic.b.program", sends_to({3})},
                 {"traffic.b.start", "3"}};
  keys.insert(keys.end(), more.begin(), more.end());
  const JobsRun run = on_line(keys);
  EXPECT_EQ(run.data_check, DataCheck::kPassed);
  return {run.jobs[0].completion_cycles, 3 + run.jobs[1].completion_cycles};
}

TEST(JobPriorities, SendInTheOrderPostedWithoutThem) {
  const std::vector<Cycle> in_order{kPort + arrival(2), 2 * kPort + arrival(3)};
  EXPECT_EQ(ends({}), in_order);
  EXPECT_EQ(ends({{"traffic.a.priority", "0"}, {"traffic.b.priority", "0"}}), in_order);
  EXPECT_EQ(ends({{"traffic.a.priority", "7"}, {"traffic.b.priority", "7"}}), in_order);
  EXPECT_EQ(ends({{"traffic.a.priority", "1"}}), in_order);
}

// a's first has begun and goes on; b's is next, then a's second.
TEST(JobPriorities, LetTheHigherGoFirstOfThoseThatWait) {
  const std::vector<Cycle> b_first{2 * kPort + arrival(2), kPort + arrival(3)};
  EXPECT_EQ(ends({{"traffic.b.priority", "1"}}), b_first);
  EXPECT_EQ(ends({{"traffic.a.priority", "6"}, {"traffic.b.priority", "7"}}), b_first);
}

// The last cycle of the port with a's first: what is posted there finds a's second under way.
TEST(JobPriorities, CountForWhatIsPostedBeforeThePortIsFree) {
  for (const auto& [start, first] : {std::pair(kPort - 1, true), std::pair(kPort, false)}) {
    const JobsRun run = on_line({{"traffic.a.program", sends_to({1, 2})},
                                 {"traffic.b.program", sends_to({3})},
                                 {"traffic.b.start", std::to_string(start)},
                                 {"traffic.b.priority", "1"}});
    EXPECT_EQ(run.jobs[0].completion_cycles, (first ? 2 : 1) * kPort + arrival(2)) << start;
    EXPECT_EQ(start + run.jobs[1].completion_cycles, (first ? 1 : 2) * kPort + arrival(3)) << start;
  }
}

// All are posted in cycle 0, by job a first; the higher the sooner, of one job in its order.
TEST(JobPriorities, CountAmongThosePostedInOneCycle) {
  const JobsRun run = on_line({{"traffic.a.program", sends_to({1, 2})},
                               {"traffic.b.program", sends_to({3, 4})},
                               {"traffic.b.priority", "1"},
                               {"traffic.c.program", sends_to({5})},
                               {"traffic.c.priority", "2"}});
  EXPECT_EQ(run.jobs[2].completion_cycles, arrival(5));
  EXPECT_EQ(run.jobs[1].completion_cycles, 2 * kPort + arrival(4));
  EXPECT_EQ(run.jobs[0].completion_cycles, 4 * kPort + arrival(2));
}

// Two jobs of load and one that computes meanwhile. A node sends a packet of either in turn, which
// is too much for both; with priority one of them waits for what has begun, and never longer.
TEST(JobPriorities, KeepLoadFromWaitingForOther) {
  const GivenKeys keys{{"topology.kind", "ring"},
                       {"topology.dims", "8"},
                       {"run.max_cycles", "100000"},
                       {"traffic.time.program", "num_ranks 1\nrank 0 {\nl1: calc 5000\n}\n"},
                       {"traffic.x.pattern", "neighbour"},
                       {"traffic.x.rate", "0.5"},
                       {"traffic.x.sizes", "10"},
                       {"traffic.x.injection", "periodic"},
                       {"traffic.y.pattern", "neighbour"},
                       {"traffic.y.rate", "0.5"},
                       {"traffic.y.sizes", "10"},
                       {"traffic.y.injection", "periodic"}};
  GivenKeys higher = keys;
  higher.emplace_back("traffic.y.priority", "3");
  const JobsRun equal = play_jobs(keys);
  const JobsRun run = play_jobs(higher);
  EXPECT_GT(equal.jobs[2].latency.max, equal.jobs[2].alone_latency.max + 500);
  EXPECT_GT(run.jobs[1].latency.max, equal.jobs[1].latency.max);
  EXPECT_LE(run.jobs[2].latency.max, run.jobs[2].alone_latency.max + kPort);
}

// A packet takes a port for 13 cycles, and comes every 10: some always wait.
TEST(JobPriorities, LetLoadKeepOthersFromAPortOnlyWithALimit) {
  GivenKeys keys{{"traffic.a.program", sends_to({1})},
                 {"traffic.b.pattern", "neighbour"},
                 {"traffic.b.rate", "1"},
                 {"traffic.b.sizes", "10"},
                 {"traffic.b.injection", "periodic"},
                 {"traffic.a.priority", "1"},
                 {"traffic.b.priority", "1"}};
  EXPECT_EQ(on_line(keys).data_check, DataCheck::kPassed);
  keys.back().second = "2";
  EXPECT_THROW(on_line(keys), ConfigError);
  keys.emplace_back("run.max_cycles", "3000");
  keys.emplace_back("traffic.a.start", "500");
  EXPECT_TRUE(on_line(keys).stuck);
}

TEST(JobPriorities, CountWhereMessagesAreSentInTurnOrAgain) {
  const GivenKeys serial{{"router.pipeline", "staged"}, {"router.inject", "serial"}};
  for (const GivenKeys& kind : {serial, GivenKeys{{"ni.interface", "retransmitting"}}}) {
    const std::vector<Cycle> plain = ends(kind);
    GivenKeys keys = kind;
    keys.emplace_back("traffic.b.priority", "1");
    const std::vector<Cycle> first = ends(keys);
    EXPECT_GT(first[0], plain[0]);
    EXPECT_LT(first[1], plain[1]);
    EXPECT_EQ(first[0] + first[1], plain[0] + plain[1]);  // messages of one size change places
  }
}

}  // namespace
}  // namespace flitcast::test_job_priorities
