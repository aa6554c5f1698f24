#include "traffic/pattern/traffic_pattern.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "traffic/pattern/patterns.h"

namespace flitcast {
namespace {

bool anybody_sends(const TrafficPattern& pattern, NodeId processors) {
  for (NodeId node = 0; node < processors; ++node) {
    if (pattern.share(node) > 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

const std::vector<PatternKind>& traffic_patterns() {
  static const std::vector<PatternKind> patterns = {
      uniform_pattern(),     transpose_pattern(),    bit_complement_pattern(),
      bit_reverse_pattern(), bit_rotation_pattern(), shuffle_pattern(),
      tornado_pattern(),     neighbour_pattern(),    next_group_pattern(),
      hotspot_pattern(),     permutation_pattern(),  random_permutation_pattern(),
      matrix_pattern(),      trace_pattern()};
  return patterns;
}

const PatternKind* find_pattern(std::string_view word) {
  const std::vector<PatternKind>& all = traffic_patterns();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const PatternKind& kind) { return kind.word == word; });
  return found == all.end() ? nullptr : &*found;
}

std::unique_ptr<TrafficPattern> make_pattern(const Topology& topology,
                                             const PatternSettings& settings) {
  const PatternKind* const kind = find_pattern(settings.word);
  if (kind == nullptr) {
    std::string words;
    for (const PatternKind& known : traffic_patterns()) {
      words += (words.empty() ? "" : ", ") + std::string(known.word);
    }
    throw std::invalid_argument("there is no pattern " + settings.word + "; there are " + words);
  }
  std::unique_ptr<TrafficPattern> pattern = kind->make(topology, settings);
  if (!anybody_sends(*pattern, topology.processors())) {
    throw std::invalid_argument("with " + settings.word + " on a " + topology.describe() +
                                (settings.self_sends ? "" : " and no sends to oneself") +
                                " no node sends anything");
  }
  return pattern;
}

}  // namespace flitcast
