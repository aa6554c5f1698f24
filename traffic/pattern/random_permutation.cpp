// A permutation drawn from all with the same probability: Fisher and Yates' shuffle (Knuth, TAOCP
// 2, 3.4.2 P).

#include <numeric>
#include <utility>

#include "traffic/pattern/patterns.h"
#include "traffic/pattern/permutation.h"

namespace flitcast {
namespace {

std::unique_ptr<TrafficPattern> make_random(const Topology& topology,
                                            const PatternSettings& settings) {
  std::vector<NodeId> to(topology.processors());
  std::iota(to.begin(), to.end(), 0);
  SplitMix64 random(settings.seed);
  for (std::size_t left = to.size(); left > 1; --left) {
    std::swap(to[left - 1], to[random.below(left)]);
  }
  return std::make_unique<Permutation>(std::move(to), settings.self_sends);
}

}  // namespace

PatternKind random_permutation_pattern() {
  return {"random_permutation", "a permutation that is drawn", "any network", false, false,
          make_random};
}

}  // namespace flitcast
