#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include <flitcast/network.h>

#include "tb/config/config.h"

namespace flitcast {

/// Which packets a network takes, and which replies its memories owe.
class PacketRules {
 public:
  explicit PacketRules(const Config& config);

  /// So many flits of payload.
  bool fits(std::uint32_t flits) const { return flits < most_flits_; }
  /// Throws std::invalid_argument for a packet that cannot be posted now.
  void check(const Network::Packet& packet) const;

  bool is_reply(const Network::Packet& packet) const {
    return memories_ && packet.message_class > 0;
  }
  /// It has arrived, and is owed a reply if it is a request to a memory.
  void arrive(const Network::Packet& packet);
  /// It is posted. Precondition: is_reply(), and check() has nothing against it.
  void answer(const Network::Packet& reply);
  bool owes_replies() const { return !unanswered_.empty(); }

 private:
  std::string limit() const;

  std::shared_ptr<const Topology> topology_;
  bool memories_;
  bool bounded_;              // all of a packet is to have room in a buffer
  std::uint64_t most_flits_;  // of a packet, header included
  std::unordered_map<std::uint64_t, std::uint32_t> unanswered_;  // requests, by memory and source
};

}  // namespace flitcast
