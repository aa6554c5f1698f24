#include "traffic/propose/round_length.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

namespace flitcast {
namespace {

/// Chunks that come over the node's links in a round, of which as many count as it has ports.
ChunkTime brought(const ChunkNetwork& network, NodeId node, ChunkTime round) {
  std::vector<ChunkTime> chunks;
  for (const LinkId id : network.entering(node)) {
    chunks.push_back(round / network.link(id).time);
  }
  std::sort(chunks.begin(), chunks.end(), std::greater<>());
  chunks.resize(std::min(chunks.size(), static_cast<std::size_t>(network.ports())));
  return std::accumulate(chunks.begin(), chunks.end(), ChunkTime{0});
}

/// More fits only where some link has carried a chunk more.
std::set<ChunkTime> lengths_of(const ChunkNetwork& network) {
  constexpr ChunkTime kMostTimes = 16;
  std::set<ChunkTime> times;
  ChunkTime all = 1;
  for (std::size_t id = 0; id < network.size(); ++id) {
    const ChunkTime time = network.link(static_cast<LinkId>(id)).time;
    if (times.insert(time).second && all <= kMostTimes * network.longest_time()) {
      all = std::lcm(all, time);
    }
  }
  const ChunkTime most = std::min(all, kMostTimes * network.longest_time());
  std::set<ChunkTime> lengths{network.longest_time()};
  for (const ChunkTime time : times) {
    for (ChunkTime length = time; length <= most; length += time) {
      if (length > network.longest_time()) {
        lengths.insert(length);
      }
    }
  }
  return lengths;
}

}  // namespace

ChunkTime best_round(const ChunkNetwork& network, std::uint64_t chunks) {
  const auto wanted = static_cast<ChunkTime>(chunks);
  ChunkTime best = network.longest_time();
  ChunkTime soonest = kUnreached;
  for (const ChunkTime length : lengths_of(network)) {
    ChunkTime least = kUnreached;
    for (NodeId node = 0; node < network.processors(); ++node) {
      least = std::min(least, brought(network, node, length));
    }
    const ChunkTime end = least == 0 ? kUnreached : (wanted + least - 1) / least * length;
    if (end < soonest) {
      soonest = end;
      best = length;
    }
  }
  return best;
}

}  // namespace flitcast
