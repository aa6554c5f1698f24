#include <algorithm>
#include <string>

#include "tests/support/rows/simulated_row.h"

// Rows on networks that they are not made for: worms of a round share links, and what that costs is
// in the excess.

namespace flitcast::test_simulated_contention {
namespace {

struct ContendedRun {
  const char* algorithm;
  const char* kind;
  const char* dims;
  const char* flits;
  const char* keys;
  long predicted;  ///< without contention
  long excess;
  long waits = -1;  ///< cycles that messages waited for channels and ports, where that is pinned
};

std::ostream& operator<<(std::ostream& out, const ContendedRun& run) {
  return out << run.algorithm << ' ' << run.kind << ' ' << run.dims << ' ' << run.keys;
}

class SimulatedContention : public testing::TestWithParam<ContendedRun> {};

/// t_s = 24, t_d = 2, t_m = 1.
RawConfig config_of(const std::string& algorithm, const std::string& kind, const std::string& dims,
                    const std::string& flits) {
  RawConfig raw;
  give(raw, "topology.kind", kind);
  give(raw, "topology.dims", dims);
  give(raw, "traffic.algorithm", algorithm);
  give(raw, "traffic.message_flits", flits);
  give(raw, "router.delay", "1");
  give(raw, "ni.startup", "20");
  return raw;
}

ScheduleRun run(const Plan& plan) {
  ScheduleParts parts;
  parts.channels = true;
  return simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), parts);
}

TEST_P(SimulatedContention, CostsTheExcessThatIsPinned) {
  const ContendedRun& contended = GetParam();
  RawConfig raw = config_of(contended.algorithm, contended.kind, contended.dims, contended.flits);
  give_keys(raw, contended.keys);
  const Plan plan(raw);
  const ScheduleRun result = run(plan);
  EXPECT_EQ(plan.prediction().cycles, contended.predicted);
  EXPECT_EQ(result.completion_cycles - plan.prediction().cycles, contended.excess);
  EXPECT_TRUE(contended.waits < 0 || result.links.waits.total() == contended.waits)
      << result.links.waits.total();
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_LE(plan.prediction().lower_bound_cycles, result.completion_cycles);
}

const ContendedRun kRuns[] = {
    {"prefix-hillis-steele", "line", "11", "4", "", 142, 51, 360},
    {"prefix-hillis-steele", "ring", "16", "4", "", 142, 96, 1110},
    {"prefix-hillis-steele", "mesh", "4x4", "4", "", 132, 7, 66},
    {"prefix-blelloch", "torus", "5x6", "4", "", 266, 6, 12},
    {"barrier-dissemination", "line", "7", "4", "", 114, 15, 120},
    {"barrier-dissemination", "mesh", "4x4", "4", "", 144, 7, 96},
    {"barrier-dissemination", "torus", "4x4", "4", "router.vcs=2", 128, 20, 352},
    {"barrier-dissemination", "ring", "8", "4", "router.vcs=2", 98, 46, 368},
    {"aab-line-hc", "line", "8", "4", "", 114, 54, 416},
    {"aab-line-hc", "line", "16", "4", "", 186, 272, 4304},
    {"aab-line-hc", "ring", "16", "4", "", 186, 272, 4304},
    // worms that wait for each other around rings, or more than two at a link
    {"aas-bruck", "ring", "5", "4", "", 100, 30},
    {"aas-bruck", "ring", "8", "4", "", 134, 214},
    {"aas-bruck", "line", "8", "4", "", 154, 114},
    {"aas-bruck", "mesh", "3x4", "4", "", 210, 32},
    {"aas-bruck", "torus", "4x4", "4", "", 240, 188},
    {"aab-bruck", "ring", "7", "4", "", 108, 112},
    {"aab-bruck", "torus", "3x4", "4", "", 160, 94},
    {"aab-bruck", "mesh", "5x3", "4", "", 192, 61},
    {"allreduce-rabenseifner", "ring", "7", "16", "", 224, 4},
    {"allreduce-rabenseifner", "ring", "16", "64", "", 372, 170},
    {"allreduce-rabenseifner", "torus", "4x4", "64", "", 336, 116},
    {"allreduce-rabenseifner", "mesh", "3x4", "64", "", 476, 94},
    {"allreduce-ring-swing", "ring", "8", "64", "traffic.variant=raw-latency", 274, 186},
    {"allreduce-ring-swing", "ring", "16", "64", "traffic.variant=raw-latency", 372, 860},
    {"allreduce-ring-swing", "ring", "8", "64", "traffic.variant=raw-bandwidth", 276, 36},
    {"allreduce-ring-swing", "ring", "16", "64", "traffic.variant=raw-bandwidth", 352, 94},
};

INSTANTIATE_TEST_SUITE_P(SumsAndLines, SimulatedContention, testing::ValuesIn(kRuns),
                         [](const auto& tested) {
                           const ContendedRun& run = tested.param;
                           return test_name(std::string(run.algorithm) + " " + run.kind + " " +
                                            run.dims + " " + run.keys);
                         });

/// 2^n nodes of a line or ring.
struct Line {
  const char* kind;
  int n;
};

class SimulatedLine : public testing::TestWithParam<Line> {};

// In step j the channel in the middle of 2^(j+1) nodes carries 2^j worms of 2^j·μ words. The first
// is there at once, the last comes from 2^j − 1 links away, and where a link takes no longer than a
// flit its way is hidden behind the worms before it: 2^j·2^j·μ·t_m, as Grama et al. have it.
TEST_P(SimulatedLine, G14TakesAsLongAsTheChannelInTheMiddle) {
  const auto [kind, n] = GetParam();
  RawConfig raw = config_of("aab-line-hc", kind, std::to_string(1 << n), "6");
  give(raw, "router.delay", "0");
  const Plan plan(raw);
  Cycle expected = 0;
  for (int j = 0; j < n; ++j) {
    expected += 24 + (1 << j) * 1 + (1 << j) * (1 << j) * 6;
  }
  EXPECT_EQ(run(plan).completion_cycles, expected);
}

INSTANTIATE_TEST_SUITE_P(Lines, SimulatedLine,
                         testing::Values(Line{"line", 1}, Line{"line", 2}, Line{"line", 3},
                                         Line{"line", 5}, Line{"line", 6}, Line{"ring", 2},
                                         Line{"ring", 5}),
                         [](const auto& tested) {
                           return tested.param.kind + std::to_string(1 << tested.param.n);
                         });

// The worms on the channels of 8 nodes, step by step: 1 0 1 0 1 0 1, 1 2 1 0 1 2 1 and
// 1 2 3 4 3 2 1, with 1 + 4, 1 + 8 and 1 + 16 flits each.
TEST(AllToAllBroadcastOnALine, G14LoadsTheChannelsInTheMiddleMost) {
  const Plan plan(config_of("aab-line-hc", "line", "8", "4"));
  const ScheduleRun result = run(plan);
  const std::int64_t flits[] = {5 + 9 + 17,     2 * 9 + 2 * 17, 5 + 9 + 3 * 17, 4 * 17,
                                5 + 9 + 3 * 17, 2 * 9 + 2 * 17, 5 + 9 + 17};
  int links = 0;
  for (const ChannelResult& channel : result.channels) {
    if (!channel.receive_port) {
      EXPECT_EQ(static_cast<std::int64_t>(channel.flits), flits[std::min(channel.from, channel.to)])
          << channel.from << "->" << channel.to;
      ++links;
    }
  }
  EXPECT_EQ(links, 14);
}

}  // namespace
}  // namespace flitcast::test_simulated_contention
