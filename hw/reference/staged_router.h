#pragma once

#include <cstddef>

#include "hw/reference/any_router.h"
#include "hw/reference/reservations.h"
#include "hw/reference/route_stage.h"
#include "hw/reference/staged_ports.h"
#include "hw/reference/switch_stage.h"
#include "hw/reference/switch_traversal.h"
#include "hw/reference/vc_stage.h"

namespace flitcast::reference {

/// A router with a pipeline of stages, a cycle at a time: headers are routed (RouteStage) and get
/// output virtual channels (VcStage), flits get the crossbar (SwitchStage) and leave by it
/// (SwitchTraversal). Allocators and the arrangement of the crossbar are those of the cores.
class StagedRouter final : public AnyRouter {
 public:
  /// `reservations` are null where trees take channels as they come.
  StagedRouter(NodeId node, const NetworkConfig& config, const Routes& routes,
               std::size_t network_ports, Reservations* reservations = nullptr)
      : AnyRouter(node, config, routes, network_ports),
        ports_(config, routes, network_ports, channels_),
        routes_(ports_, rules_, reservations),
        vcs_(ports_, rules_, routes_, routes.escapes()),
        traversal_(ports_, vcs_, routes.topology(), node, reservations),
        switch_(ports_, rules_, traversal_) {}

  void decide(Clock& clock) override {
    for (Input& input : inputs_) {
      ports_.places[ports_.number_of(input)].input = &input;
    }
    vcs_.allocate(clock);
    switch_.allocate(
        vcs_.take_bids(), [&](Input& input) { return input.header_gone || has_pair(input, clock); },
        clock);
  }
  void decide_again(Clock& clock) override {
    Set asking;
    for (const std::size_t index : paired(clock)) {
      asking.insert(ports_.number_of(inputs_[index]));
    }
    switch_.cross_with_pairs(asking, clock);
  }

 private:
  StagedPorts ports_;
  RouteStage routes_;
  VcStage vcs_;
  SwitchTraversal traversal_;
  SwitchStage switch_;
};

}  // namespace flitcast::reference
