#pragma once

#include <cstddef>

#include "hw/network_config.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"

namespace flitcast {

/// How much room a flit needs before it may go on: one slot; all of its packet for a header under
/// cut-through. Under store-and-forward with half duplex too, where the buffer takes a packet: one
/// that waited half-way would keep the pair of channels from those that could make room.
///
/// Bubble flow control needs no datelines: a ring whose buffers always have room for a packet
/// together goes on (C. Carrion, R. Beivide, J. A. Gregorio and F. Vallejo, "A flow control
/// mechanism to avoid message deadlock in k-ary n-cube networks", HiPC 1997; V. Puente et al.,
/// "Adaptive bubble router: a design to improve performance in torus networks", ICPP 1999). Here
/// the router looks at the one buffer that the packet enters.
class RoomRule {
 public:
  RoomRule(const PortLayout& layout, const NetworkConfig& config)
      : network_ports_(layout.network_ports),
        store_and_forward_(config.switching == Switching::kStoreAndForward),
        whole_packets_(config.switching == Switching::kCutThrough ||
                       (store_and_forward_ && config.duplex == Duplex::kHalf)),
        leaves_bubbles_(config.flow_control == FlowControl::kBubble),
        bubble_(static_cast<std::size_t>(config.bubble_flits)) {}

  /// Bubble flow control: a header takes a network output only where there is room for its packet,
  /// and where it enters a ring, for the bubble as well. One that took it and then waited would
  /// keep it from those that go on round the ring, which need no bubble.
  bool leaves_bubbles() const { return leaves_bubbles_; }
  /// Flits of room behind `out`, a network output, with which `header`, which came by port `from`,
  /// may take it; of a grid of rings. Throws std::logic_error if they are more than the buffer.
  std::size_t needed_to_take(const Flit& header, PortId from, const OutputVc& out) const;

  /// Flits of room that `flit` needs to go to `out`. Throws std::logic_error for a packet larger
  /// than the buffer.
  std::size_t needed(const Flit& flit, const OutputVc& out) const {
    const bool whole =
        whole_packets_ && (flit.kind & flit_kind::kHead) != 0 && out.port < network_ports_;
    return whole ? needed_by_packet(flit, out) : 1;
  }
  /// From when on, `ready` at the earliest, there is room for `flit` where `out` leads; kOpen where
  /// that is not known.
  [[gnu::always_inline]] Cycle room_from(Cycle ready, const Flit& flit, const OutputVc& out) const {
    const Cycle room = out.channel->room_from(ready);
    const std::size_t need = needed(flit, out);
    return need == 1 || room == Departure::kOpen ? room
                                                 : out.channel->packet_room_from(need, ready);
  }

 private:
  std::size_t needed_by_packet(const Flit& header, const OutputVc& out) const;

  int network_ports_;
  bool store_and_forward_;
  bool whole_packets_;  // a packet moves on only where all of it has room
  bool leaves_bubbles_;
  std::size_t bubble_;
};

}  // namespace flitcast
