#include <cctype>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config_keys.h"
#include "tb/plan.h"
#include "tb/test_bench.h"

namespace flitcast {
namespace {

/// One run: a row at one size, in one switching mode, and the cycles that the catalogue's
/// (a, b, c) gives, written out as numbers.
struct Run {
  const char* algorithm;
  const char* kind;
  const char* dims;
  const char* variant;  ///< "" = default
  const char* root;
  const char* switching;       ///< "" = the row's own
  long t_s, t_d, mu_t_m, t_m;  ///< coefficients
};

std::ostream& operator<<(std::ostream& out, const Run& run) {
  return out << run.algorithm << ' ' << run.dims << ' ' << run.variant << ' ' << run.switching;
}

/// A hardware: its keys, and the three numbers that the contract makes of them.
struct Hardware {
  const char* startup;
  const char* router_delay;
  const char* link_delay;
  const char* cycles_per_flit;
  const char* mu;
  long t_s, t_d, t_m, flits;
};

std::ostream& operator<<(std::ostream& out, const Hardware& hardware) {
  return out << "t_s " << hardware.t_s << " t_d " << hardware.t_d << " t_m " << hardware.t_m
             << " mu " << hardware.flits;
}

const Run kRuns[] = {
    // A1: (n, n, n·2^(n−1)) in every switching, all messages go one hop
    {"aas-hc-sex", "hypercube", "1", "", "0", "", 1, 1, 1, 0},
    {"aas-hc-sex", "hypercube", "3", "", "0", "store_and_forward", 3, 3, 12, 0},
    {"aas-hc-sex", "hypercube", "3", "", "0", "wormhole", 3, 3, 12, 0},
    {"aas-hc-sex", "hypercube", "5", "descending", "0", "cut_through", 5, 5, 80, 0},
    {"aas-hc-sex", "hypercube", "5", "ascending", "0", "", 5, 5, 80, 0},
    {"aas-hc-sex", "hypercube", "6", "ascending", "0", "wormhole", 6, 6, 192, 0},
    // A2: (z−1, z−1, z(z−1)/2)
    {"aas-ring-1port", "ring", "3", "", "0", "", 2, 2, 3, 0},
    {"aas-ring-1port", "ring", "6", "", "0", "", 5, 5, 15, 0},
    {"aas-ring-1port", "ring", "13", "", "0", "", 12, 12, 78, 0},
    {"aas-ring-1port", "torus", "8", "", "0", "", 7, 7, 28, 0},
    // A3: odd (z²−1)/8, even unsplit z(z+2)/8, split z²/8
    {"aas-ring-allport", "ring", "3", "", "0", "", 1, 1, 1, 0},
    {"aas-ring-allport", "ring", "9", "", "0", "", 4, 4, 10, 0},
    {"aas-ring-allport", "ring", "21", "standard", "0", "", 10, 10, 55, 0},
    {"aas-ring-allport", "ring", "4", "", "0", "", 2, 2, 3, 0},
    {"aas-ring-allport", "ring", "16", "standard", "0", "", 8, 8, 36, 0},
    {"aas-ring-allport", "ring", "4", "split", "0", "", 2, 2, 2, 0},
    {"aas-ring-allport", "ring", "8", "split", "0", "", 4, 4, 8, 0},
    {"aas-ring-allport", "ring", "16", "split", "0", "", 8, 8, 32, 0},
    // A4: Σ(z−1), the same, N·Σ(z−1)/2
    {"aas-torus-nd-sf", "torus", "3x3", "", "0", "", 4, 4, 18, 0},
    {"aas-torus-nd-sf", "torus", "3x5", "", "0", "wormhole", 6, 6, 45, 0},
    {"aas-torus-nd-sf", "torus", "8x4", "", "0", "cut_through", 10, 10, 160, 0},
    {"aas-torus-nd-sf", "torus", "3x4x5", "", "0", "", 9, 9, 270, 0},
    {"aas-torus-nd-sf", "ring", "7", "", "0", "", 6, 6, 21, 0},
    // A5: Σ(z−1), Σ(z−1)², N·Σ(z−1)/2
    {"aas-mesh-nd-wh-ring", "mesh", "3x3", "", "0", "", 4, 8, 18, 0},
    {"aas-mesh-nd-wh-ring", "mesh", "2x3", "", "0", "", 3, 5, 9, 0},
    {"aas-mesh-nd-wh-ring", "mesh", "3x5", "", "0", "cut_through", 6, 20, 45, 0},
    {"aas-mesh-nd-wh-ring", "mesh", "3x4x5", "", "0", "", 9, 29, 270, 0},
    {"aas-mesh-nd-wh-ring", "mesh", "8x1", "", "0", "", 7, 49, 28, 0},
    {"aas-mesh-nd-wh-ring", "line", "6", "", "0", "", 5, 25, 15, 0},
    // A12: 2^(n−1) of each
    {"aas-hc-allport-sf", "hypercube", "2", "", "0", "", 2, 2, 2, 0},
    {"aas-hc-allport-sf", "hypercube", "4", "", "0", "", 8, 8, 8, 0},
    {"aas-hc-allport-sf", "hypercube", "7", "", "0", "", 64, 64, 64, 0},
    // A14: (2^n−1, n·2^(n−1), 2^n−1)
    {"aas-hc-dex", "hypercube", "1", "", "0", "", 1, 1, 1, 0},
    {"aas-hc-dex", "hypercube", "3", "", "0", "wormhole", 7, 12, 7, 0},
    {"aas-hc-dex", "hypercube", "4", "", "0", "cut_through", 15, 32, 15, 0},
    {"aas-hc-dex", "hypercube", "6", "", "0", "", 63, 192, 63, 0},
    // A17: z²/8, the longest paths, z²/8
    {"aas-ring-dex", "ring", "8", "", "0", "", 8, 24, 8, 0},
    {"aas-ring-dex", "torus", "12", "", "0", "cut_through", 18, 83, 18, 0},
    {"aas-ring-dex", "ring", "16", "", "0", "", 32, 194, 32, 0},
    // A22, the traffic of matrix transposition, is covered with its matrices by the configurations
    // S10: (n, n, 2^n−1)
    {"oas-hc-sbt", "hypercube", "1", "", "1", "", 1, 1, 1, 0},
    {"oas-hc-sbt", "hypercube", "4", "descending", "11", "", 4, 4, 15, 0},
    {"oas-hc-sbt", "hypercube", "7", "ascending", "64", "wormhole", 7, 7, 127, 0},
    // M13: (n, n, n)
    {"oab-hc-sbt", "hypercube", "1", "", "0", "", 1, 1, 1, 0},
    {"oab-hc-sbt", "hypercube", "5", "descending", "19", "", 5, 5, 5, 0},
    {"oab-hc-sbt", "hypercube", "8", "ascending", "255", "store_and_forward", 8, 8, 8, 0},
    // M16: (d, d(d+1), d), and in store-and-forward (d, d(d+1), d(d+1))
    {"oab-tree", "tree", "1", "", "0", "", 1, 2, 1, 0},
    {"oab-tree", "tree", "1", "", "1", "store_and_forward", 1, 2, 2, 0},
    {"oab-tree", "tree", "2", "", "3", "", 2, 6, 2, 0},
    {"oab-tree", "tree", "2", "", "1", "cut_through", 2, 6, 2, 0},
    {"oab-tree", "tree", "3", "", "0", "cut_through", 3, 12, 3, 0},
    {"oab-tree", "tree", "3", "", "6", "store_and_forward", 3, 12, 12, 0},
    {"oab-tree", "tree", "3", "", "5", "wormhole", 3, 12, 3, 0},
    {"oab-tree", "tree", "5", "", "0", "wormhole", 5, 30, 5, 0},
    {"oab-tree", "tree", "5", "", "31", "cut_through", 5, 30, 5, 0},
    {"oab-tree", "tree", "5", "", "18", "store_and_forward", 5, 30, 30, 0},
    // M7, a × b: C-R a+b−2, RC-C (a+b−2)+(b−1), RC-R (a+b−2)+(a−1) hops. Address flits beyond the
    // first: a worm of k hops has k addresses.
    {"oab-mesh-irc-corner", "mesh", "4x4", "C-R", "0", "", 2, 6, 2, 4},
    {"oab-mesh-irc-corner", "mesh", "5x3", "C-R", "14", "", 2, 6, 2, 4},
    {"oab-mesh-irc-corner", "mesh", "2x7", "C-R", "1", "", 2, 7, 2, 5},
    {"oab-mesh-irc-corner", "mesh", "4x4", "RC-C", "12", "", 2, 9, 2, 7},
    {"oab-mesh-irc-corner", "mesh", "3x6", "RC-C", "2", "", 2, 12, 2, 10},
    {"oab-mesh-irc-corner", "mesh", "5x2", "RC-C", "0", "", 2, 6, 2, 4},
    {"oab-mesh-irc-corner", "mesh", "4x4", "RC-R", "15", "", 2, 9, 2, 7},
    {"oab-mesh-irc-corner", "mesh", "6x3", "RC-R", "0", "", 2, 12, 2, 10},
    {"oab-mesh-irc-corner", "mesh", "2x5", "RC-R", "8", "", 2, 6, 2, 4},
    // G5: (n, n, n), real sums
    {"allreduce-hc", "hypercube", "1", "", "0", "", 1, 1, 1, 0},
    {"allreduce-hc", "hypercube", "4", "", "0", "", 4, 4, 4, 0},
    {"allreduce-hc", "hypercube", "8", "", "0", "cut_through", 8, 8, 8, 0},
};

// startup, router.delay, link.delay, cycles_per_flit, μ -> t_s = startup + 4, t_d, t_m
const Hardware kHardware[] = {
    {"0", "0", "1", "1", "2", 4, 1, 1, 2},
    {"20", "1", "1", "1", "6", 24, 2, 1, 6},
    {"7", "3", "1", "2", "18", 11, 4, 2, 18},
    {"100", "1", "2", "3", "40", 104, 3, 3, 40},
};

class SimulatedRow : public testing::TestWithParam<std::tuple<Run, Hardware>> {};

TEST_P(SimulatedRow, MeetsItsClosedFormToTheCycleAndDeliversItsData) {
  const auto& [run, hardware] = GetParam();
  RawConfig raw;
  const std::vector<std::pair<const char*, std::string>> keys = {
      {"topology.kind", run.kind},          {"topology.dims", run.dims},
      {"traffic.algorithm", run.algorithm}, {"traffic.message_flits", hardware.mu},
      {"traffic.root", run.root},           {"traffic.variant", run.variant},
      {"router.switching", run.switching},  {"router.delay", hardware.router_delay},
      {"link.delay", hardware.link_delay},  {"link.cycles_per_flit", hardware.cycles_per_flit},
      {"ni.startup", hardware.startup},
  };
  for (const auto& [key, value] : keys) {
    const bool rootless = std::string(key) == "traffic.root" && value == "0";
    if (!value.empty() && !rootless) {
      give(raw, key, value);
    }
  }
  const Plan plan(raw);
  const RunResult result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  const long expected = run.t_s * hardware.t_s + run.t_d * hardware.t_d +
                        (run.mu_t_m * hardware.flits + run.t_m) * hardware.t_m;
  EXPECT_EQ(result.completion_cycles, expected);
  EXPECT_EQ(plan.prediction().cycles, expected);
  EXPECT_LE(plan.prediction().lower_bound_cycles, expected);
  EXPECT_LE(plan.report().critical_path_cycles, expected);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
  EXPECT_FALSE(result.stuck);
  EXPECT_EQ(result.links.waits.total(), 0);
}

// "aas_hc_sex_3_wormhole_h0": gtest allows letters, digits and underscores only.
std::string name_of(const testing::TestParamInfo<std::tuple<Run, Hardware>>& tested) {
  const Run& run = std::get<0>(tested.param);
  std::string name = run.algorithm;
  for (const char* part : {run.kind, run.dims, run.variant, run.switching}) {
    name += *part != '\0' ? std::string("_") + part : "";
  }
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name + "_h" + std::to_string(tested.index % std::size(kHardware));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kRuns), testing::ValuesIn(kHardware)),
                         name_of);

}  // namespace
}  // namespace flitcast
