#pragma once

#include <cctype>
#include <ostream>
#include <sstream>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "tb/config/config_keys.h"
#include "tb/plan/plan.h"
#include "tb/sim/schedule_run.h"

namespace flitcast {

/// One run: a row at one size, and the cycles that the catalogue's (a, b, c) gives, written out as
/// numbers.
struct SimulatedRun {
  const char* algorithm;
  const char* kind;
  const char* dims;
  const char* keys;  ///< further ones, "traffic.variant=split traffic.root=3"
  long t_s, t_d;     ///< coefficients
  long mu_t_m;       ///< the same, times `parts`
  long t_m = 0;
  long parts = 1;  ///< the hardware's μ is multiplied by this, and divided by it in the cost
};

inline std::ostream& operator<<(std::ostream& out, const SimulatedRun& run) {
  return out << run.algorithm << ' ' << run.kind << ' ' << run.dims << ' ' << run.keys;
}

/// A hardware: its keys, and the three numbers that the contract makes of them.
struct SimulatedHardware {
  const char* startup;
  const char* router_delay;
  const char* link_delay;
  const char* cycles_per_flit;
  long t_s, t_d, t_m, flits;
};

inline std::ostream& operator<<(std::ostream& out, const SimulatedHardware& hardware) {
  return out << "t_s " << hardware.t_s << " t_d " << hardware.t_d << " t_m " << hardware.t_m
             << " mu " << hardware.flits;
}

// startup, router.delay, link.delay, cycles_per_flit -> t_s = startup + 4, t_d, t_m; μ
inline constexpr SimulatedHardware kSimulatedHardware[] = {
    {"0", "0", "1", "1", 4, 1, 1, 2},
    {"20", "1", "1", "1", 24, 2, 1, 6},
    {"7", "3", "1", "2", 11, 4, 2, 18},
    {"100", "1", "2", "3", 104, 3, 3, 40},
};

using SimulatedCase = std::tuple<SimulatedRun, SimulatedHardware>;

/// Further keys, "traffic.variant=split traffic.root=3".
inline void give_keys(RawConfig& raw, const char* text) {
  std::istringstream keys(text);
  for (std::string key; keys >> key;) {
    const std::size_t equals = key.find('=');
    give(raw, key.substr(0, equals), key.substr(equals + 1));
  }
}

inline void give_hardware(RawConfig& raw, const SimulatedHardware& hardware) {
  give(raw, "router.delay", hardware.router_delay);
  give(raw, "link.delay", hardware.link_delay);
  give(raw, "link.cycles_per_flit", hardware.cycles_per_flit);
  give(raw, "ni.startup", hardware.startup);
}

/// The keys of a run on a hardware.
inline void give_all(RawConfig& raw, const SimulatedRun& run, const SimulatedHardware& hardware) {
  give(raw, "topology.kind", run.kind);
  give(raw, "topology.dims", run.dims);
  give(raw, "traffic.algorithm", run.algorithm);
  give(raw, "traffic.message_flits", std::to_string(hardware.flits * run.parts));
  give_hardware(raw, hardware);
  give_keys(raw, run.keys);
}

class SimulatedRow : public testing::TestWithParam<SimulatedCase> {};

/// Simulates the case and compares it with its coefficients: without contention to the cycle.
inline void expect_simulated(const RawConfig& raw, const SimulatedRun& run,
                             const SimulatedHardware& hardware) {
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

// "aas_hc_sex_hypercube_3_h0": gtest allows letters, digits and underscores only.
inline std::string name_of_case(const testing::TestParamInfo<SimulatedCase>& tested) {
  const SimulatedRun& run = std::get<0>(tested.param);
  std::string name = run.algorithm;
  for (const char* part : {run.kind, run.dims, run.keys}) {
    name += *part != '\0' ? std::string("_") + part : "";
  }
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name + "_h" + std::to_string(tested.index % std::size(kSimulatedHardware));
}

}  // namespace flitcast
