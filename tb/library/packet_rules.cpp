#include "tb/library/packet_rules.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/plan/predict.h"

namespace flitcast {
namespace {

bool holds_packets(const NetworkConfig& network) {
  return network.switching != Switching::kWormhole || network.flow_control == FlowControl::kBubble;
}

std::uint64_t most_flits(const Config& config) {
  const NetworkConfig& network = config.network;
  const auto most = holds_packets(network)
                        ? static_cast<std::uint64_t>(network.buffer_flits - network.bubble_flits)
                        : kMostPacketFlits;
  return most - std::min(most, frame_flits(config));
}

std::uint64_t pair_of(std::uint32_t node, std::uint32_t other) {
  return std::uint64_t{node} << 32U | other;
}

}  // namespace

PacketRules::PacketRules(const Config& config)
    : topology_(config.topology),
      memories_(config.network.memory.has_value()),
      bounded_(holds_packets(config.network)),
      most_flits_(most_flits(config)) {}

void PacketRules::check(const Network::Packet& packet) const {
  const NodeId nodes = topology_->processors();
  if (packet.source >= nodes || packet.destination >= nodes) {
    throw std::invalid_argument(
        fmt::format("a packet goes from node {} to node {}, and there are nodes 0 to {}",
                    packet.source, packet.destination, nodes - 1));
  }
  if (!topology_->in_one_network(packet.source, packet.destination)) {
    throw std::invalid_argument(
        fmt::format("nothing leads from node {} to node {}, in another network of an {}",
                    packet.source, packet.destination, topology_->describe()));
  }
  if (!fits(packet.flits)) {
    throw std::invalid_argument(fmt::format("a packet has {} flits, header included, and {}",
                                            std::uint64_t{packet.flits} + 1, limit()));
  }
  if (memories_ && packet.message_class > 1) {
    throw std::invalid_argument("packets of memories are requests, of class 0, or replies");
  }
  if (is_reply(packet) && unanswered_.count(pair_of(packet.source, packet.destination)) == 0) {
    throw std::invalid_argument(fmt::format("node {} has no request of node {} to reply to",
                                            packet.source, packet.destination));
  }
}

std::string PacketRules::limit() const {
  return bounded_ ? fmt::format("buffers take {}; give a larger load.sizes, or router.buffer_flits",
                                most_flits_)
                  : fmt::format("may have {} at most", most_flits_);
}

void PacketRules::arrive(const Network::Packet& packet) {
  if (memories_ && packet.message_class == 0) {
    ++unanswered_[pair_of(packet.destination, packet.source)];
  }
}

void PacketRules::answer(const Network::Packet& reply) {
  const auto request = unanswered_.find(pair_of(reply.source, reply.destination));
  if (--request->second == 0) {
    unanswered_.erase(request);
  }
}

}  // namespace flitcast
