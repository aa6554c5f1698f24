#pragma once

#include <string>
#include <vector>

#include "hw/router/parts/route_unit.h"
#include "hw/rtl_router/flit_matcher.h"
#include "hw/rtl_router/verilated_core.h"

namespace flitcast {

/// A router of hw/rtl. What it waits for is counted and reported as it tells it.
class RtlCore final : public VerilatedCore {
 public:
  /// The parameters are those of VerilatedCore::Of.
  RtlCore(const RouterSite& site, const RtlParameters& parameters,
          const FlitcastRtlRouter& functions);

  void attach_probe(Probe* probe) override { site_.reporter.attach(probe); }
  InputVcView view(int input, Cycle now) const override;
  std::vector<OccupiedVc> inspect(Cycle now) const override;
  void end_waits(Cycle end) override;

 private:
  void send(Cycle now) override;
  // In the order of a cycle.
  void route_headers(Cycle now);
  void take_grants(Cycle now);
  void book_waits(Cycle now);

  void grant(int index, Cycle now);
  OutputVc& granted_output(int index, Cycle now);

  RouteUnit routes_;  // for what is told of the worms: which way they wait for
  FlitMatcher flits_;
};

}  // namespace flitcast
