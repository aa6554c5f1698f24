#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/reference/posted_message.h"
#include "hw/waits.h"

namespace flitcast::reference {

struct Message {
  /// Flits have places: addresses (the header of a message to one node, or of one that forks, is
  /// one), then the payload.
  Cycle last() const { return addresses() + posted.payload_flits - 1; }
  Cycle addresses() const {
    return posted.tree != nullptr ? 1 : static_cast<Cycle>(posted.destinations.size());
  }

  std::uint64_t number;
  PostedMessage posted;
  MessageHistory times = {};
  Waits waits = {};      // of its header
  std::size_t hops = 0;  // of its header, routers that it has left
};

struct Flit {
  Message* message = nullptr;
  Cycle place = 0;
  Cycle arrived = 0;  // in the buffer where it stands

  bool is_address() const { return place < message->addresses(); }
  bool is_tail() const { return place == message->last(); }
};

}  // namespace flitcast::reference
