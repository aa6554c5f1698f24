#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/rtl_router/rtl_parameters.h"
#include "hw/topology/link_times.h"
#include "tb/cosim/lockstep/broken_rule.h"
#include "tb/cosim/lockstep/checked_router.h"
#include "tb/measures/lockstep_result.h"

namespace flitcast::cosim {

/// Looks among all routers that are checked for the first mismatch, and for the first of a flit,
/// after which it follows that router alone. Where several are in one cycle, flits come before
/// credits, and low nodes and pins first.
class FirstMismatch {
 public:
  /// `routers` are by their numbers; they must outlive it, as must the rest.
  FirstMismatch(const std::vector<CheckedRouter>& routers, const RtlParameters& parameters,
                const NetworkConfig& config, const Topology& topology);

  /// Whether a router is still to be clocked.
  bool wants(std::uint32_t router) const {
    return !stopped_[router] && (!flit_ || flit_->router == router);
  }

  // In the order of a cycle:
  void arrive(const std::vector<PinEvent>& events, Cycle at);
  /// A router was clocked; null: it is equal to the model.
  void clocked(std::uint32_t router, const PinDifference* difference, Cycle at);
  void depart(const std::vector<PinEvent>& events, Cycle at);

  /// After the run.
  LockstepResult result() const;

 private:
  struct Flit {
    std::uint32_t router;
    PinMismatch pin;
    FlitMismatch details;
  };

  PinMismatch described(std::uint32_t router, const PinDifference& difference, Cycle at) const;
  void find_flit(const std::vector<PinEvent>& events, Cycle at);
  void follow_model(const std::vector<PinEvent>& events, Cycle at);
  void follow_router(Cycle at);

  const std::vector<CheckedRouter>& routers_;
  RtlParameters parameters_;
  Cycle delay_;  // router.delay
  const Topology& topology_;
  LinkTimes times_;
  std::vector<RouterHistory> histories_;  // by router, up to the first mismatch of a flit
  std::vector<bool> stopped_;             // by router: the SystemVerilog has
  std::uint64_t flits_ = 0;
  // Of the cycle that is being played, the first router that differs in a flit.
  std::optional<std::uint32_t> differs_;
  PinDifference difference_;
  std::optional<PinMismatch> credit_;  // before one of a flit
  std::optional<PinMismatch> credit_now_;
  std::optional<Flit> flit_;
};

}  // namespace flitcast::cosim
