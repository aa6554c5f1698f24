#pragma once

#include <cstdint>
#include <vector>

#include "hw/probe.h"
#include "hw/types.h"

namespace flitcast {

/// An input virtual channel of a router with flits in its buffer, for code that looks into a
/// network that stands still.
struct OccupiedVc {
  /// Flits of one worm that lie behind each other.
  struct Part {
    PacketHandle packet;
    std::uint32_t flits;
  };

  /// An output virtual channel.
  struct Output {
    PortId port;
    int vc;
    int vc_class;
  };

  int input;                 ///< port·vcs + vc
  std::vector<Part> parts;   ///< the oldest first
  PortId wanted = kNoPort;   ///< output port that the worm in front holds or asks for
  int wanted_class = 0;      ///< class of virtual channels that its header asks for
  PortId output = kNoPort;   ///< output port that it holds
  bool has_channel = false;  ///< and its channel: half duplex, from when its header has left
  int output_vc = 0;
  int output_class = 0;
  std::vector<Output> forks = {};    ///< outputs that it holds where it forks, of those it asks for
  PortId absorbing = kNoPort;        ///< local output that takes a copy of it
  PacketHandle turn_of = kNoPacket;  ///< half duplex: has the pair that the worm in front waits for
  VcState state = VcState::kIdle;
};

}  // namespace flitcast
