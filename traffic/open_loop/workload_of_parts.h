#pragma once

#include <cstdint>

#include "traffic/play/workload.h"

namespace flitcast {

/// A workload that consists of others: what the network interfaces ask and tell goes to the one
/// whose packet it is.
class WorkloadOfParts : public Workload {
 public:
  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    owner(packet).read(packet, first, count, out);
  }
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override {
    owner(packet).write(packet, at, first, count, in);
  }
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override {
    Workload& part = owner(packet);
    tell_part(part);
    part.sent(packet, issued, injected);
  }
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override {
    Workload& part = owner(packet);
    tell_part(part);
    part.received(packet, at, head_arrived, tail_arrived);
  }

 private:
  virtual Workload& owner(PacketHandle packet) = 0;
};

}  // namespace flitcast
