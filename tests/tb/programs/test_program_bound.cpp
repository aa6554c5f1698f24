// Lower bounds of programs, by hand: without a start-up t_s is 4, a flit takes a cycle on a link,
// and a message of n flits keeps its send port for t_s - 1 + n cycles.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/runs/played_program.h"
#include "traffic/forecast/program_bound.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_program_bound {
namespace {

class Planned {
 public:
  explicit Planned(const std::string& text, const GivenKeys& keys)
      : run_(plan_run(configured(folder_.write("program", text), keys))) {}

  ProgramBound here() const { return bound(&plan().placement()); }
  ProgramBound anywhere() const { return bound(nullptr); }
  Cycle completion() const { return std::get<ProgramRun>(simulate(run_, {})).completion_cycles; }

 private:
  static RawConfig configured(const std::string& file, const GivenKeys& keys) {
    RawConfig raw;
    give(raw, "traffic.program", file);
    for (const auto& [key, value] : keys) {
      give(raw, key, value);
    }
    return raw;
  }
  ProgramBound bound(const Placement* nodes) const {
    return program_bound(plan().program(), nodes, plan().routing(), plan().config().network);
  }
  const ProgramPlan& plan() const { return std::get<ProgramPlan>(run_); }

  TempFolder folder_;
  PlannedRun run_;
};

/// On a ring of six; no run is faster.
ProgramBound bound_of(const std::string& ranks, GivenKeys keys = {}) {
  keys.insert(keys.end(), {{"topology.kind", "ring"}, {"topology.dims", "6"}});
  const Planned planned("num_ranks 4\n" + ranks, keys);
  EXPECT_GE(planned.completion(), planned.here().cycles);
  EXPECT_GE(planned.here().cycles, planned.anywhere().cycles);
  return planned.here();
}

const std::string kThreeSends =
    "rank 1 {\nsend 80b to 0\nsend 160b to 2\nsend 160b to 3\n}\nrank 0 {\nrecv 80b from 1\n}\n"
    "rank 2 {\nrecv 160b from 1\n}\nrank 3 {\nrecv 160b from 1\n}\n";

TEST(ProgramBound, IsWhatARankSendsThroughItsPorts) {
  EXPECT_EQ(bound_of(kThreeSends).cycles, 13 + 23 + 23);
  EXPECT_EQ(bound_of(kThreeSends).reason, "rank 1 sends");
  EXPECT_EQ(bound_of(kThreeSends, {{"router.ports", "2"}}).cycles, (13 + 23 + 23 + 1) / 2);
}

// Two links bring 102 and 102 and 102 flits; with a cycle in two for each, as many cycles again.
TEST(ProgramBound, IsWhatARankReceivesOverItsLinks) {
  const std::string to_zero =
      "rank 0 {\nrecv 808b from 1\nrecv 808b from 2\nrecv 808b from 3\n}\n"
      "rank 1 {\nsend 808b to 0\n}\nrank 2 {\nsend 808b to 0\n}\nrank 3 {\nsend 808b to 0\n}\n";
  EXPECT_EQ(bound_of(to_zero, {{"router.ports", "2"}}).cycles, 3 * 102 / 2);
  EXPECT_EQ(bound_of(to_zero, {{"router.ports", "2"}}).reason, "rank 0 receives");
  EXPECT_EQ(bound_of(to_zero).cycles, 3 * 101);  // through one port
  EXPECT_EQ(bound_of(to_zero, {{"link.cycles_per_flit", "2"}}).cycles, 3 * 102);
}

TEST(ProgramBound, IsWhatAStreamComputesAndStarts) {
  const std::string busy =
      "rank 2 {\ncalc 300\ncalc 200 cpu 1\nsend 8b to 0\n}\n"
      "rank 0 {\nrecv 8b from 2\n}\n";
  EXPECT_EQ(bound_of(busy, {{"ni.startup", "50"}}).cycles, 350);
  EXPECT_EQ(bound_of(busy).reason, "rank 2 computes, and starts sends");
}

// Rank 0 to 3, three links away, and from there on to 1, two links: 4 + D + n cycles each.
TEST(ProgramBound, IsAWayOfMessagesThatWaitForEachOther) {
  const ProgramBound bound = bound_of(
      "rank 0 {\nsend 80b to 3\n}\nrank 1 {\nrecv 40b from 3\n}\n"
      "rank 3 {\na: recv 80b from 0\nb: calc 100\nb requires a\nc: send 40b to 1\n"
      "c requires b\n}\n");
  EXPECT_EQ(bound.cycles, 4 + 3 + 10 + 100 + 4 + 2 + 5);
  EXPECT_EQ(bound.reason, "what waits for what");
}

// The second of a channel, which waits for the first, gets the second message, that of 100 cycles
// later; without the dependency it may be the first one that it gets.
TEST(ProgramBound, CountsReceivesThatComeOneAfterTheOther) {
  const std::string ranks =
      "rank 0 {\na: send 80b to 1\nb: calc 100\nc: send 80b to 1\nc requires b\n}\n"
      "rank 1 {\nr: recv 80b from 0\ns: recv 80b from 0\nt: calc 300\nt requires s\n";
  EXPECT_EQ(bound_of(ranks + "s requires r\n}\n").cycles, 100 + 4 + 1 + 10 + 300);
  EXPECT_EQ(bound_of(ranks + "}\n").cycles, 4 + 1 + 10 + 300);
}

// Likewise the second from anywhere of all that come to the rank.
TEST(ProgramBound, CountsReceivesFromAnywhere) {
  EXPECT_EQ(bound_of("rank 0 {\nsend 80b to 1\n}\nrank 2 {\na: calc 100\nb: send 80b to 1\n"
                     "b requires a\n}\nrank 1 {\nr: recv 80b from any\ns: recv 80b from any\n"
                     "t: calc 300\nt requires s\ns requires r\n}\n")
                .cycles,
            100 + 4 + 1 + 10 + 300);
}

std::string ring(std::uint32_t ranks, std::uint32_t steps) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (std::uint32_t step = 0; step < steps; ++step) {
      text += fmt::format("s{0}: send 80b to {1}\nr{0}: recv 80b from {2}\n", step,
                          (rank + 1) % ranks, (rank + ranks - 1) % ranks);
      if (step > 0) {
        text += fmt::format("s{0} requires r{1}\nr{0} requires r{1}\n", step, step - 1);
      }
    }
    text += "}\n";
  }
  return text;
}

// A ring goes round a hypercube along the Gray code, from neighbour to neighbour: a step is a
// message over one link. In the order of the nodes some steps take more.
TEST(ProgramBound, OfARingAnywhereIsMetByTheGrayCode) {
  for (const std::uint32_t dims : {1U, 2U, 3U, 4U}) {
    const std::uint32_t ranks = 1U << dims;
    const std::uint32_t steps = 2 * (ranks - 1);
    for (const char* placement : {"gray", "identity"}) {
      const Planned planned(ring(ranks, steps), {{"topology.kind", "hypercube"},
                                                 {"topology.dims", std::to_string(dims)},
                                                 {"traffic.placement", placement}});
      EXPECT_EQ(planned.anywhere().cycles, steps * (4 + 1 + 10));
      if (std::string(placement) == "gray") {
        EXPECT_EQ(planned.completion(), planned.anywhere().cycles);
      } else if (dims > 1) {
        EXPECT_GT(planned.completion(), planned.anywhere().cycles);
      }
    }
  }
}

// Two of the processors of a router need no link, those of a tree two at least.
TEST(ProgramBound, OfAPairAnywhereIsOfItsNearestNodes) {
  const auto of = [](const char* kind, const char* dims) {
    const Planned planned("num_ranks 2\nrank 0 {\nsend 80b to 1\n}\nrank 1 {\nrecv 80b from 0\n}\n",
                          {{"topology.kind", kind}, {"topology.dims", dims}});
    EXPECT_EQ(planned.completion(), planned.anywhere().cycles);  // nodes 0 and 1 are nearest
    return planned.anywhere().cycles;
  };
  EXPECT_EQ(of("line", "2"), 4 + 1 + 10);
  EXPECT_EQ(of("torus", "3x5"), 4 + 1 + 10);
  EXPECT_EQ(of("fat_tree", "2x3"), 4 + 2 + 10);
}

/// A program of messages at random, of a size for each channel, and whatever they wait for.
std::string drawn_program(SplitMix64& random, std::uint32_t ranks) {
  std::vector<std::vector<std::string>> lines(ranks);
  for (std::uint64_t messages = random.below(25); messages > 0; --messages) {
    const auto from = static_cast<std::uint32_t>(random.below(ranks));
    const auto to = static_cast<std::uint32_t>((from + 1 + random.below(ranks - 1)) % ranks);
    const std::uint64_t tag = random.below(3);
    lines[from].push_back(fmt::format("send {}b to {} tag {} cpu {}", 8 * (from + 3 * tag), to, tag,
                                      random.below(2)));
    lines[to].push_back(fmt::format("recv {}b from {} tag {}", 8 * (from + 3 * tag), from, tag));
    lines[from].push_back(fmt::format("calc {}", random.below(40)));
  }
  std::string text = fmt::format("num_ranks {}\n", ranks);
  const std::uint64_t of = 1 + random.below(4);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    std::string after;
    text += fmt::format("rank {} {{\n", rank);
    for (std::size_t line = 0; line < lines[rank].size(); ++line) {
      text += fmt::format("o{}: {}\n", line, lines[rank][line]);
      for (std::size_t before = line - std::min<std::size_t>(line, 3); before < line; ++before) {
        if (random.below(of) == 0) {
          after += fmt::format("o{} requires o{}\n", line, before);
        }
      }
    }
    text += after + "}\n";
  }
  return text;
}

TEST(ProgramBound, IsBelowEveryRun) {
  SplitMix64 random(1);
  const std::vector<GivenKeys> networks{
      {{"topology.kind", "ring"}, {"topology.dims", "7"}},
      {{"topology.kind", "mesh"}, {"topology.dims", "3x3"}, {"router.routing", "west_first"}},
      {{"topology.kind", "hypercube"}, {"topology.dims", "3"}, {"router.routing", "valiant"}},
      {{"topology.kind", "fat_tree"}, {"topology.dims", "2x3"}, {"router.pipeline", "staged"}},
      {{"topology.kind", "dragonfly"}, {"topology.dims", "2x2x1"}}};
  int played = 0;
  for (int each = 0; each < 30; ++each) {
    GivenKeys keys = networks[random.below(networks.size())];
    keys.emplace_back("router.ports", random.below(2) == 0 ? "1" : "all");
    keys.emplace_back("router.switching", random.below(2) == 0 ? "wormhole" : "cut_through");
    keys.emplace_back("link.cycles_per_flit", std::to_string(1 + random.below(2)));
    keys.emplace_back("ni.startup", std::to_string(random.below(9)));
    keys.emplace_back("traffic.placement", random.below(2) == 0 ? "identity" : "random");
    const std::string text = drawn_program(random, 2 + static_cast<std::uint32_t>(random.below(6)));
    try {
      const Planned planned(text, keys);
      ++played;
      const ProgramBound here = planned.here();
      EXPECT_GE(planned.completion(), here.cycles) << here.reason << "\n" << text;
      EXPECT_GE(here.cycles, planned.anywhere().cycles) << text;
    } catch (const ConfigError&) {  // its ranks wait for each other, or its worms could
    }
  }
  EXPECT_GT(played, 10);
}

/// Every rank sends 10 flits, 11 with the header, to every other one.
std::string all_to_all(std::uint32_t ranks) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (std::uint32_t by = 1; by < ranks; ++by) {
      text += fmt::format("send 80b to {0}\nrecv 80b from {0}\n", (rank + by) % ranks);
    }
    text += "}\n";
  }
  return text;
}

// Half of the ranks send to the other half, over the channels of the middle that lead there: one
// of a line, two of a ring, four of a mesh of 4x4, eight of a hypercube of 16 nodes.
TEST(ProgramBound, IsWhatLeavesHalfOfTheNetwork) {
  const auto of = [](const char* kind, const char* dims, const char* ports, std::uint32_t ranks) {
    const Planned planned(all_to_all(ranks), {{"topology.kind", kind},
                                              {"topology.dims", dims},
                                              {"router.ports", ports},
                                              {"router.vcs", "2"}});
    EXPECT_GE(planned.completion(), planned.here().cycles);
    return planned.here();
  };
  EXPECT_EQ(of("line", "16", "1", 16).cycles, 8 * 8 * 11);
  EXPECT_EQ(of("line", "16", "1", 16).reason, "what leaves half of the network");
  EXPECT_EQ(of("ring", "16", "1", 16).cycles, 8 * 8 * 11 / 2);
  EXPECT_EQ(of("mesh", "4x4", "all", 16).cycles, 8 * 8 * 11 / 4);
  EXPECT_EQ(of("line", "5", "1", 4).cycles, 2 * 2 * 11);
  EXPECT_EQ(of("hypercube", "4", "1", 16).reason, "rank 0 sends");
}

// A send of 100 flits is over a cycle after its last word has left its port. What goes on through
// the network then, to ranks that receive nothing or less, holds nobody up.
TEST(ProgramBound, EndsWithTheSendWhereNobodyReceives) {
  EXPECT_EQ(bound_of("rank 0 {\nsend 800b to 1\n}\n").cycles, 104);
  EXPECT_EQ(bound_of("rank 0 {\nsend 800b to 1\n}\nrank 2 {\nsend 800b to 1\n}\n"
                     "rank 3 {\nsend 800b to 1\n}\n")
                .cycles,
            104);
  EXPECT_EQ(bound_of("rank 0 {\nsend 800b to 1\n}\nrank 2 {\nsend 8b to 1\n}\n"
                     "rank 1 {\nrecv 8b from 2\n}\n")
                .cycles,
            104);
}

// From the left half of a line, 4 messages of 101 flits leave over one channel.
TEST(ProgramBound, IsNotWhatLeavesHalfOfTheNetworkWhereNobodyReceives) {
  std::string ranks;
  for (int rank = 0; rank < 4; ++rank) {
    ranks += fmt::format("rank {} {{\nsend 800b to {}\n}}\n", rank, rank + 4);
  }
  const Planned planned(
      "num_ranks 8\n" + ranks,
      {{"topology.kind", "line"}, {"topology.dims", "8"}, {"router.buffer_flits", "512"}});
  EXPECT_EQ(planned.here().cycles, 104);
  EXPECT_GE(planned.completion(), planned.here().cycles);
}

TEST(ProgramBound, OfNothingIsNothing) {
  EXPECT_EQ(bound_of("").cycles, 0);
  EXPECT_EQ(bound_of("").reason, "");
}

}  // namespace
}  // namespace flitcast::test_program_bound
