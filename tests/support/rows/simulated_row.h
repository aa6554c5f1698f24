#pragma once

#include <cctype>
#include <ostream>
#include <sstream>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/plan/plan.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/rows/row_costs.h"

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
  long t_r = 0, t_op = 0;  ///< for lines of row_costs.txt
};

inline std::ostream& operator<<(std::ostream& out, const SimulatedHardware& hardware) {
  return out << "t_s " << hardware.t_s << " t_d " << hardware.t_d << " t_m " << hardware.t_m
             << " mu " << hardware.flits;
}

// startup, router.delay, link.delay, cycles_per_flit -> t_s = startup + 4, t_d, t_m; μ; t_r, t_op
inline constexpr SimulatedHardware kSimulatedHardware[] = {
    {"0", "0", "1", "1", 4, 1, 1, 2},
    {"20", "1", "1", "1", 24, 2, 1, 6},
    {"7", "3", "1", "2", 11, 4, 2, 18, 2, 3},
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

// "aas_hc_sex_hypercube_3_h0": gtest allows letters, digits and underscores only.
inline std::string name_of_case(const testing::TestParamInfo<SimulatedCase>& tested) {
  const SimulatedRun& run = std::get<0>(tested.param);
  std::string name = run.algorithm;
  for (const char* part : {run.kind, run.dims, run.keys}) {
    name += *part != '\0' ? std::string("_") + part : "";
  }
  return test_name(name) + "_h" + std::to_string(tested.index % std::size(kSimulatedHardware));
}

inline bool forks(const Row& row) {
  return row.model.forks != Forks::kNone;
}

/// Staged routers with the delay of the hardware, of headers and flits alike. Trees are not
/// reserved, which takes a cycle where no other is taken by route computation.
inline void give_stages(RawConfig& raw, const SimulatedHardware& hardware) {
  raw.texts.erase("router.delay");
  for (const char* stage : {"route", "vc", "switch"}) {
    give(raw, std::string("router.") + stage + "_delay", "0");
  }
  give(raw, "router.traversal_delay", hardware.router_delay);
  give(raw, "router.forks", "hop_by_hop");
}

/// The keys of a line of row_costs.txt on a hardware.
inline void give_all(RawConfig& raw, const RowCost& line, const SimulatedHardware& hardware) {
  give(raw, "topology.kind", line.kind);
  give(raw, "topology.dims", line.dims);
  give(raw, "traffic.algorithm", line.row);
  give(raw, "traffic.message_flits", std::to_string(hardware.flits * line.parts));
  give_hardware(raw, hardware);
  give(raw, "ni.copy_per_flit", std::to_string(hardware.t_r));
  give(raw, "ni.reduce_per_flit", std::to_string(hardware.t_op));
  for (const auto& [key, value] : line.keys) {
    const bool of_router = key == "ports" || key == "switching" || key == "routing" || key == "vcs";
    const char* const section = of_router ? "router." : key == "duplex" ? "link." : "traffic.";
    if (key != "large" && key != "excess") {
      give(raw, section + key, value);
    }
  }
  const Row& row = find_row(line.row);
  if (forks(row)) {
    give_stages(raw, hardware);
  }
  if (row.operation->has_root() && !line.has("root")) {
    give(raw, "traffic.root", std::to_string(line.topology().processors() * 2 / 3));
  }
}

/// The line on a hardware, as the table says. Worms that fork leave the last router as any other.
inline long cycles_of(const RowCost& line, const SimulatedHardware& hardware) {
  const long t_s =
      hardware.t_s + (forks(find_row(line.row)) ? std::stol(hardware.router_delay) : 0);
  const auto flits = [&](const Ratio& of_message) {
    return (of_message * (hardware.flits * line.parts)).numerator();
  };
  const Coefficients& cost = line.cost;
  return cost.t_s * t_s + cost.t_d * hardware.t_d + (flits(cost.mu_t_m) + cost.t_m) * hardware.t_m +
         flits(cost.mu_t_r) * hardware.t_r + flits(cost.mu_t_op) * hardware.t_op;
}

}  // namespace flitcast
