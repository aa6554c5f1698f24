#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include <flitcast/network.h>

#include "hw/probe.h"
#include "hw/time/wake_queue.h"
#include "tb/measures/activity.h"

namespace flitcast {

/// Counts what the modules of a network do up to any cycle that is over: what they report ahead of
/// time is counted at its date.
class DatedActivity final : public Probe {
 public:
  /// All references must outlive it but that to `config`.
  DatedActivity(const Topology& topology, const NetworkConfig& config, const WakeQueue& wakes)
      : counter_(topology, config), wakes_(wakes) {}

  /// Before cycle `now`, which has not begun.
  Network::Activity counted(Cycle now);

  void flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) override;
  void flit_left(NodeId node, int input, Cycle at) override;
  void vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) override;
  void waited(NodeId node, PortId port, WaitCause cause, Cycle cycles, Cycle at) override;
  void flit_injected(NodeId node, int port, const Flit& flit, Cycle at) override {
    counter_.flit_injected(node, port, flit, at);
  }
  void bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                       Cycle at) override {
    counter_.bodies_injected(node, port, first, count, at);
  }
  void send_changed(NodeId node, int port, SendState state, PacketHandle packet, Cycle at) override;

 private:
  /// As reported, but for what is not counted.
  struct Report {
    enum Kind { kSent, kLeft, kVc, kWaited, kSend };
    Cycle at;
    Kind kind;
    NodeId node;
    int place;  // port or input
    InputVcView view = {};
    WaitCause cause = {};
    Cycle cycles = 0;
    SendState state = SendState::kIdle;
    std::uint64_t order = 0;
    bool operator>(const Report& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };

  void note(Report report);
  void count(const Report& report);
  void count_until(Cycle last);

  ActivityCounter counter_;
  const WakeQueue& wakes_;
  std::priority_queue<Report, std::vector<Report>, std::greater<>> ahead_;
  std::uint64_t reports_ = 0;
};

}  // namespace flitcast
