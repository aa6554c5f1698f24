#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/router/parts/port_layout.h"
#include "hw/router_pipeline.h"

namespace flitcast {

/// How input and output virtual channels share the ports of a crossbar. A port of the router is one
/// of the crossbar; of a staged router all local ports of a processor together are one: their
/// virtual channels are those of one injection and one ejection port. With input speed-up s, the
/// virtual channels behind a port have s crossbar inputs in turns; with output speed-up s, a port
/// has s crossbar outputs, for which input ports have turns (Dally and Towles, "Principles and
/// Practices of Interconnection Networks", 2004, 17.4). `Set`: of input virtual channels, and of
/// ports of the crossbar.
template <typename Set>
class Crossbar {
 public:
  Crossbar(const Crossbar&) = delete;
  Crossbar& operator=(const Crossbar&) = delete;
  Crossbar(const PortLayout& layout, const RouterPipeline& pipeline)
      : layout_(layout),
        input_speedup_(pipeline.input_speedup),
        output_speedup_(pipeline.output_speedup),
        joins_local_ports_(pipeline.staged()),
        places_(static_cast<std::size_t>(layout.inputs())),
        members_(static_cast<std::size_t>(inputs())),
        holders_(static_cast<std::size_t>(outputs())) {
    for (int index = 0; index < layout.inputs(); ++index) {
      const int port = index / layout.vcs;
      // Local ports that are one count as the virtual channels that they are.
      const int vc = is_own(port) ? index % layout.vcs
                                  : port - layout.first_port_of_seat(layout.seat_of(port));
      const int input = port_of(port) * input_speedup_ + vc % input_speedup_;
      places_[static_cast<std::size_t>(index)].input = static_cast<std::uint16_t>(input);
      members_[static_cast<std::size_t>(input)].insert(index);
    }
    for (Place& place : places_) {
      place.behind = members_[place.input];
    }
  }

  int inputs() const { return ports() * input_speedup_; }
  int outputs() const { return ports() * output_speedup_; }
  /// All local ports of a processor are one.
  bool joins_local_ports() const { return joins_local_ports_; }
  int ports() const {
    return layout_.network_ports + (joins_local_ports_ ? layout_.seats : layout_.local_ports);
  }
  /// Input VCs.
  int vcs() const { return layout_.inputs(); }
  int port_of(int router_port) const {
    return is_own(router_port) ? router_port : layout_.network_ports + layout_.seat_of(router_port);
  }
  int input_of(int index) const { return places_[static_cast<std::size_t>(index)].input; }

  /// The crossbar output by which input VC `index` reaches a port of the router.
  int output_for(int index, int router_port) const {
    const int port = port_of(router_port);
    return output_speedup_ == 1
               ? port
               : port * output_speedup_ + port_of(index / layout_.vcs) % output_speedup_;
  }

  /// The worm in front of input VC `index` holds an output VC of `router_port` from now on,
  void enter(int index, int router_port) {
    const int output = output_for(index, router_port);
    Place& place = places_[static_cast<std::size_t>(index)];
    place.output = static_cast<std::uint16_t>(output);
    place.holders = &holders_[static_cast<std::size_t>(output)];
    place.holders->insert(index);
    holding_.insert(index);
  }
  /// until its tail has left.
  void leave(int index) {
    places_[static_cast<std::size_t>(index)].holders->erase(index);
    holding_.erase(index);
  }
  /// Itself, and those that want the same crossbar input or output. Of one that holds an output.
  Set rivals(int index) const {
    const Place& place = places_[static_cast<std::size_t>(index)];
    return place.behind | *place.holders;
  }
  const Set& holding() const { return holding_; }
  /// Of one that holds an output.
  int output_of(int index) const { return places_[static_cast<std::size_t>(index)].output; }
  /// The input VCs behind the same crossbar input, itself included.
  const Set& beside(int index) const { return places_[static_cast<std::size_t>(index)].behind; }
  /// Itself, and those that want the same crossbar output. Of one that holds an output.
  const Set& holders_with(int index) const {
    return *places_[static_cast<std::size_t>(index)].holders;
  }
  /// The input VCs behind a crossbar input.
  const Set& behind(int input) const { return members_[static_cast<std::size_t>(input)]; }

 private:
  struct alignas(32) Place {
    Set behind;              // the same crossbar input
    Set* holders = nullptr;  // of the crossbar output
    std::uint16_t input = 0;
    std::uint16_t output = 0;
  };

  // A port of the router that is one of the crossbar.
  bool is_own(int router_port) const {
    return !joins_local_ports_ || layout_.is_network(router_port);
  }

  PortLayout layout_;
  int input_speedup_;
  int output_speedup_;
  bool joins_local_ports_;
  std::vector<Place> places_;  // by input VC
  std::vector<Set> members_;   // by crossbar input
  std::vector<Set> holders_;   // by crossbar output
  Set holding_;                // all of them
};

/// Crossbar inputs and outputs by which flits go in a cycle.
template <typename Set>
struct CrossbarUse {
  /// These go on, each to the output that its worm holds.
  void add(const Crossbar<Set>& crossbar, const Set& winners) {
    winners.for_each([&](int index) {
      inputs.insert(crossbar.input_of(index));
      outputs.insert(crossbar.output_of(index));
    });
  }
  /// Input VC `index` would go by one of them.
  bool meets(const Crossbar<Set>& crossbar, int index) const {
    return inputs.contains(crossbar.input_of(index)) || outputs.contains(crossbar.output_of(index));
  }

  Set inputs;
  Set outputs;
};

}  // namespace flitcast
