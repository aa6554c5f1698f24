#pragma once

#include <cstdint>
#include <string>

#include "traffic/load/open_load.h"
#include "traffic/play/player.h"
#include "traffic/play/workload.h"

namespace flitcast {

/// A schedule that is played while random traffic goes on: the traffic warms up, then the schedule
/// starts, and when that is complete the traffic stops and the network drains. Messages and packets
/// share the ports of a node in the order in which they are posted.
class CollectiveUnderLoad final : public Workload {
 public:
  /// Both must outlive it, and have not begun.
  CollectiveUnderLoad(Player& player, OpenLoad& load) : player_(player), load_(load) {
    load_.run_in_background();
  }

  /// The cycle in which the first round began; -1 before. The schedule took
  /// player.completion() − started() cycles.
  Cycle started() const { return started_; }

  bool finished() const override { return player_.finished() && load_.finished(); }
  Cycle completion() const override;
  WorkloadProgress progress() const override;
  std::string position() const override;
  /// Rounds completed.
  std::uint64_t phase() const override { return player_.phase(); }

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    client(packet).read(packet, first, count, out);
  }
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override {
    client(packet).write(packet, at, first, count, in);
  }
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override {
    client(packet).sent(packet, issued, injected);
  }
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override {
    client(packet).received(packet, at, head_arrived, tail_arrived);
  }

 private:
  void start() override;
  void act(Cycle now) override;

  void start_schedule_when_warm();
  NiClient& client(PacketHandle packet) {
    if (packets()[packet].id >= OpenLoad::kBackground) {
      return load_;
    }
    return player_;
  }

  Player& player_;
  OpenLoad& load_;
  Cycle started_ = -1;
};

}  // namespace flitcast
