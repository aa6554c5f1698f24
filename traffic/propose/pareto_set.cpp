#include "traffic/propose/pareto_set.h"

#include <algorithm>
#include <utility>

namespace flitcast {
namespace {

/// In rounds times the chunks of both, which are whole numbers.
bool is_dominated(const ParetoPoint& point, const ParetoPoint& other) {
  const ChunkTime rounds = point.found.time * other.chunks;
  const ChunkTime others = other.found.time * point.chunks;
  if (other.steps > point.steps || others > rounds) {
    return false;
  }
  // Of those that are as good the one with the fewest chunks is best.
  return other.steps < point.steps || others < rounds || other.chunks < point.chunks;
}

}  // namespace

ParetoSet pareto_set(const ChunkNetwork& network, const SynthesisRequest& request) {
  ParetoSet set;
  SynthesisRequest next = request;
  const std::uint32_t fewest = fewest_steps(network, request);
  const std::uint32_t more = fewest_steps(network, request, 1) - fewest;
  try {
    for (next.chunks = 1; next.chunks <= request.chunks; ++next.chunks) {
      for (next.steps = fewest;; next.steps += more) {
        set.points.push_back({next.chunks, next.steps, synthesize(network, next)});
        const Synthesis& found = set.points.back().found;
        if (found.time <= std::max<ChunkTime>(found.counted, next.steps + more)) {
          break;  // as there are no less rounds than steps
        }
      }
    }
  } catch (const SearchEnded&) {
    set.is_whole = false;
  }
  for (ParetoPoint& point : set.points) {
    point.is_best =
        std::none_of(set.points.begin(), set.points.end(),
                     [&](const ParetoPoint& other) { return is_dominated(point, other); });
  }
  return set;
}

}  // namespace flitcast
