// Packets from a file: lines "cycle,source,destination,flits" in any order, after a line that says
// so or without it.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "traffic/pattern/pattern_file.h"
#include "traffic/pattern/patterns.h"
#include "traffic/pattern/weighted_pattern.h"

namespace flitcast {
namespace {

constexpr std::uint64_t kMostCycle = 1'000'000'000'000;
constexpr std::uint64_t kMostFlits = 1'000'000;

class Trace final : public TrafficPattern {
 public:
  Trace(NodeId processors, std::vector<TracePacket> packets)
      : packets_(std::move(packets)), flits_(rows(processors, packets_)) {}

  NodeId destination(NodeId source, SplitMix64& random) const override {
    return flits_.destination(source, random);
  }
  void visit(NodeId source, const VisitDestination& visit) const override {
    flits_.visit(source, visit);
  }
  double share(NodeId source) const override { return flits_.share(source); }
  const std::vector<TracePacket>* trace() const override { return &packets_; }

 private:
  static std::vector<std::vector<WeightedPattern::Entry>> rows(
      NodeId processors, const std::vector<TracePacket>& packets) {
    std::vector<std::map<NodeId, double>> flits(processors);
    for (const TracePacket& packet : packets) {
      flits[packet.source][packet.destination] += packet.flits;
    }
    std::vector<std::vector<WeightedPattern::Entry>> rows(processors);
    for (NodeId source = 0; source < processors; ++source) {
      for (const auto& [destination, weight] : flits[source]) {
        rows[source].push_back({destination, weight});
      }
    }
    return rows;
  }

  std::vector<TracePacket> packets_;
  WeightedPattern flits_;
};

std::unique_ptr<TrafficPattern> make_trace(const Topology& topology,
                                           const PatternSettings& settings) {
  const PatternFile file(settings, topology.processors());
  const std::vector<std::string_view> head = {"cycle", "src", "dst", "flits"};
  std::vector<TracePacket> packets;
  for (const PatternFile::Line& line : file.lines()) {
    if (&line == &file.lines().front() && line.words == head) {
      continue;
    }
    if (line.words.size() != head.size()) {
      file.fail(line.number, "give cycle, source, destination and flits of a packet, like 0,3,5,8");
    }
    packets.push_back(
        {static_cast<Cycle>(file.number(line, 0, "the cycle", 0, kMostCycle)),
         file.processor(line, 1), file.processor(line, 2),
         static_cast<std::uint32_t>(file.number(line, 3, "the size in flits", 1, kMostFlits))});
    if (!settings.self_sends && packets.back().source == packets.back().destination) {
      file.fail(line.number, "node " + std::to_string(packets.back().source) +
                                 " sends to itself, and such packets are off");
    }
  }
  if (packets.empty()) {
    file.fail_at_end("there are no packets; give lines like 0,3,5,8");
  }
  std::stable_sort(packets.begin(), packets.end(),
                   [](const TracePacket& a, const TracePacket& b) { return a.cycle < b.cycle; });
  return std::make_unique<Trace>(topology.processors(), std::move(packets));
}

}  // namespace

PatternKind trace_pattern() {
  return {"trace",       "the packets of a file of lines \"cycle,src,dst,flits\"",
          "any network", true,
          false,         make_trace};
}

}  // namespace flitcast
