#include "traffic/propose/hop_clock.h"

namespace flitcast {

HopClock::HopClock(const ChunkNetwork& network)
    : network_(network),
      busy_(network.size(), false),
      on_channel_(network.size(), 0),
      sending_(network.nodes(), 0),
      receiving_(network.nodes(), 0) {}

bool HopClock::is_free(LinkId id) const {
  const ChunkLink& link = network_.link(id);
  const LinkId back = network_.link(link.first).back;
  if (busy_[id] ||
      (network_.duplex() == Duplex::kHalf && back != kNoLink && on_channel_[back] > 0)) {
    return false;
  }
  return on_channel_[link.first] > 0 ||
         (sending_[link.from] < network_.ports() && receiving_[link.to] < network_.ports());
}

void HopClock::start(LinkId id, std::uint32_t chunk) {
  const ChunkLink& link = network_.link(id);
  busy_[id] = true;
  if (on_channel_[link.first]++ == 0) {
    ++sending_[link.from];
    ++receiving_[link.to];
  }
  under_way_.push({plan_.time + link.time, id, chunk});
  plan_.hops.push_back({plan_.time, id, chunk});
}

void HopClock::release(LinkId id) {
  const ChunkLink& link = network_.link(id);
  busy_[id] = false;
  if (--on_channel_[link.first] == 0) {
    --sending_[link.from];
    --receiving_[link.to];
  }
}

}  // namespace flitcast
