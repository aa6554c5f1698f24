#pragma once

#include <cstdint>
#include <memory>

#include "hw/network_config.h"
#include "hw/topology/base_route.h"
#include "hw/topology/link_times.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// Latency of one packet in an empty network, in cycles, from its creation until its tail is in the
/// network interface of its destination; `flits` counts the header. On routers without pipeline 3 +
/// startup + D·t_d + (P − 1)·t_m, as far as buffers are deep enough; store-and-forward 3 + startup
/// + D·(t_d + (P − 1)·t_m). See PacketFlight; the cycle into memory is no part of it.
class PacketLatency {
 public:
  PacketLatency() = default;
  /// Over links that are alike.
  explicit PacketLatency(const NetworkConfig& config) : config_(config) {}
  /// The same, and over those of `topology`, which must outlive it, where they differ.
  PacketLatency(const NetworkConfig& config, const Topology& topology);

  /// To a destination `hops` links away, as if links were alike.
  double operator()(std::int64_t hops, std::uint32_t flits) const;
  /// What a request spends in the memory that it asks, where there is one.
  double memory() const {
    return config_.memory ? static_cast<double>(config_.memory->latency) : 0;
  }
  /// Links differ: what lies on the way counts, not only how many links.
  bool by_links() const { return links_ != nullptr; }
  /// Along a way. Precondition: by_links().
  double along(const BaseRoute& route, NodeId source, NodeId destination,
               std::uint32_t flits) const;

 private:
  NetworkConfig config_;
  const Topology* topology_ = nullptr;  // of the links
  std::shared_ptr<const LinkTimes> links_;
};

}  // namespace flitcast
