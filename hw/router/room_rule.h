#pragma once

#include <cstddef>

#include "hw/fast/input_vc.h"
#include "hw/network_config.h"
#include "hw/router/port_layout.h"

namespace flitcast {

/// How much room a flit needs before it may go on: one slot; all of its packet for a header under
/// cut-through. Under store-and-forward with half duplex too, where the buffer takes a packet: one
/// that waited half-way would keep the pair of channels from those that could make room.
class RoomRule {
 public:
  RoomRule(const PortLayout& layout, const NetworkConfig& config)
      : network_ports_(layout.network_ports),
        store_and_forward_(config.switching == Switching::kStoreAndForward),
        whole_packets_(config.switching == Switching::kCutThrough ||
                       (store_and_forward_ && config.duplex == Duplex::kHalf)) {}

  /// Flits of room that `flit` needs to go to `out`. Throws std::logic_error for a packet larger
  /// than the buffer.
  std::size_t needed(const Flit& flit, const OutputVc& out) const {
    const bool whole =
        whole_packets_ && (flit.kind & flit_kind::kHead) != 0 && out.port < network_ports_;
    return whole ? needed_by_packet(flit, out) : 1;
  }

 private:
  std::size_t needed_by_packet(const Flit& header, const OutputVc& out) const;

  int network_ports_;
  bool store_and_forward_;
  bool whole_packets_;  // a packet moves on only where all of it has room
};

}  // namespace flitcast
