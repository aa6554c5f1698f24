#include "traffic/optimal/carriers.h"

#include <algorithm>

namespace flitcast {
namespace {

std::uint64_t chunks_by(ChunkTime end, const Carrier& carrier) {
  return end <= carrier.from ? 0 : static_cast<std::uint64_t>((end - carrier.from) / carrier.time);
}

/// Links both ways that carry one chunk at a time, of which this is the second one.
bool is_second_of_pair(const ChunkNetwork& network, LinkId id) {
  return network.duplex() == Duplex::kHalf && network.link(id).back < id;
}

/// Of a link; with half duplex, what is better of both ways.
Carrier carrier_of(const ChunkNetwork& network, LinkId id,
                   const std::vector<ChunkTime>& known_from) {
  const ChunkLink& link = network.link(id);
  if (network.duplex() == Duplex::kFull || link.back == kNoLink) {
    return {known_from[link.from], link.time};
  }
  return {std::min(known_from[link.from], known_from[link.to]),
          std::min(link.time, network.link(link.back).time)};
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

std::vector<Carrier> carriers_into(const ChunkNetwork& network, const std::vector<bool>& inside,
                                   const std::vector<ChunkTime>& known_from) {
  std::vector<Carrier> carriers;
  for (LinkId id = 0; id < network.size(); ++id) {
    const ChunkLink& link = network.link(id);
    const bool counts = network.duplex() == Duplex::kHalf || inside[link.to];
    if (inside[link.from] != inside[link.to] && counts && !is_second_of_pair(network, id)) {
      carriers.push_back(carrier_of(network, id, known_from));
    }
  }
  return carriers;
}

std::vector<Carrier> all_carriers(const ChunkNetwork& network,
                                  const std::vector<ChunkTime>& known_from) {
  std::vector<Carrier> carriers;
  for (LinkId id = 0; id < network.size(); ++id) {
    if (!is_second_of_pair(network, id)) {
      carriers.push_back(carrier_of(network, id, known_from));
    }
  }
  return carriers;
}

}  // namespace flitcast
