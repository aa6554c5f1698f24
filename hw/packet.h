#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/types.h"
#include "hw/waits.h"
#include "hw/worm_tree.h"

namespace flitcast {

/// What the hardware knows of a message under way. The arrays belong to the workload that posted it
/// and stay until the last destination has it.
struct Packet {
  NodeId source = kNoNode;
  const NodeId* destinations = nullptr;  ///< in path order
  std::uint32_t destination_count = 0;   ///< H: header flit, or address flits of an IRC worm
  std::uint32_t payload_flits = 0;       ///< L
  /// Source route: output port per hop, or null for base routing.
  const PortId* route = nullptr;
  std::uint64_t id = 0;  ///< number of the message, given by its poster
  Waits waits = {};      ///< of its header on the way so far
  /// Links between routers on its way, at most; 0 where its poster does not know. It decides
  /// whether the body of the worm may stay behind: see WormSettler::may_lag.
  std::uint32_t hops = 0;
  /// What it is to the node, like request or reply: see RouterPipeline::message_classes.
  std::uint8_t message_class = 0;
  /// Of several workloads at once, the one that posted it.
  std::uint8_t job = 0;
  /// Not 0: `route` is so many ports of one way and, behind them, `hops` ports of another one, of
  /// which the router of the source chooses: see PacketPool::choose.
  std::uint16_t direct_hops = 0;
  /// Not 0: the header carries classes of virtual channels, too, that of hop i in
  /// route[classes_at + i], and goes on to the end of its route even where that leads by its
  /// destination. 0: they follow from the route, by RoutingRelation::class_on_route.
  std::uint32_t classes_at = 0;
  /// The message that it brings, where interfaces make packets of their own.
  PacketHandle carries = 0;
  /// Null, or how its worm forks: one header goes to all destinations of the tree, of which
  /// `destinations` has one.
  const WormTree* tree = nullptr;
  /// Bits of its header that links have turned, see FaultyWire.
  Word turned_header = 0;

  /// Of all messages under way, those of one job in the order in which they came into being.
  std::uint64_t number() const { return (std::uint64_t{job} << 56U) | id; }
  /// Nodes that get it.
  std::uint32_t copies() const { return tree == nullptr ? destination_count : tree->copies(); }
  std::uint32_t flits() const { return destination_count + payload_flits; }
};

/// The packets under way, by handle.
class PacketPool {
 public:
  PacketHandle add(const Packet& packet) {
    if (free_.empty()) {
      packets_.push_back(packet);
      return static_cast<PacketHandle>(packets_.size() - 1);
    }
    const PacketHandle handle = free_.back();
    free_.pop_back();
    packets_[handle] = packet;
    return handle;
  }
  void remove(PacketHandle handle) { free_.push_back(handle); }
  const Packet& operator[](PacketHandle handle) const { return packets_[handle]; }
  /// Several workloads play at once, and `job` of them posts the packet.
  void belong(PacketHandle handle, std::uint8_t job) { packets_[handle].job = job; }
  /// Of packets, by their job; higher goes first where messages wait in the interface of their
  /// node. To be given before the first of them is posted; all are equal otherwise.
  void set_priorities(std::vector<std::uint8_t> by_job) { priorities_ = std::move(by_job); }
  bool has_priorities() const { return !priorities_.empty(); }
  /// Precondition: has_priorities().
  int priority(PacketHandle handle) const { return priorities_[packets_[handle].job]; }
  /// The router of the source has chosen one of two ways.
  void choose(PacketHandle handle, bool direct) {
    Packet& packet = packets_[handle];
    if (direct) {
      packet.hops = packet.direct_hops;
    } else {
      packet.route += packet.direct_hops;
    }
    packet.direct_hops = 0;
  }
  /// A link has turned bits of the packet's header.
  void turn_header(PacketHandle handle, Word bits) { packets_[handle].turned_header ^= bits; }
  /// The header of the packet was held up.
  void count_wait(PacketHandle handle, WaitCause cause, Cycle cycles) {
    packets_[handle].waits[cause] += cycles;
  }
  void count_waits(PacketHandle handle, const Waits& waits) { packets_[handle].waits += waits; }

 private:
  std::vector<Packet> packets_;
  std::vector<PacketHandle> free_;
  std::vector<std::uint8_t> priorities_;
};

}  // namespace flitcast
