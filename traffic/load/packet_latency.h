#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "hw/network_config.h"
#include "hw/topology/base_route.h"
#include "hw/topology/link_times.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// Latency of one packet in an empty network, in cycles, from its creation until its tail is in the
/// network interface of its destination; `flits` counts the header.
class PacketLatency {
 public:
  using ByHops = std::function<double(std::int64_t hops, std::uint32_t flits)>;

  PacketLatency() = default;
  /// Over links that are alike.
  explicit PacketLatency(ByHops by_hops) : by_hops_(std::move(by_hops)) {}
  /// The same, and over those of `topology` where they differ, as MessageTimes has it: buffers are
  /// to be as large as the full rate of every channel needs.
  PacketLatency(ByHops by_hops, const Topology& topology, const NetworkConfig& config);

  /// To a destination `hops` links away, as if links were alike.
  double operator()(std::int64_t hops, std::uint32_t flits) const { return by_hops_(hops, flits); }
  /// Links differ: what lies on the way counts, not only how many links.
  bool by_links() const { return links_ != nullptr; }
  /// Along a way. Precondition: by_links().
  double along(const BaseRoute& way, NodeId source, NodeId destination, std::uint32_t flits) const;

 private:
  ByHops by_hops_;
  const Topology* topology_ = nullptr;  // of the links
  std::shared_ptr<const LinkTimes> links_;
  TimingModel model_ = {};
};

/// On our routers without pipeline: 3 + startup + D·t_d + (P − 1)·t_m; store-and-forward
/// 3 + startup + D·(t_d + (P − 1)·t_m). See hw/README.md; the cycle into memory is no part of it.
PacketLatency contract_latency(const NetworkConfig& config);
/// The same on the links of a network, which must outlive it.
PacketLatency contract_latency(const NetworkConfig& config, const Topology& topology);

}  // namespace flitcast
