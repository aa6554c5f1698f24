#pragma once

#include <cstdint>

#include "hw/types.h"

namespace flitcast {

/// What a network interface needs from its node: the memory, and a receiver of events.
/// Words come and go in runs of up to 1024, which may be ahead of the flits that carry them: they
/// are read, maybe more than once, between NiCore::post() and sent(), and written, in their order,
/// before received(). What a node may do with them is told by these two.
class NiClient {
 public:
  virtual ~NiClient() = default;

  /// Words first … first + count − 1 of the payload, read from the memory of the packet's source.
  virtual void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) = 0;
  /// The same words as they arrived at node `at`.
  virtual void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
                     const Word* in) = 0;
  /// The packet has left its source: start-up began at `issued`, the header entered the injection
  /// channel at `injected`.
  virtual void sent(PacketHandle packet, Cycle issued, Cycle injected) = 0;
  /// The packet's header and its last word are in the memory of `at` from these cycles on.
  virtual void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) = 0;
};

}  // namespace flitcast
