#pragma once

#include "hw/ni/ni_client.h"
#include "hw/packet.h"
#include "hw/probe.h"
#include "hw/time/wake_queue.h"
#include "hw/types.h"

namespace flitcast {

/// Slots of an injection or ejection channel; a port moves half of it at a time.
inline constexpr Cycle kNiChannelFlits = 32;
inline constexpr Cycle kNiBatch = kNiChannelFlits / 2;

/// What the ports of a network interface share.
struct PortContext {
  const PacketPool& packets;
  NiClient& client;
  WakeQueue& wakes;
  NodeId node;
  Cycle startup;           ///< of a message
  bool flit_by_flit;       ///< none is handed over or taken in together with others
  Probe* probe = nullptr;  ///< is told what happens; null: nobody
};

}  // namespace flitcast
