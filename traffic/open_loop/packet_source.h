#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/channel_load/packet_mix.h"
#include "traffic/load/load_settings.h"
#include "traffic/open_loop/injection_process.h"
#include "traffic/open_loop/multicast_way.h"
#include "traffic/open_loop/packet_classes.h"
#include "traffic/open_loop/source_queues.h"
#include "traffic/pattern/traffic_pattern.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// What the processors create and when: requests by pattern, sizes and injection process, or as a
/// trace has them, and replies.
class PacketSource {
 public:
  static constexpr Cycle kNever = InjectionProcess::kNever;
  struct Due {
    NodeId source;
    CreatedPacket packet;
  };

  /// `outstanding`: requests that a closed source has under way. `routing` must outlive it. Throws
  /// std::invalid_argument where settings do not fit the network.
  PacketSource(const Routing& routing, const LoadSettings& settings, int outstanding);

  const PacketClasses& classes() const { return classes_; }
  const PacketMix& mix() const { return mix_; }
  bool is_trace() const { return trace_ != nullptr; }
  /// Of a trace that have been created, and in all.
  std::size_t traced() const { return next_of_trace_; }
  std::size_t trace_size() const { return trace_ == nullptr ? 0 : trace_->size(); }
  /// Of all processors, on average; without replies. Closed sources create no more where packets
  /// take `latency` cycles on average without load.
  double packets_per_cycle(double latency) const;

  /// The next cycle in which something is created; kNever where nothing is.
  Cycle next() const;
  /// One of those created at `now`; nothing when there is none left. No cycle may be left out.
  std::optional<Due> take(Cycle now);
  /// `source` creates the reply to a request of class `kind` at cycle `at`, to `destination`, which
  /// created the request at `asked`.
  void reply(Cycle at, NodeId source, NodeId destination, Cycle asked, std::uint32_t kind) {
    replies_.push({at, source, destination, asked, classes_.reply(kind)});
  }
  /// `source` has a reply from cycle `at` on.
  void retire(NodeId source, Cycle at) {
    if (injection_ != nullptr) {
      injection_->retire(source, at);
    }
  }

  /// The destinations of a multicast, in path order.
  void choose_destinations(NodeId source, const CreatedPacket& packet, std::vector<NodeId>& out) {
    multicast_->choose(source, packet.destination, packet.copies, packet.seed, out);
  }

  /// Nothing is created any more but replies.
  void fall_silent() { silent_ = true; }
  /// It is silent, and no reply is due.
  bool over() const { return silent_ && replies_.empty(); }

 private:
  struct Reply {
    Cycle at;
    NodeId source;
    NodeId destination;
    Cycle asked;
    std::uint32_t kind;
    bool operator>(const Reply& other) const {
      return std::tie(at, source, destination, asked, kind) >
             std::tie(other.at, other.source, other.destination, other.asked, other.kind);
    }
  };

  Cycle next_request() const;
  Due take_request(Cycle now);
  Due take_of_trace(Cycle now);
  Due take_reply();

  NodeId processors_;
  double rate_;
  double outstanding_;  // of a closed source; else 0
  std::unique_ptr<TrafficPattern> pattern_;
  const std::vector<TracePacket>* trace_;
  PacketMix mix_;
  PacketClasses classes_;
  std::optional<MulticastWay> multicast_;
  SplitMix64 what_;  // destinations and sizes
  SplitMix64 when_;
  std::unique_ptr<InjectionProcess> injection_;
  std::priority_queue<Reply, std::vector<Reply>, std::greater<>> replies_;
  std::size_t next_of_trace_ = 0;
  bool silent_ = false;
};

}  // namespace flitcast
