#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/topology/family.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/keys/config_keys.h"
#include "tests/support/draw.h"
#include "tests/support/networks/drawn_graph.h"
#include "tests/support/temp_folder.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/operations/operations.h"

namespace flitcast {

/// Keys and their values, as a user would give them.
using DrawnKeys = std::vector<std::pair<std::string, std::string>>;

inline void add_keys(const DrawnKeys& more, DrawnKeys& keys) {
  keys.insert(keys.end(), more.begin(), more.end());
}

inline RawConfig raw_of(const DrawnKeys& keys) {
  RawConfig raw;
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

inline DrawnKeys keys_of(const Topology& topology) {
  const std::string& name = topology.describe();  // "mesh 8x4"
  const std::size_t blank = name.find(' ');
  return {{"topology.kind", name.substr(0, blank)}, {"topology.dims", name.substr(blank + 1)}};
}

/// The keys as options of the command line.
inline std::string options_of_keys(const DrawnKeys& keys) {
  std::string text;
  for (const auto& [key, value] : keys) {
    text += " --" + key + "=" + value;
  }
  return text;
}

/// A network, and the keys that ask for it.
struct NetworkOfKeys {
  Topology topology;
  DrawnKeys keys;
};

/// Draws configurations of small networks: topologies, hardware of any timing, and rows with the
/// parameters that they take. Not every one of them can be played.
class ConfigDraw {
 public:
  explicit ConfigDraw(std::uint64_t seed) : draw_(seed) {}

  Draw& draw() { return draw_; }

  /// A network of at most 64 nodes.
  Topology network() {
    const auto kind = draw_.any_of<TopologyKind>({TopologyKind::kHypercube, TopologyKind::kMesh,
                                                  TopologyKind::kTorus, TopologyKind::kRing,
                                                  TopologyKind::kLine, TopologyKind::kTree});
    switch (kind) {
      case TopologyKind::kHypercube:
      case TopologyKind::kTree:
        return {kind, {draw_.between(1U, 4U)}};
      case TopologyKind::kMesh:
        return {kind, grid(1)};
      case TopologyKind::kTorus:
        return {kind, grid(2)};
      default:
        return {kind, {draw_.between(2U, 12U)}};
    }
  }

  /// One whose processors share routers.
  Topology shared_routers() {
    switch (draw_.between(0, 2)) {
      case 0:
        return {TopologyKind::kCmesh,
                {draw_.between(1U, 3U), draw_.between(1U, 3U), draw_.between(2U, 4U)}};
      case 1:
        return {TopologyKind::kFlattenedButterfly, {draw_.between(2U, 3U), draw_.between(2U, 3U)}};
      default:
        return {TopologyKind::kDragonfly, {draw_.between(1U, 2U), 2, draw_.between(1U, 2U)}};
    }
  }

  /// One of them; or a fat tree, or a graph whose links have numbers of their own.
  NetworkOfKeys any_network() {
    if (draw_.one_in(5)) {
      const auto processors = draw_.between<NodeId>(2, 12);
      const std::string text = draw_graph(draw_, processors, draw_.between<NodeId>(0, 4), 9, 4);
      const std::string file = folder_.write("graph-" + std::to_string(graphs_++) + ".txt", text);
      return {Topology(graph_family(), {{}, file, text}),
              {{"topology.kind", "graph"}, {"topology.file", file}}};
    }
    if (draw_.one_in(8)) {
      const Topology topology = shared_routers();
      return {topology, keys_of(topology)};
    }
    const Topology topology =
        draw_.one_in(8) ? Topology(TopologyKind::kFatTree, {draw_.between(2U, 3U), 2}) : network();
    return {topology, keys_of(topology)};
  }

  /// The shape is one for the row; nothing is said of messages and parameters.
  static bool fits(const Row& row, const Topology& topology) {
    const Routing routing(topology, RoutingOrder::kAscending);
    RowRequest request{topology, routing, 1};
    request.ports = topology.degree();
    request.parameters.destinations = {topology.processors() - 1};
    try {
      check_request(row, request);
    } catch (const ParameterError& error) {
      return error.key().rfind("topology.", 0) != 0;
    }
    return true;
  }

  /// One that the row takes.
  Topology network_of(const Row& row) {
    constexpr int kPatience = 100'000;
    for (int tried = 0; tried < kPatience; ++tried) {
      const Topology topology = network();
      if (fits(row, topology)) {
        return topology;
      }
    }
    throw std::logic_error("no network is found for " + std::string(row.id));
  }

  /// Delays to 60 cycles, a flit every 12 or less, none like the other.
  DrawnKeys timing() {
    DrawnKeys keys{{"link.delay", std::to_string(delay(1))},
                   {"router.delay", std::to_string(delay(0))},
                   {"link.cycles_per_flit", std::to_string(draw_.one_in(2) ? 1 : one_to(12))}};
    if (draw_.one_in(2)) {
      keys.emplace_back("ni.startup", std::to_string(draw_.between(0, 80)));
    }
    if (draw_.one_in(4)) {
      keys.emplace_back("ni.copy_per_flit", std::to_string(one_to(5)));
      keys.emplace_back("ni.reduce_per_flit", std::to_string(one_to(5)));
    }
    return keys;
  }

  /// Of timing() what routers with a pipeline have, a pipeline, and how many virtual channels.
  DrawnKeys staged() {
    const int vcs = draw_.one_in(2) ? 1 : draw_.between(2, 5);
    DrawnKeys keys{{"router.pipeline", "staged"}, {"router.vcs", std::to_string(vcs)}};
    for (const char* stage : {"router.route_delay", "router.vc_delay", "router.switch_delay",
                              "router.traversal_delay", "router.credit_delay"}) {
      if (draw_.one_in(2)) {
        keys.emplace_back(stage, std::to_string(draw_.between(0, draw_.one_in(4) ? 12 : 3)));
      }
    }
    const auto sometimes = [&](const char* key, const std::string& value) {
      if (draw_.one_in(4)) {
        keys.emplace_back(key, value);
      }
    };
    sometimes("router.lookahead_routing", "on");
    sometimes("router.speculation", "on");
    sometimes("router.eject", "bypass");
    sometimes("router.allocator", draw_.any_of<std::string>(
                                      {"separable_output_first", "islip", "wavefront", "maximum"}));
    sometimes("router.inject", "serial");
    sometimes("router.arbiter", draw_.any_of<std::string>({"matrix", "age", "random"}));
    sometimes("router.vc_reuse", "atomic");
    sometimes("router.buffers", "shared");
    sometimes("router.input_speedup", std::to_string(draw_.between(1, vcs)));
    sometimes("router.output_speedup", "2");
    sometimes("router.message_classes", std::to_string(draw_.between(1, vcs)));
    sometimes("router.buffer_flits", std::to_string(draw_.between(1, 30)));
    return keys;
  }

  std::string switching() {
    return draw_.any_of<std::string>({"wormhole", "cut_through", "store_and_forward"});
  }
  std::string flow_control() { return draw_.any_of<std::string>({"credits", "on_off", "bubble"}); }
  std::string duplex() { return draw_.one_in(2) ? "half" : "full"; }

  /// The row, in any variant, with what it moves and how much of it.
  DrawnKeys traffic(const Row& row, const Topology& topology) {
    DrawnKeys keys{{"traffic.algorithm", std::string(row.id)}};
    if (!row.variants.empty() && !draw_.one_in(3)) {
      keys.emplace_back("traffic.variant", draw_.any_of(row.variants));
    }
    if (row.takes("traffic.segments")) {
      keys.emplace_back("traffic.segments", std::to_string(draw_.any_of<int>({1, 2, 3, 4})));
    }
    if (row.takes("traffic.radix")) {
      keys.emplace_back("traffic.radix", std::to_string(draw_.between(2, 5)));
    }
    if (row.takes("traffic.partition")) {
      keys.emplace_back("traffic.partition", partition(topology.dimensions()));
    }
    if (row.application != nullptr) {
      keys.emplace_back("traffic.data", matrix_);
    }
    return keys;
  }

  /// What the operation of a row is given, whichever row plays it.
  DrawnKeys operation(const OperationKind& kind, const Topology& topology) {
    const NodeId nodes = topology.processors();
    DrawnKeys keys;
    if (kind.has_root()) {
      keys.emplace_back("traffic.root", std::to_string(draw_.between<NodeId>(0, nodes - 1)));
    }
    if (kind.has_destinations() && nodes > 1) {
      keys.emplace_back("traffic.destinations",
                        "random:" + std::to_string(draw_.between<NodeId>(1, nodes - 1)));
      keys.emplace_back("run.seed", std::to_string(one_to(1000)));
    }
    if (kind.has_shift() && nodes > 1) {
      keys.emplace_back("traffic.shift", std::to_string(draw_.between<NodeId>(1, nodes - 1)));
    }
    return keys;
  }

  /// μ, the smaller the more nodes there are; some rows cut it into halves, segments or as many
  /// parts as there are nodes.
  std::string flits(const Topology& topology) {
    const bool few_nodes = topology.processors() <= 16;
    if (draw_.one_in(few_nodes ? 3 : 6)) {
      return std::to_string(topology.processors() * (few_nodes ? draw_.any_of<NodeId>({1, 2}) : 1));
    }
    return std::to_string(few_nodes ? draw_.any_of<int>({1, 2, 3, 4, 5, 6, 7, 12, 13, 24})
                                    : draw_.any_of<int>({1, 2, 3, 4, 6}));
  }

 private:
  int one_to(int most) { return draw_.between(1, most); }
  int delay(int least) { return draw_.between(least, draw_.one_in(2) ? 60 : 4); }

  std::vector<std::uint32_t> grid(std::uint32_t least) {
    const int dimensions = one_to(3);
    const std::uint32_t most = dimensions == 1 ? 12 : dimensions == 2 ? 8 : 4;
    const bool powers = draw_.one_in(3);
    std::vector<std::uint32_t> sides;
    for (int d = 0; d < dimensions; ++d) {
      sides.push_back(powers ? 1U << draw_.between(1U, most > 4 ? 3U : 2U)
                             : draw_.between(least, most));
    }
    return sides;
  }

  std::string partition(int dimensions) {
    std::string parts;
    while (dimensions > 0) {
      const int part = one_to(dimensions);
      parts += (parts.empty() ? "" : ",") + std::to_string(part);
      dimensions -= part;
    }
    return parts.empty() ? "1" : parts;
  }

  /// A matrix that divides among the nodes of most networks of powers of two.
  static std::string matrix() {
    constexpr int kSide = 32;
    std::string text;
    for (int row = 0; row < kSide; ++row) {
      for (int column = 0; column < kSide; ++column) {
        text += std::to_string(row * column % 17) + (column + 1 < kSide ? "," : "\n");
      }
    }
    return text;
  }

  Draw draw_;
  TempFolder folder_;
  int graphs_ = 0;
  std::string matrix_ = folder_.write("matrix.csv", matrix());
};

}  // namespace flitcast
