#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/router/port_layout.h"
#include "hw/router_pipeline.h"

namespace flitcast {

/// How input and output virtual channels share the ports of a crossbar. A port of the router is one
/// of the crossbar, all local ports together are one more: their virtual channels are those of one
/// injection and one ejection port. `Set`: of input virtual channels.
template <typename Set>
class Crossbar {
 public:
  explicit Crossbar(const PortLayout& layout)
      : layout_(layout),
        places_(static_cast<std::size_t>(layout.inputs())),
        members_(static_cast<std::size_t>(ports())),
        holders_(members_.size()) {
    for (int index = 0; index < layout.inputs(); ++index) {
      const int input = port_of(index / layout.vcs);
      places_[static_cast<std::size_t>(index)].input = static_cast<std::uint16_t>(input);
      members_[static_cast<std::size_t>(input)].insert(index);
    }
    for (Place& place : places_) {
      place.behind = members_[place.input];
    }
  }

  /// Inputs, and outputs.
  int ports() const { return layout_.network_ports + 1; }
  /// Input VCs.
  int vcs() const { return layout_.inputs(); }
  int port_of(int router_port) const {
    return layout_.is_network(router_port) ? router_port : layout_.network_ports;
  }
  int input_of(int index) const { return places_[static_cast<std::size_t>(index)].input; }

  /// The worm in front of input VC `index` holds an output VC of `router_port` from now on,
  void enter(int index, int router_port) {
    const int output = port_of(router_port);
    places_[static_cast<std::size_t>(index)].output = static_cast<std::uint16_t>(output);
    holders_[static_cast<std::size_t>(output)].insert(index);
    holding_.insert(index);
  }
  /// until its tail has left.
  void leave(int index) {
    holders_[static_cast<std::size_t>(output_of(index))].erase(index);
    holding_.erase(index);
  }
  /// Itself, and those that want the same crossbar input or output. Of one that holds an output.
  Set rivals(int index) const {
    const Place& place = places_[static_cast<std::size_t>(index)];
    return place.behind | holders_[place.output];
  }
  const Set& holding() const { return holding_; }
  /// Of one that holds an output.
  int output_of(int index) const { return places_[static_cast<std::size_t>(index)].output; }
  /// The input VCs behind a crossbar input.
  const Set& behind(int input) const { return members_[static_cast<std::size_t>(input)]; }

 private:
  struct Place {
    Set behind;  // the same crossbar input
    std::uint16_t input = 0;
    std::uint16_t output = 0;
  };

  PortLayout layout_;
  std::vector<Place> places_;  // by input VC
  std::vector<Set> members_;   // by crossbar input
  std::vector<Set> holders_;   // by crossbar output
  Set holding_;                // all of them
};

}  // namespace flitcast
