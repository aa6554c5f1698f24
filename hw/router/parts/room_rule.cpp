#include "hw/router/parts/room_rule.h"

#include <stdexcept>
#include <string>

namespace flitcast {

std::size_t RoomRule::needed_by_packet(const Flit& header, const OutputVc& out) const {
  const std::size_t flits = header_flits(header.word);
  const std::size_t buffer = out.channel->capacity();
  if (flits <= buffer) {
    return flits;
  }
  if (!store_and_forward_) {
    throw std::logic_error("a packet of " + std::to_string(flits) +
                           " flits does not fit into a buffer of " + std::to_string(buffer));
  }
  return 1;
}

std::size_t RoomRule::needed_to_take(const Flit& header, PortId from, const OutputVc& out) const {
  const bool goes_on = (from ^ 1) == out.port;  // round a ring
  const std::size_t flits = header_flits(header.word) + (goes_on ? 0 : bubble_);
  if (flits > out.channel->capacity()) {
    throw std::logic_error("a packet and its bubble, " + std::to_string(flits) +
                           " flits, do not fit into a buffer of " +
                           std::to_string(out.channel->capacity()));
  }
  return flits;
}

}  // namespace flitcast
