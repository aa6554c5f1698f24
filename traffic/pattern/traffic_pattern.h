#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "hw/topology/topology.h"
#include "traffic/pattern/pattern_settings.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// A packet of a trace.
struct TracePacket {
  Cycle cycle;  ///< of its creation
  NodeId source;
  NodeId destination;
  std::uint32_t flits;  ///< header included, >= 1
};

/// How much each processor of a network sends to which others: a distribution of destinations for
/// every source, and how much a source sends relative to the rate that is offered.
class TrafficPattern {
 public:
  using VisitDestination = std::function<void(NodeId destination, double probability)>;

  virtual ~TrafficPattern() = default;

  /// Draws the destination of a packet. Precondition: the source sends, share(source) > 0.
  virtual NodeId destination(NodeId source, SplitMix64& random) const = 0;
  /// Calls visit(destination, probability) for all destinations whose probability is not 0; these
  /// add up to 1. None where the source does not send.
  virtual void visit(NodeId source, const VisitDestination& visit) const = 0;
  /// The rate of `source` is so many times the one that is asked for: 0 where it does not send.
  virtual double share(NodeId source) const = 0;
  /// The packets in the order of their creation, where they are given; else null, and they are
  /// drawn.
  virtual const std::vector<TracePacket>* trace() const { return nullptr; }
};

/// A pattern that can be asked for.
struct PatternKind {
  std::string_view word;  ///< load.pattern: "transpose"
  std::string_view help;  ///< one line: "node (x, y) sends to (y, x)"
  std::string_view fits;  ///< the networks: "square meshes and tori, …"
  bool needs_file = false;
  bool needs_hotspots = false;
  /// The topology must outlive the pattern. Throws std::invalid_argument where the pattern does not
  /// fit the network or the file is wrong ("FILE:LINE: what is wrong; what would be right").
  std::unique_ptr<TrafficPattern> (*make)(const Topology& topology,
                                          const PatternSettings& settings);
};

/// All of them.
const std::vector<PatternKind>& traffic_patterns();
/// The one of that word, or null.
const PatternKind* find_pattern(std::string_view word);
/// Throws std::invalid_argument for a word that is none, and as PatternKind::make.
std::unique_ptr<TrafficPattern> make_pattern(const Topology& topology,
                                             const PatternSettings& settings);

}  // namespace flitcast
