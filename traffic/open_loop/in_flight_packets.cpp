#include "traffic/open_loop/in_flight_packets.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace flitcast {
namespace {

constexpr std::uint32_t kComplete = 0xFFFFFFFFU;  // instead of the words that have arrived

[[noreturn]] void fail(NodeId at, const std::string& what) {
  throw std::logic_error("node " + std::to_string(at) + " received " + what);
}

}  // namespace

void InFlightPackets::start(PacketHandle handle, const InFlightPacket& packet) {
  while (handle / kChunk >= chunks_.size()) {
    chunks_.push_back(std::make_unique<InFlightPacket[]>(kChunk));
  }
  (*this)[handle] = packet;
}

std::uint32_t& InFlightPackets::arrived_words(InFlightPacket& packet, NodeId at) {
  if (packet.outstanding == 0) {
    fail(at, "what nobody has sent");
  }
  if (packet.multicast != nullptr) {
    const std::vector<NodeId>& all = packet.multicast->destinations;
    const auto place =
        static_cast<std::size_t>(std::find(all.begin(), all.end(), at) - all.begin());
    if (place < all.size()) {
      return packet.multicast->arrived[place];
    }
  } else if (at == packet.packet.destination) {
    return packet.arrived;
  }
  fail(at, "a packet for node " + std::to_string(packet.packet.destination));
}

void InFlightPackets::write(PacketHandle handle, NodeId at, std::uint32_t first,
                            std::uint32_t count, const Word* in) {
  InFlightPacket& packet = (*this)[handle];
  std::uint32_t& arrived = arrived_words(packet, at);
  if (first != arrived) {
    fail(at,
         "word " + std::to_string(first) + " of a packet instead of " + std::to_string(arrived));
  }
  if (find_mismatch(packet.words.from(first), count, in) != count) {
    fail(at, "a wrong word from node " + std::to_string(packet.source));
  }
  arrived += count;
}

bool InFlightPackets::arrive(PacketHandle handle, NodeId at) {
  InFlightPacket& packet = (*this)[handle];
  std::uint32_t& arrived = arrived_words(packet, at);
  if (arrived != packet.payload) {
    fail(at, arrived == kComplete ? std::string("a packet twice")
                                  : std::to_string(arrived) + " words of a packet with " +
                                        std::to_string(packet.payload));
  }
  arrived = kComplete;
  --packet.outstanding;
  if (packet.outstanding > 0) {
    return false;
  }
  if (packet.multicast != nullptr) {
    multicasts_.give_back(*packet.multicast);
  }
  if (packet.way != nullptr) {
    ways_.give_back(*packet.way);
  }
  return true;
}

}  // namespace flitcast
