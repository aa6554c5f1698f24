// A permutation from a file: a line "source destination" for every processor.

#include <string>
#include <vector>

#include "traffic/pattern/pattern_file.h"
#include "traffic/pattern/patterns.h"
#include "traffic/pattern/permutation.h"

namespace flitcast {
namespace {

std::unique_ptr<TrafficPattern> make_from_file(const Topology& topology,
                                               const PatternSettings& settings) {
  const NodeId processors = topology.processors();
  const PatternFile file(settings, processors);
  std::vector<NodeId> to(processors, kNoNode);
  std::vector<NodeId> from(processors, kNoNode);
  for (const PatternFile::Line& line : file.lines()) {
    if (line.words.size() != 2) {
      file.fail(line.number, "give a source and its destination, like 0 5");
    }
    const NodeId source = file.processor(line, 0);
    const NodeId destination = file.processor(line, 1);
    if (to[source] != kNoNode) {
      file.fail(line.number, "node " + std::to_string(source) +
                                 " is a source for the second time; it sends to " +
                                 std::to_string(to[source]));
    }
    if (from[destination] != kNoNode) {
      file.fail(line.number, "this is no permutation: nodes " + std::to_string(from[destination]) +
                                 " and " + std::to_string(source) + " both send to " +
                                 std::to_string(destination));
    }
    to[source] = destination;
    from[destination] = source;
  }
  for (NodeId node = 0; node < processors; ++node) {
    if (to[node] == kNoNode) {
      file.fail_at_end("node " + std::to_string(node) + " has no destination; give all of the " +
                       std::to_string(processors) + " processors one");
    }
  }
  return std::make_unique<Permutation>(std::move(to), settings.self_sends);
}

}  // namespace

PatternKind permutation_pattern() {
  return {"permutation", "a permutation from a file of lines \"source destination\"",
          "any network", true,
          false,         make_from_file};
}

}  // namespace flitcast
