#include "traffic/propose/hop_clock.h"

namespace flitcast {

HopClock::HopClock(const ChunkNetwork& network)
    : network_(network),
      busy_(network.size(), false),
      sending_(network.nodes(), 0),
      receiving_(network.nodes(), 0) {}

bool HopClock::is_free(LinkId id) const {
  const ChunkLink& link = network_.link(id);
  const bool back_busy =
      network_.duplex() == Duplex::kHalf && link.back != kNoLink && busy_[link.back];
  return !busy_[id] && !back_busy && sending_[link.from] < network_.ports() &&
         receiving_[link.to] < network_.ports();
}

void HopClock::start(LinkId id, std::uint32_t chunk) {
  const ChunkLink& link = network_.link(id);
  busy_[id] = true;
  ++sending_[link.from];
  ++receiving_[link.to];
  under_way_.push({plan_.time + link.time, id, chunk});
  plan_.hops.push_back({plan_.time, id, chunk});
}

void HopClock::release(LinkId id) {
  busy_[id] = false;
  --sending_[network_.link(id).from];
  --receiving_[network_.link(id).to];
}

}  // namespace flitcast
