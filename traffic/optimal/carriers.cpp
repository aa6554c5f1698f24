#include "traffic/optimal/carriers.h"

#include <algorithm>

namespace flitcast {
namespace {

std::uint64_t chunks_by(ChunkTime end, const Carrier& carrier) {
  return end <= carrier.from ? 0 : static_cast<std::uint64_t>((end - carrier.from) / carrier.time);
}

}  // namespace

ChunkTime least_time(const std::vector<Carrier>& carriers, std::uint64_t most,
                     std::uint64_t chunks) {
  if (chunks == 0) {
    return 0;
  }
  if (carriers.empty()) {
    return kUnreached;
  }
  Carrier best = carriers.front();  // no carrier is better in any respect
  Carrier worst = carriers.front();
  for (const Carrier& each : carriers) {
    best = {std::min(best.from, each.from), std::min(best.time, each.time)};
    worst = {std::max(worst.from, each.from), std::max(worst.time, each.time)};
  }
  const auto enough = [&](ChunkTime end) {
    std::uint64_t sum = 0;
    for (const Carrier& each : carriers) {
      sum += chunks_by(end, each);
    }
    return std::min(sum, most * chunks_by(end, best)) >= chunks;
  };
  ChunkTime low = 0;
  ChunkTime high = worst.from + static_cast<ChunkTime>(chunks) * worst.time;
  while (high - low > 1) {
    const ChunkTime middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace flitcast
