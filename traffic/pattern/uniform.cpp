// Uniform random traffic, and the same with hot spots: Dally and Towles, "Principles and Practices
// of Interconnection Networks", 2004, §3.2; hot spots: Pfister and Norton, "'Hot spot' contention
// and combining in multistage interconnection networks", IEEE Trans. Computers C-34(10), 1985.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/topology/graph_file.h"
#include "traffic/pattern/patterns.h"

namespace flitcast {
namespace {

class Uniform final : public TrafficPattern {
 public:
  Uniform(NodeId processors, bool self_sends) : processors_(processors), self_sends_(self_sends) {}

  NodeId destination(NodeId source, SplitMix64& random) const override {
    const auto node = static_cast<NodeId>(random.below(destinations()));
    return self_sends_ || node < source ? node : node + 1;
  }
  void visit(NodeId source, const VisitDestination& visit) const override {
    const double probability = 1.0 / destinations();
    for (NodeId node = 0; node < processors_; ++node) {
      if (self_sends_ || node != source) {
        visit(node, probability);
      }
    }
  }
  double share(NodeId /*source*/) const override { return destinations() > 0 ? 1 : 0; }

 private:
  NodeId destinations() const { return self_sends_ ? processors_ : processors_ - 1; }

  NodeId processors_;
  bool self_sends_;
};

class Hotspot final : public TrafficPattern {
 public:
  Hotspot(NodeId processors, const PatternSettings& settings)
      : rest_(processors, settings.self_sends),
        hot_(settings.hotspots),
        share_(settings.hotspot_share),
        self_sends_(settings.self_sends) {}

  NodeId destination(NodeId source, SplitMix64& random) const override {
    constexpr double kDraws = 1U << 31U;
    const bool hot = static_cast<double>(random.next() >> 33U) < share_ * kDraws;
    const std::size_t choice = hot ? hot_for(source) : 0;
    if (choice == 0) {
      return rest_.destination(source, random);
    }
    std::size_t place = random.below(choice);
    if (choice < hot_.size() && place >= place_of(source)) {
      ++place;
    }
    return hot_[place];
  }
  void visit(NodeId source, const VisitDestination& visit) const override {
    const std::size_t choice = hot_for(source);
    const double share = choice == 0 ? 0 : share_;
    rest_.visit(source, [&](NodeId node, double probability) {
      const bool hot = place_of(node) < hot_.size();
      const double to_node =
          (1 - share) * probability + (hot && choice > 0 ? share / static_cast<double>(choice) : 0);
      if (to_node > 0) {
        visit(node, to_node);
      }
    });
  }
  double share(NodeId source) const override { return rest_.share(source); }

 private:
  std::size_t place_of(NodeId node) const {
    return static_cast<std::size_t>(std::find(hot_.begin(), hot_.end(), node) - hot_.begin());
  }
  /// Hot spots that a source sends to.
  std::size_t hot_for(NodeId source) const {
    return hot_.size() - (!self_sends_ && place_of(source) < hot_.size() ? 1 : 0);
  }

  Uniform rest_;
  std::vector<NodeId> hot_;
  double share_;
  bool self_sends_;
};

std::unique_ptr<TrafficPattern> make_uniform(const Topology& topology,
                                             const PatternSettings& settings) {
  return std::make_unique<Uniform>(topology.processors(), settings.self_sends);
}

std::unique_ptr<TrafficPattern> make_hotspot(const Topology& topology,
                                             const PatternSettings& settings) {
  if (settings.hotspots.empty()) {
    throw std::invalid_argument("hotspot needs the nodes that are hot, like 0 or 0, 27");
  }
  for (std::size_t i = 0; i < settings.hotspots.size(); ++i) {
    const NodeId node = settings.hotspots[i];
    if (node >= topology.processors()) {
      throw std::invalid_argument("hot node " + std::to_string(node) + " is not a processor; " +
                                  numbers_below(topology.processors()));
    }
    if (std::find(settings.hotspots.begin(), settings.hotspots.begin() + static_cast<long>(i),
                  node) != settings.hotspots.begin() + static_cast<long>(i)) {
      throw std::invalid_argument("hot node " + std::to_string(node) + " is given twice");
    }
  }
  if (!(settings.hotspot_share >= 0 && settings.hotspot_share <= 1)) {
    throw std::invalid_argument("the share of the hot nodes is 0 to 1");
  }
  return std::make_unique<Hotspot>(topology.processors(), settings);
}

}  // namespace

PatternKind uniform_pattern() {
  return {"uniform",     "to every node with the same probability, oneself included or not",
          "any network", false,
          false,         make_uniform};
}

PatternKind hotspot_pattern() {
  return {"hotspot",     "a share of the packets to some nodes, evenly; the rest is uniform",
          "any network", false,
          true,          make_hotspot};
}

}  // namespace flitcast
