#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/cosim/lockstep/lockstep_check.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/reference/drawn_network.h"

namespace flitcast::cosim {

inline CheckedLinks links_of(const CoreNetwork& network) {
  const Topology& topology = network.topology();
  const int ports = topology.network_ports() + network.config().ports;
  CheckedLinks links;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const bool processor = node < topology.processors();
    for (int port = 0; port < ports; ++port) {
      const auto leaving = static_cast<PortId>(port);
      const bool connected = port < topology.network_ports()
                                 ? topology.neighbour(node, leaving) != kNoNode
                                 : processor;
      links.outputs.push_back(connected ? &network.link_behind(node, leaving) : nullptr);
    }
    for (int local = 0; local < network.config().ports; ++local) {
      links.injections.push_back(processor ? &network.injection(node, static_cast<PortId>(local))
                                           : nullptr);
    }
  }
  return links;
}

/// A drawn network of the model, of which some routers are checked.
class CheckedNetworkRun {
 public:
  CheckedNetworkRun(const DrawnNetwork& drawn, const RtlParameters& parameters,
                    const FlitcastRtlRouter& library, const std::vector<bool>& nodes,
                    LockstepCheck::Mismatches mismatches = LockstepCheck::Mismatches::kEndTheRun)
      : drawn_(drawn),
        network_(drawn.topology(), drawn.config, drawn.config.order),
        check_({parameters, library},
               {network_.routing(), network_.config(), network_.packets(), network_.wakes(),
                links_of(network_)},
               nodes, mismatches) {
    for (const PostedMessage& message : drawn.messages) {
      network_.add(message);
    }
    const ProbedModules modules = check_.modules();
    for (NodeId node = 0; node < modules.routers.size(); ++node) {
      if (modules.routers[node]) {
        network_.attach_router_probe(node, check_);
      }
      if (node < modules.interfaces.size() && modules.interfaces[node]) {
        network_.attach_interface_probe(node, check_);
      }
    }
  }

  /// What a MismatchError says, or nothing.
  std::string run() {
    try {
      network_.run(drawn_.visits);
      check_.finish(WakeQueue::kNever - 1);
    } catch (const MismatchError& mismatch) {
      return mismatch.what();
    }
    return "";
  }
  const LockstepCheck& check() const { return check_; }
  const CoreNetwork& network() const { return network_; }

 private:
  const DrawnNetwork& drawn_;
  CoreNetwork network_;
  LockstepCheck check_;
};

}  // namespace flitcast::cosim
