#pragma once

#include <cstdio>
#include <string>

#include "tb/plan/load_plan.h"
#include "tb/plan/plan.h"
#include "tb/system/terminal_line.h"
#include "traffic/play/workload.h"

namespace flitcast {

/// How far a run is.
struct Progress {
  WorkloadProgress workload;
  Cycle cycle;
  std::uint64_t flit_hops;
};

/// Shows how far the verification of a schedule is on a terminal.
class TerminalVerification final : public VerifyWatcher {
 public:
  explicit TerminalVerification(std::FILE* stream) : line_(stream) {}

  void verifying(std::uint64_t round, std::uint64_t rounds) override;

 private:
  TerminalLine line_;
};

/// Shows how far the proof of a routing is, likewise.
class TerminalProof final : public VerifyWatcher {
 public:
  explicit TerminalProof(std::FILE* stream) : line_(stream) {}

  void verifying(std::uint64_t round, std::uint64_t rounds) override;

 private:
  TerminalLine line_;
};

/// Makes a plan; where that takes long, a terminal on standard error shows how far it is.
Plan plan_on_terminal(const RawConfig& raw);

/// The same of a run under load, of which the proof of the routing may take long.
LoadPlan load_plan_on_terminal(const RawConfig& raw);

/// The configuration of either plan, whichever the run has, complete.
Config planned_on_terminal(const RawConfig& raw);

/// "proving the routing  19 %  12 s left", for `seconds` since the start.
std::string proof_line(std::uint64_t done, std::uint64_t of, double seconds);

/// "verifying round 12/63  12 s left", for `seconds` since the start; rounds are counted from 0.
std::string verification_line(std::uint64_t round, std::uint64_t rounds, double seconds);

/// "round 12/63  cycle 4711  5.3 M flit-hops/s  12 s left", for `seconds` since the start.
std::string progress_line(const Progress& state, double seconds);

}  // namespace flitcast
