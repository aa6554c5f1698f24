#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tb/measures/stuck_report.h"
#include "tests/support/runs/played_jobs.h"

namespace flitcast::test_jobs {
namespace {

/// A message of 10 flits, 80 bytes.
std::string message(int from, int to) {
  const std::string f = std::to_string(from);
  const std::string t = std::to_string(to);
  return "num_ranks 8\nrank " + f + " {\nl1: send 80b to " + t + "\n}\nrank " + t +
         " {\nl1: recv 80b from " + f + "\n}\n";
}

GivenKeys on_line(const GivenKeys& jobs) {
  GivenKeys keys{{"topology.kind", "line"}, {"topology.dims", "8"}};
  keys.insert(keys.end(), jobs.begin(), jobs.end());
  return keys;
}

constexpr Cycle kStartup = 4;  // t_s of a network interface without software
constexpr Cycle kFlits = 10;

// Both messages need the link from 1 to 2. Job a's header enters it in cycle 4 + 1, its tail 10
// cycles later; job b's could enter in cycle 3 + 4, and does so a cycle after that tail.
TEST(Jobs, ShareALinkToTheCycle) {
  const JobsRun run = play_jobs(on_line({{"traffic.a.program", message(0, 2)},
                                         {"traffic.b.program", message(1, 3)},
                                         {"traffic.b.start", "3"}}));
  const Cycle tail_of_a = kStartup + 1 + kFlits;
  const Cycle header_of_b = 3 + kStartup;
  const Cycle waits = tail_of_a + 1 - header_of_b;
  ASSERT_EQ(run.jobs.size(), 2U);
  EXPECT_EQ(run.jobs[0].name, "a");
  EXPECT_EQ(run.jobs[0].completion_cycles, kStartup + 2 + kFlits);
  EXPECT_EQ(run.jobs[1].start, 3);
  EXPECT_EQ(run.jobs[1].completion_cycles, kStartup + 2 + kFlits + waits);
  EXPECT_EQ(run.completion_cycles, 3 + kStartup + 2 + kFlits + waits);
  EXPECT_EQ(run.links.waits[WaitCause::kContention], waits);
  // Job b alone takes as long as job a, and a was never in its own way.
  EXPECT_EQ(run.jobs[0].slowdown(), 1);
  EXPECT_TRUE(run.jobs[0].channels.empty());
  EXPECT_EQ(run.jobs[1].alone_cycles, kStartup + 2 + kFlits);
  ASSERT_EQ(run.jobs[1].channels.size(), 1U);
  const BlamedChannel& link = run.jobs[1].channels.front();
  EXPECT_EQ(link.kind, BlamedChannel::Kind::kLink);
  EXPECT_EQ(link.from, 1U);
  EXPECT_EQ(link.to, 2U);
  EXPECT_EQ(link.by_job, (std::vector<Cycle>{waits, 0}));
  EXPECT_EQ(run.data_check, DataCheck::kPassed);
}

TEST(Jobs, BeginInTheirCycleAndTakeWhatTheyTakeAlone) {
  for (const int start : {0, 1, 2, 999, 5000}) {
    const JobsRun run = play_jobs(on_line({{"traffic.a.program", message(0, 3)},
                                           {"traffic.b.program", message(7, 5)},
                                           {"traffic.b.start", std::to_string(start)}}));
    EXPECT_EQ(run.jobs[0].completion_cycles, kStartup + 3 + kFlits);
    EXPECT_EQ(run.jobs[1].completion_cycles, kStartup + 2 + kFlits) << start;
    EXPECT_EQ(run.completion_cycles,
              std::max(kStartup + 3 + kFlits, start + kStartup + 2 + kFlits));
  }
}

// Rank r is the r-th node of the set, in its order; on the nodes of another job, too.
TEST(Jobs, ArePlayedOnTheirNodes) {
  const std::string two =
      "num_ranks 2\nrank 0 {\nl1: send 80b to 1\n}\nrank 1 {\nl1: recv 80b "
      "from 0\n}\n";
  const JobsRun run = play_jobs(on_line({{"traffic.a.program", two},
                                         {"traffic.a.nodes", "0,2-3"},
                                         {"traffic.b.program", two},
                                         {"traffic.b.nodes", "7,4"},
                                         {"traffic.c.program", two},
                                         {"traffic.c.nodes", "7,4"},
                                         {"traffic.c.start", "500"}}));
  EXPECT_EQ(run.jobs[0].completion_cycles, kStartup + 2 + kFlits);
  EXPECT_EQ(run.jobs[1].completion_cycles, kStartup + 3 + kFlits);
  EXPECT_EQ(run.jobs[2].completion_cycles, kStartup + 3 + kFlits);
  for (const JobResult& job : run.jobs) {
    EXPECT_EQ(job.slowdown(), 1);
    EXPECT_TRUE(job.channels.empty());
  }
}

// The same program, the same cycles: by itself, as the only job, and beside others out of its way.
TEST(Jobs, TakeAsTheOnlyOneWhatAPlainRunTakes) {
  const std::string text = message(0, 3);
  const GivenKeys torus{{"topology.kind", "torus"}, {"topology.dims", "4x2"}};
  GivenKeys job = torus;
  job.emplace_back("traffic.a.program", text);
  const JobsRun run = play_jobs(job);
  const ProgramRun plain = play_program(text, torus);
  EXPECT_EQ(run.completion_cycles, plain.completion_cycles);
  EXPECT_EQ(run.jobs[0].completion_cycles, plain.completion_cycles);
  EXPECT_EQ(run.jobs[0].alone_cycles, plain.completion_cycles);
}

TEST(Jobs, CountTheirOwnMessages) {
  const JobsRun run = play_jobs({{"topology.kind", "ring"},
                                 {"topology.dims", "8"},
                                 {"traffic.a.program", message(0, 3)},
                                 {"traffic.row.algorithm", "aab-ring"}});
  EXPECT_EQ(run.jobs[0].messages, 1U);
  EXPECT_EQ(run.jobs[0].flits, 10U);
  EXPECT_EQ(run.jobs[1].messages, 8U * 7U);
  EXPECT_EQ(run.jobs[1].flits, 8U * 7U);
  EXPECT_EQ(run.jobs[1].data_check, DataCheck::kPassed);
}

GivenKeys ring_all_reduce(const std::string& job, const std::string& topology,
                          const std::string& nodes) {
  return {{"traffic." + job + ".algorithm", "allreduce-ring"},
          {"traffic." + job + ".message_flits", "32"},
          {"traffic." + job + ".topology", topology},
          {"traffic." + job + ".nodes", nodes}};
}

// On the network that a row is made for its program takes what its dataflow takes.
TEST(Jobs, TakeOnATopologyOfTheirOwnWhatTheirRowTakesThere) {
  for (const std::string topology : {"ring 2", "ring 8", "line 2", "line 4", "line 8"}) {
    const std::string kind = topology.substr(0, 4);
    const std::string dims = topology.substr(5);
    GivenKeys keys{{"topology.kind", kind}, {"topology.dims", dims}};
    for (const auto& key : ring_all_reduce("a", topology, "all")) {
      keys.push_back(key);
    }
    const JobsRun run = play_jobs(keys);
    RawConfig row;
    give(row, "topology.kind", kind);
    give(row, "topology.dims", dims);
    give(row, "traffic.algorithm", "allreduce-ring");
    give(row, "traffic.message_flits", "32");
    give(row, "traffic.sync", "dataflow");
    const PlannedRun plan = plan_run(row);
    const auto plain = std::get<ScheduleRun>(simulate(plan, {}));
    EXPECT_EQ(run.jobs[0].completion_cycles, plain.completion_cycles) << topology;
    EXPECT_EQ(run.jobs[0].messages, plain.messages) << topology;
    EXPECT_EQ(run.data_check, DataCheck::kPassed) << topology;
  }
}

TEST(Jobs, OnHalvesOfALineAreOutOfEachOthersWay) {
  GivenKeys keys = on_line(ring_all_reduce("a", "line 4", "0-3"));
  for (const auto& key : ring_all_reduce("b", "line 4", "7,6,5,4")) {
    keys.push_back(key);
  }
  const JobsRun run = play_jobs(keys);
  ASSERT_EQ(run.jobs.size(), 2U);
  EXPECT_EQ(run.jobs[0].completion_cycles, run.jobs[1].completion_cycles);
  for (const JobResult& job : run.jobs) {
    EXPECT_EQ(job.slowdown(), 1);
    EXPECT_TRUE(job.channels.empty());
    EXPECT_EQ(job.messages, 4U * 2U * 3U);
    EXPECT_EQ(job.data_check, DataCheck::kPassed);
  }
}

GivenKeys beside_load(const GivenKeys& more) {
  GivenKeys keys{
      {"run.allow_deadlock", "on"}, {"traffic.noise.rate", "0.02"}, {"traffic.noise.sizes", "2"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

// Rank 2 never sends what rank 0 waits for: nothing can come of the job after its only message.
TEST(Jobs, AreGivenUpBesideLoadWhenTheyWaitForWhatNobodySends) {
  const std::string waits =
      "num_ranks 8\nrank 0 {\nl1: send 80b to 2\nl2: recv 80b from 2\nl2 requires l1\n}\n"
      "rank 2 {\nl1: recv 80b from 0\n}\n";
  for (const std::string start : {"0", "3000"}) {
    const JobsRun run = play_jobs(on_line(beside_load({{"traffic.a.start", start},
                                                       {"traffic.a.program", waits},
                                                       {"traffic.b.start", "2000"},
                                                       {"traffic.b.program", message(7, 4)}})));
    ASSERT_TRUE(run.stuck);
    const StuckReport& report = *run.stuck;
    EXPECT_EQ(report.reason, StuckReport::Reason::kNoProgress);
    EXPECT_EQ(report.position.rfind("of a after 2 of 3 operations; rank 0: ", 0), 0U)
        << report.position;
    EXPECT_TRUE(report.worms.empty());  // load has drained
    EXPECT_GT(report.last_progress, std::max(2000, std::stoi(start)));
    EXPECT_LT(report.last_progress, std::max(2000, std::stoi(start)) + 200);
    EXPECT_EQ(report.verdict, report.last_progress + 1000);
    EXPECT_TRUE(run.jobs[1].complete());
    EXPECT_GT(run.jobs[2].messages, 0U);
  }
}

// Every node of a ring sends two hops on, on one virtual channel; a packet of load may be among
// them, and elsewhere on the torus load goes on.
TEST(Jobs, AreGivenUpBesideLoadWhenTheyDeadlock) {
  std::string circle = "num_ranks 4\n";
  for (int rank = 0; rank < 4; ++rank) {
    const std::string other = std::to_string((rank + 2) % 4);
    circle += "rank " + std::to_string(rank) + " {\nl1: send 800b to " + other +
              "\nl2: recv 800b from " + other + "\n}\n";
  }
  for (const char* flit_by_flit : {"off", "on"}) {
    const JobsRun run = play_jobs(beside_load({{"topology.kind", "torus"},
                                               {"topology.dims", "4x4"},
                                               {"router.vcs", "1"},
                                               {"run.stall_cycles", "500"},
                                               {"run.flit_by_flit", flit_by_flit},
                                               {"traffic.circle.program", circle}}));
    ASSERT_TRUE(run.stuck);
    const StuckReport& report = *run.stuck;
    EXPECT_EQ(report.reason, StuckReport::Reason::kNoProgress);
    ASSERT_EQ(report.cycle.size(), 4U);
    EXPECT_EQ(report.name_of(report.cycle.front()), "0 of circle");
    EXPECT_EQ(report.name_of(report.cycle.back()), "6 of circle");
    EXPECT_GE(report.last_progress, 2 * 500);  // still between two looks
    EXPECT_LT(report.last_progress, 3 * 500);
    EXPECT_NE(stuck_text(report).find("held by message 2 of circle"), std::string::npos);
  }
}

// What takes long is no deadlock, however short the time is after which one is declared.
TEST(Jobs, GoOnBesideLoadHoweverLongTheyCompute) {
  const GivenKeys keys = on_line({{"traffic.a.program",
                                   "num_ranks 8\nrank 0 {\nl1: calc 5000\nl2: send 8000b to 7\n"
                                   "l2 requires l1\n}\nrank 7 {\nl1: recv 8000b from 0\n}\n"},
                                  {"traffic.noise.rate", "0.3"}});
  const JobsRun run = play_jobs(keys);
  ASSERT_FALSE(run.stuck);
  EXPECT_GT(run.completion_cycles, 6000);
  for (const char* cycles : {"1", "10", "100"}) {
    GivenKeys impatient = keys;
    impatient.emplace_back("run.stall_cycles", cycles);
    const JobsRun other = play_jobs(impatient);
    EXPECT_EQ(other.completion_cycles, run.completion_cycles);
    EXPECT_EQ(other.jobs[1].messages, run.jobs[1].messages);
  }
}

}  // namespace
}  // namespace flitcast::test_jobs
