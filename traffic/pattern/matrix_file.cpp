// A traffic matrix from a file: a line for every source, with a weight for every destination. The
// weights of the whole matrix are relative to each other, so that sources may differ in rate.

#include <string>
#include <utility>
#include <vector>

#include "traffic/pattern/pattern_file.h"
#include "traffic/pattern/patterns.h"
#include "traffic/pattern/weighted_pattern.h"

namespace flitcast {
namespace {

std::unique_ptr<TrafficPattern> make_matrix(const Topology& topology,
                                            const PatternSettings& settings) {
  const NodeId processors = topology.processors();
  const PatternFile file(settings, processors);
  std::vector<std::vector<WeightedPattern::Entry>> rows;
  for (const PatternFile::Line& line : file.lines()) {
    const auto source = static_cast<NodeId>(rows.size());
    if (source == processors) {
      file.fail(line.number, "there are more lines than the " + std::to_string(processors) +
                                 " processors of the network");
    }
    if (line.words.size() != processors) {
      file.fail(line.number, "node " + std::to_string(source) + " has " +
                                 std::to_string(line.words.size()) +
                                 " weights; give one for each of the " +
                                 std::to_string(processors) + " processors");
    }
    std::vector<WeightedPattern::Entry>& row = rows.emplace_back();
    for (NodeId to = 0; to < processors; ++to) {
      const double weight = file.weight(line, to);
      if (weight > 0 && (settings.self_sends || to != source)) {
        row.push_back({to, weight});
      }
    }
  }
  if (rows.size() < processors) {
    file.fail_at_end("node " + std::to_string(rows.size()) +
                     " has no weights; give a line for each of the " + std::to_string(processors) +
                     " processors");
  }
  return std::make_unique<WeightedPattern>(std::move(rows));
}

}  // namespace

PatternKind matrix_pattern() {
  return {"matrix",      "weights from a file, a line of destinations for every source",
          "any network", true,
          false,         make_matrix};
}

}  // namespace flitcast
