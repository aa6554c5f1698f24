#pragma once

#include "hw/link/virtual_channel.h"
#include "hw/ni/port_context.h"

namespace flitcast {

/// A message on its way out of a network interface: when its send began, and when its header enters
/// the injection channel.
struct Sending {
  PacketHandle packet;
  Cycle issued;
  Cycle injected;
};

/// Tells a probe that comes late of the message that local port `port` sends into `channel`, and of
/// its flits handed over with dates at or after `from`.
void report_sending(Probe& probe, NodeId node, int port, const Sending& message,
                    const VirtualChannel& channel, Cycle from);

}  // namespace flitcast
