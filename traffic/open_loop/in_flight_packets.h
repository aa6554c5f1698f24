#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/types.h"
#include "traffic/open_loop/source_queues.h"
#include "traffic/play/word_series.h"

namespace flitcast {

/// The further destinations of a packet, in path order, and the words that each has.
struct InFlightMulticast {
  std::vector<NodeId> destinations;
  std::vector<std::uint32_t> arrived;
};

/// Objects that are taken and given back over and over, with the storage that they have.
template <typename T>
class SlotPool {
 public:
  /// As its last user has left it.
  T& take() {
    if (spare_.empty()) {
      spare_.push_back(all_.emplace_back(std::make_unique<T>()).get());
    }
    T& taken = *spare_.back();
    spare_.pop_back();
    return taken;
  }
  void give_back(T& taken) { spare_.push_back(&taken); }

 private:
  std::vector<std::unique_ptr<T>> all_;
  std::vector<T*> spare_;
};

/// A packet between its network interfaces.
struct InFlightPacket {
  CreatedPacket packet;
  NodeId source = kNoNode;
  Cycle injected = -1;            ///< its header entered the injection channel; -1: not told yet
  Cycle tail_arrived = -1;        ///< told before that; else -1
  WordSeries words = {0, 0};      ///< its payload
  std::uint32_t payload = 0;      ///< flits
  std::uint32_t arrived = 0;      ///< words at its destination, if it has only one
  std::uint32_t outstanding = 0;  ///< destinations that do not have it yet; 0: there is no packet
  InFlightMulticast* multicast = nullptr;  ///< null: it has one destination
  std::vector<PortId>* way = nullptr;      ///< null: its header carries none
};

/// The packets under way, by the handle of the network's pool: gives them their words, and checks
/// words and arrivals, with std::logic_error for a word that is wrong, twice, out of order or at
/// the wrong node, and for packets that arrive incomplete or twice. Places are used again.
class InFlightPackets {
 public:
  InFlightPacket& operator[](PacketHandle handle) {
    return chunks_[handle / kChunk][handle % kChunk];
  }

  /// A packet is handed to the network; `multicast` and `way` as made by the next two, or null.
  void start(PacketHandle handle, const InFlightPacket& packet);
  /// For destinations, or ports, that the caller fills in. Given back when all destinations have
  /// the packet.
  InFlightMulticast& new_multicast() { return multicasts_.take(); }
  std::vector<PortId>& new_way() { return ways_.take(); }

  /// As NiClient.
  void read(PacketHandle handle, std::uint32_t first, std::uint32_t count, Word* out) {
    make_words((*this)[handle].words.from(first), count, out);
  }
  void write(PacketHandle handle, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in);
  /// The packet is complete at `at`. True when all destinations have it, and its place is free.
  bool arrive(PacketHandle handle, NodeId at);

 private:
  static constexpr std::size_t kChunk = 1024;

  static std::uint32_t& arrived_words(InFlightPacket& packet, NodeId at);

  std::vector<std::unique_ptr<InFlightPacket[]>> chunks_;  // which stay where they are
  SlotPool<InFlightMulticast> multicasts_;
  SlotPool<std::vector<PortId>> ways_;
};

}  // namespace flitcast
