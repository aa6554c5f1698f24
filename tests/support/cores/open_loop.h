#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "tests/support/cores/wired_cores.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// Open-loop traffic on a network of cores: every node creates a packet of `flits` flits, header
/// included, in a cycle with probability rate / flits, and its destination is destination(source).
/// The latency of a packet counts from its creation to the cycle in which its tail is in the
/// interface of its destination.
class OpenLoop final : public NiClient {
 public:
  struct Load {
    double rate;  ///< flits per node and cycle
    std::uint32_t flits;
    Cycle warm_up;   ///< packets created before that are not counted,
    Cycle measured;  ///< those created in so many cycles after it are
    std::uint64_t seed = 1;
  };
  using Destination = std::function<NodeId(NodeId source, SplitMix64& random)>;

  OpenLoop(const Topology& topology, const NetworkConfig& config, const Load& load,
           Destination destination)
      : OpenLoop(topology, config, load, std::move(destination),
                 Routing(topology, RoutingOrder::kAscending)) {}
  OpenLoop(const Topology& topology, const NetworkConfig& config, const Load& load,
           Destination destination, Routing routing)
      : routing_(std::move(routing)),
        load_(load),
        destination_(std::move(destination)),
        random_(load.seed),
        nodes_(topology.processors()),
        cores_(topology, routing_, config, packets_, *this, wakes_,
               WiredCores::Worms::kFlitByFlit) {
    wakes_.enlist(source_);
  }

  /// Runs until the measured packets would be through if they took `patience` cycles.
  void run(Cycle patience) {
    const Cycle end = load_.warm_up + load_.measured;
    wakes_.set_last_cycle(end + patience);
    wakes_.wake(source_, 1, 0);
    cores_.run(WiredCores::Order::kForward, end + patience, [this](Cycle now) { create(now); });
  }

  /// Of the measured packets that have arrived; those on the way count as if they arrived now.
  double mean_latency() const {
    double sum = latencies_;
    for (const Sent& packet : sent_) {
      if (counts(packet.created) && !packet.arrived) {
        sum += static_cast<double>(wakes_.now() - packet.created);
      }
    }
    return sum / static_cast<double>(measured_);
  }
  /// Flits per node and cycle that arrived while packets were measured.
  double accepted() const {
    return static_cast<double>(accepted_) / static_cast<double>(load_.measured) / nodes_;
  }
  const WiredCores& cores() const { return cores_; }
  Cycle now() const { return wakes_.now(); }

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      out[i] = packets_[packet].id << 16U | (first + i);
    }
  }
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override {
    Sent& sent = sent_[packets_[packet].id];
    for (std::uint32_t i = 0; i < count; ++i) {
      if (in[i] != (packets_[packet].id << 16U | sent.words) || at != sent.destination) {
        throw std::logic_error("a packet is not what was sent");
      }
      ++sent.words;
    }
    static_cast<void>(first);
  }
  void sent(PacketHandle /*packet*/, Cycle /*issued*/, Cycle /*injected*/) override {}
  void received(PacketHandle packet, NodeId /*at*/, Cycle /*head*/, Cycle tail) override {
    Sent& sent = sent_[packets_[packet].id];
    sent.arrived = true;
    if (sent.words != load_.flits - 1) {
      throw std::logic_error("a packet is not complete");
    }
    const Cycle at = tail - 1;
    if (counts(sent.created)) {
      latencies_ += static_cast<double>(at - sent.created);
    }
    if (counts(at)) {
      accepted_ += load_.flits;
    }
    packets_.remove(packet);
  }

 private:
  struct Sent {
    NodeId destination;
    Cycle created;
    std::uint32_t words = 0;
    bool arrived = false;
  };

  bool counts(Cycle at) const { return at >= load_.warm_up && at < load_.warm_up + load_.measured; }
  void create(Cycle now) {
    source_.take(now);
    for (NodeId node = 0; node < nodes_; ++node) {
      constexpr std::uint64_t kOne = std::uint64_t{1} << 32U;
      const double probability = load_.rate / load_.flits;
      if (random_.below(kOne) < static_cast<std::uint64_t>(probability * kOne)) {
        sent_.push_back({destination_(node, random_), now});
        measured_ += counts(now) ? 1 : 0;
        Packet packet{node,    &sent_.back().destination, 1, load_.flits - 1,
                      nullptr, sent_.size() - 1};
        cores_.interface(node).post(packets_.add(packet), now);
      }
    }
    wakes_.wake(source_, 1, now + 1);
  }

  Routing routing_;
  Load load_;
  Destination destination_;
  SplitMix64 random_;
  NodeId nodes_;
  PacketPool packets_;
  WakeQueue wakes_;
  Alarm source_;
  std::deque<Sent> sent_;
  std::uint64_t measured_ = 0;
  double latencies_ = 0;
  std::uint64_t accepted_ = 0;
  WiredCores cores_;
};

}  // namespace flitcast
