#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hw/index_set.h"
#include "hw/reference/input.h"
#include "hw/reference/routes.h"
#include "hw/router/allocation/crossbar.h"
#include "hw/router/parts/stage_delays.h"

namespace flitcast::reference {

/// Input or output virtual channels of a router, by number.
using Set = IndexSet<16>;

/// An input virtual channel, and from when on stages look at what stands in front of it.
struct Place {
  Input* input = nullptr;
  Cycle in_front_from = 0;  // the next header, at the earliest
  Cycle decided_from = 0;   // by the switch allocator
};

/// What the stages of a router have in common: its ports, and how long flits take.
struct StagedPorts {
  StagedPorts(const NetworkConfig& network_config, const Routes& routes,
              std::size_t router_network_ports, const std::vector<Channel*>& out)
      : config(network_config),
        channels(out),
        network_ports(router_network_ports),
        through(StageDelays::through(config.pipeline)),
        ejection(StageDelays::ejection(config.pipeline)),
        layout{static_cast<int>(network_ports),
               config.ports * static_cast<int>(routes.topology().seats()),
               config.vcs,
               1,
               0,
               static_cast<int>(routes.topology().seats())},
        crossbar(layout, config.pipeline) {}

  const StageDelays& delays_to(bool local) const { return local ? ejection : through; }
  /// Of the worm in front, which has an output.
  const StageDelays& delays(const Input& input) const {
    return delays_to(input.to_port >= network_ports);
  }
  int number_of(const Input& input) const {
    return layout.input(static_cast<int>(input.port), static_cast<int>(input.from->number));
  }
  Input& input(int number) const { return *places.at(number).input; }
  std::uint64_t age_of(int number) const { return input(number).buffer.front().message->number; }
  /// Of an output virtual channel.
  int port_of(const Lane& lane) const {
    const auto port = std::find(channels.begin(), channels.end(), lane.channel);
    return static_cast<int>(port - channels.begin());
  }

  const NetworkConfig& config;
  const std::vector<Channel*>& channels;  // that leave, by port
  std::size_t network_ports;
  StageDelays through;   // to network ports
  StageDelays ejection;  // to local ports
  PortLayout layout;
  flitcast::Crossbar<Set> crossbar;
  std::map<int, Place> places;
};

}  // namespace flitcast::reference
