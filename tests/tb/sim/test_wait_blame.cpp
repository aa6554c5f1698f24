#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/played_jobs.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_wait_blame {
namespace {

struct Hop {
  NodeId from;
  NodeId to;
  int flits;
};

/// A program of messages, each of which starts when its node has received what comes before.
std::string program(const std::vector<Hop>& messages, NodeId nodes) {
  std::vector<std::string> lines(nodes);
  std::vector<int> last(nodes, 0);
  int number = 0;
  const auto add = [&](NodeId node, const std::string& what) {
    ++number;
    lines[node] += "l" + std::to_string(number) + ": " + what + "\n";
    if (last[node] != 0) {
      lines[node] +=
          "l" + std::to_string(number) + " requires l" + std::to_string(last[node]) + "\n";
    }
    last[node] = number;
  };
  for (const Hop& hop : messages) {
    const std::string bytes = std::to_string(8 * hop.flits) + "b";
    add(hop.from, "send " + bytes + " to " + std::to_string(hop.to));
    add(hop.to, "recv " + bytes + " from " + std::to_string(hop.from));
  }
  std::string text = "num_ranks " + std::to_string(nodes) + "\n";
  for (NodeId node = 0; node < nodes; ++node) {
    if (!lines[node].empty()) {
      text += "rank " + std::to_string(node) + " {\n" + lines[node] + "}\n";
    }
  }
  return text;
}

using Jobs = std::map<std::string, std::string>;

JobsRun play(const Jobs& jobs, GivenKeys keys) {
  for (const auto& [name, text] : jobs) {
    keys.emplace_back("traffic." + name + ".program", text);
  }
  return play_jobs(keys);
}

/// Jobs of a few messages each between any nodes.
Jobs random_jobs(std::uint64_t seed, int count, NodeId nodes) {
  SplitMix64 random(seed);
  Jobs jobs;
  for (int job = 0; job < count; ++job) {
    std::vector<Hop> messages;
    for (int i = 0; i < 3; ++i) {
      const auto from = static_cast<NodeId>(random.below(nodes));
      const auto to = static_cast<NodeId>((from + 1 + random.below(nodes - 1)) % nodes);
      messages.push_back({from, to, static_cast<int>(1 + random.below(30))});
    }
    jobs[std::string(1, static_cast<char>('a' + job))] = program(messages, nodes);
  }
  return jobs;
}

/// Cycles of all channels between nodes and into them.
Cycle link_waits(const JobsRun& run) {
  Cycle waits = 0;
  for (const JobResult& job : run.jobs) {
    for (const BlamedChannel& channel : job.channels) {
      const bool link = channel.kind == BlamedChannel::Kind::kLink ||
                        channel.kind == BlamedChannel::Kind::kReceivePort;
      waits += link ? channel.waits : 0;
      Cycle sum = 0;
      for (const Cycle cycles : channel.by_job) {
        sum += cycles;
      }
      EXPECT_EQ(sum, channel.waits);
    }
  }
  return waits;
}

GivenKeys mesh(const GivenKeys& more) {
  GivenKeys keys{{"topology.kind", "mesh"}, {"topology.dims", "3x3"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

const std::vector<GivenKeys> kNetworks{
    mesh({}),
    mesh({{"router.ports", "all"}, {"link.cycles_per_flit", "3"}}),
    mesh({{"router.switching", "store_and_forward"}}),
    mesh({{"router.switching", "cut_through"}, {"link.duplex", "half"}}),
    mesh({{"router.pipeline", "staged"}, {"router.vcs", "2"}}),
    mesh({{"router.vcs", "3"}, {"link.delay", "4"}}),
    {{"topology.kind", "torus"}, {"topology.dims", "3x3"}},
};

// What the links have counted, by whom it was and by whom it was for, flit by flit or not.
TEST(WaitBlame, AddsUpToTheWaitsOfTheLinks) {
  for (const GivenKeys& network : kNetworks) {
    Cycle seen = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const JobsRun run = play(random_jobs(seed, 4, 9), network);
      EXPECT_EQ(link_waits(run), run.links.waits.total());
      seen += run.links.waits.total();
    }
    EXPECT_GT(seen, 0);
  }
}

/// By the name of a job those that it waited for.
using WaitsFor = std::map<std::string, std::set<std::string>>;

WaitsFor waits_for(const JobsRun& run) {
  WaitsFor all;
  for (const JobResult& job : run.jobs) {
    const std::vector<Cycle> waits = job.waits_by_job();
    for (std::size_t other = 0; other < waits.size(); ++other) {
      if (waits[other] > 0) {
        all[job.name].insert(run.jobs[other].name);
      }
    }
  }
  return all;
}

/// The job itself, those that it waited for, those that these waited for, and so on, in any of the
/// runs.
std::set<std::string> reached(const std::string& from, const std::vector<WaitsFor>& runs) {
  std::set<std::string> all{from};
  std::vector<std::string> left{from};
  while (!left.empty()) {
    const std::string job = left.back();
    left.pop_back();
    for (const WaitsFor& run : runs) {
      const auto others = run.find(job);
      for (const std::string& other :
           others == run.end() ? std::set<std::string>() : others->second) {
        if (all.insert(other).second) {
          left.push_back(other);
        }
      }
    }
  }
  return all;
}

/// `jobs` without one of them.
Jobs without(Jobs jobs, const std::string& gone) {
  jobs.erase(gone);
  return jobs;
}

// What a job takes changes without another one only where waits lead from it to that one: its own,
// those of the jobs that it waited for, and so on, with that job or without. (But for what arbiters
// of several virtual channels remember of whom they served, which makes no difference here.)
TEST(WaitBlame, LeadsToTheJobWithoutWhichAnythingChanges) {
  int same = 0;
  int changed = 0;
  for (const GivenKeys& network : kNetworks) {
    for (const std::uint64_t seed : {1U, 2U, 8U, 17U}) {
      const Jobs jobs = random_jobs(seed, 4, 9);
      const JobsRun all = play(jobs, network);
      for (const JobResult& gone : all.jobs) {
        const JobsRun rest = play(without(jobs, gone.name), network);
        for (const JobResult& job : rest.jobs) {
          const auto before = std::find_if(all.jobs.begin(), all.jobs.end(),
                                           [&](const auto& each) { return each.name == job.name; });
          const bool equal = job.completion_cycles == before->completion_cycles;
          ++(equal ? same : changed);
          EXPECT_TRUE(equal ||
                      reached(job.name, {waits_for(all), waits_for(rest)}).count(gone.name) > 0)
              << network.back().first << " = " << network.back().second << ", seed " << seed << ", "
              << gone.name << " from " << job.name;
        }
      }
    }
  }
  EXPECT_GT(same, 80);
  EXPECT_GT(changed, 80);
}

// It takes at most so much longer than alone as it waited, and just as long if it waited for no
// other job, not by way of others either.
TEST(WaitBlame, BoundsWhatAJobTakesMoreThanAlone) {
  int lone = 0;
  for (const GivenKeys& network : kNetworks) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const JobsRun run = play(random_jobs(seed, 4, 9), network);
      for (const JobResult& job : run.jobs) {
        Cycle waits = 0;
        for (const BlamedChannel& channel : job.channels) {
          waits += channel.waits;
        }
        EXPECT_LE(job.completion_cycles, job.alone_cycles + waits) << seed << " " << job.name;
        if (reached(job.name, {waits_for(run)}).size() == 1) {
          ++lone;
          EXPECT_EQ(job.completion_cycles, job.alone_cycles) << seed << " " << job.name;
        }
      }
    }
  }
  EXPECT_GT(lone, 5);
}

// Job b keeps d's messages back, which else come into the way of a: without b, for which a does not
// wait, a takes longer.
TEST(WaitBlame, IsNotOfAJobThatKeepsOthersBack) {
  const GivenKeys& torus = kNetworks.back();
  const Jobs jobs = random_jobs(8, 4, 9);
  const JobsRun run = play(jobs, torus);
  const JobsRun rest = play(without(jobs, "b"), torus);
  EXPECT_TRUE(run.jobs[0].channels.empty());
  EXPECT_EQ(run.jobs[0].completion_cycles, run.jobs[0].alone_cycles);
  EXPECT_GT(rest.jobs[0].completion_cycles, run.jobs[0].completion_cycles);
  EXPECT_EQ(waits_for(rest)["a"], std::set<std::string>{"d"});
  EXPECT_EQ(waits_for(run)["d"].count("b"), 1U);
}

// Job a crosses the way of b, and a while later that of c, which would not have been there yet. It
// waits for both, for b the longest, and without b it is faster than without c.
TEST(WaitBlame, IsMostlyOfTheJobWithoutWhichItIsFastest) {
  const GivenKeys line{{"topology.kind", "line"}, {"topology.dims", "8"}};
  const Jobs jobs{{"a", program({{1, 6, 5}}, 8)},
                  {"b", program({{2, 4, 60}}, 8)},
                  {"c", program({{6, 5, 52}, {5, 7, 20}}, 8)},
                  {"d", program({{7, 0, 90}}, 8)}};
  const JobsRun run = play(jobs, line);
  const std::vector<Cycle> waits = run.jobs[0].waits_by_job();
  ASSERT_EQ(waits.size(), 4U);
  EXPECT_GT(waits[1], waits[2]);
  EXPECT_GT(waits[2], 0);
  EXPECT_EQ(waits[3], 0);
  std::vector<Cycle> takes;
  for (const char* gone : {"b", "c", "d"}) {
    takes.push_back(play(without(jobs, gone), line).jobs[0].completion_cycles);
  }
  EXPECT_LT(takes[0], takes[1]);
  EXPECT_LT(takes[1], takes[2]);
  EXPECT_EQ(takes[2], run.jobs[0].completion_cycles);
}

// Worm c stands still since a has its link; b waits for c's buffers to drain, and so for a.
TEST(WaitBlame, FollowsAWormThatStandsStillToTheOneItWaitsFor) {
  const JobsRun run = play({{"a", program({{3, 5, 100}}, 8)},
                            {"b", program({{1, 3, 10}}, 8)},
                            {"c", program({{2, 5, 10}}, 8)}},
                           {{"topology.kind", "line"}, {"topology.dims", "8"}});
  const std::vector<Cycle> b = run.jobs[1].waits_by_job();
  const std::vector<Cycle> c = run.jobs[2].waits_by_job();
  EXPECT_GT(c[0], 80);
  EXPECT_GT(b[0], 80);
  EXPECT_LE(b[2], 2 * 12);  // two of its flits, while c passes
}

TEST(WaitBlame, IsNoneWhereJobsHaveNothingInCommon) {
  const JobsRun run = play({{"a", program({{0, 3, 40}, {3, 1, 9}, {0, 2, 5}}, 9)},
                            {"b", program({{8, 5, 40}, {5, 7, 9}, {8, 6, 5}}, 9)}},
                           {{"topology.kind", "line"}, {"topology.dims", "9"}});
  for (std::size_t job = 0; job < 2; ++job) {
    EXPECT_EQ(run.jobs[job].slowdown(), 1);
    const std::vector<Cycle> waits = run.jobs[job].waits_by_job();
    EXPECT_TRUE(waits.empty() || waits[1 - job] == 0);
  }
}

// Both send from node 0, which has one port: b's message is posted beside a's, and goes after it.
TEST(WaitBlame, IsOfSendPortsToo) {
  const JobsRun run = play({{"a", program({{0, 1, 20}}, 4)}, {"b", program({{0, 3, 5}}, 4)}},
                           {{"topology.kind", "ring"}, {"topology.dims", "4"}});
  const Cycle startup = 4;
  EXPECT_EQ(run.jobs[0].completion_cycles, startup + 1 + 20);
  ASSERT_EQ(run.jobs[1].channels.size(), 1U);
  const BlamedChannel& port = run.jobs[1].channels.front();
  EXPECT_EQ(port.kind, BlamedChannel::Kind::kSendPort);
  EXPECT_EQ(port.from, 0U);
  EXPECT_EQ(port.by_job, (std::vector<Cycle>{port.waits, 0}));
  EXPECT_EQ(run.jobs[1].completion_cycles, run.jobs[1].alone_cycles + port.waits);
}

}  // namespace
}  // namespace flitcast::test_wait_blame
