#include "tb/gauge/router_gauge.h"

#include <algorithm>
#include <set>
#include <vector>

#include "hw/routing/routing.h"
#include "tb/gauge/router_bench.h"

namespace flitcast {
namespace {

constexpr Cycle kBegin = 10;  // the router is at rest

/// An output port, and a destination to which it leads.
struct Way {
  int port;
  NodeId to;
};

class Gauge {
 public:
  explicit Gauge(const GaugedRouter& router) : router_(router) {
    for (int port = 0; port < router.topology.network_ports(); ++port) {
      const NodeId neighbour = router.topology.neighbour(router.node, static_cast<PortId>(port));
      if (neighbour == kNoNode) {
        continue;
      }
      inputs_.push_back(port);
      if (const NodeId to = destination_by(port, neighbour); to != kNoNode) {
        ways_.push_back({port, to});
      }
    }
    if (has_node()) {
      inputs_.push_back(router.topology.network_ports());
    }
  }

  RouterGauge measure() const {
    RouterGauge gauge;
    measure_lone_worm(gauge);
    if (has_node()) {
      measure_ejection(gauge);
    }
    measure_slots(gauge);
    if (router_.config.vcs == 1) {
      measure_worm_gap(gauge);
      measure_queue(gauge);
      measure_turns(gauge);
      measure_grants(gauge);
    }
    return gauge;
  }

 private:
  /// Messages begin and end here.
  bool has_node() const { return router_.node < router_.topology.processors(); }
  bool leads_to(int port, NodeId to) const {
    return to != router_.node && to < router_.topology.processors() &&
           router_.routing.next_port(router_.node, to) == port;
  }
  /// The neighbour, or the lowest node of those to which routes by a port lead; kNoNode: none.
  NodeId destination_by(int port, NodeId neighbour) const {
    if (leads_to(port, neighbour)) {
      return neighbour;
    }
    NodeId to = 0;
    while (to < router_.topology.processors() && !leads_to(port, to)) {
      ++to;
    }
    return to < router_.topology.processors() ? to : kNoNode;
  }

  RouterBench bench(Cycle link_delay) const {
    return {{router_.topology, router_.routing, router_.config, router_.node, link_delay},
            router_.make_core};
  }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(router_.config.buffer_flits); }
  Cycle pace() const { return router_.config.cycles_per_flit; }
  /// After everything else that a run does before.
  Cycle late() const { return 400 + (router_.config.buffer_flits + 8) * pace(); }
  Cycle run_length() const { return 5 * late() + 100 * pace(); }
  /// Network inputs, and at the end that of the node if there is one, but the one of an output.
  std::vector<int> inputs_for(const Way& way) const {
    std::vector<int> others;
    std::copy_if(inputs_.begin(), inputs_.end(), std::back_inserter(others),
                 [&](int input) { return input != way.port; });
    return others;
  }
  bool may_cross() const { return !ways_.empty() && inputs_for(ways_[0]).size() >= 2; }

  // A worm with its body right behind the header, and one whose body comes late.
  void measure_lone_worm(RouterGauge& gauge) const {
    if (!may_cross()) {
      return;
    }
    RouterBench run = bench(1);
    const int from = inputs_for(ways_[0]).front();
    run.add({from, ways_[0].to, kBegin, 3});
    run.add({from, ways_[0].to, late(), 1, late()});
    run.run(run_length());
    const BenchWorm& close = run.worms()[0];
    const BenchWorm& late = run.worms()[1];
    gauge.header = close.left.at(0) - close.arrived.at(0);
    gauge.body = late.left.at(1) - late.arrived.at(1);
    if (slots() > 3) {  // never without a credit
      gauge.flit_gap = close.left.at(3) - close.left.at(2);
    }
  }

  void measure_ejection(RouterGauge& gauge) const {
    RouterBench run = bench(1);
    run.add({inputs_.front(), router_.node, kBegin, 1});
    run.run(run_length());
    gauge.ejection = run.worms()[0].left.at(0) - run.worms()[0].arrived.at(0);
  }

  // With the delay of the configuration's links.
  void measure_slots(RouterGauge& gauge) const {
    if (!may_cross()) {
      return;
    }
    RouterBench run = bench(router_.config.link_delay);
    const int from = inputs_for(ways_[0]).front();
    if (from >= router_.topology.network_ports() ||
        router_.config.switching != Switching::kWormhole) {
      return;
    }
    run.narrow(from);
    run.add({from, ways_[0].to, kBegin + router_.config.link_delay, 1, late()});
    run.run(run_length());
    gauge.header_slot = run.slot_cycles().at(0);
    gauge.body_slot = run.slot_cycles().at(1);
  }

  // Two headers come together.
  void measure_worm_gap(RouterGauge& gauge) const {
    if (!may_cross() || slots() < 4) {
      return;
    }
    RouterBench run = bench(1);
    const std::vector<int> from = inputs_for(ways_[0]);
    run.add({from[0], ways_[0].to, kBegin, 1});
    run.add({from[1], ways_[0].to, kBegin, 1});
    run.run(run_length());
    const BenchWorm& a = run.worms()[0];
    const BenchWorm& b = run.worms()[1];
    gauge.worm_gap =
        a.left.at(0) < b.left.at(0) ? b.left.at(0) - a.left.at(1) : a.left.at(0) - b.left.at(1);
  }

  // A worm waits for credits; the header behind it has another way.
  void measure_queue(RouterGauge& gauge) const {
    for (const int from : inputs_) {
      std::vector<Way> ways;
      std::copy_if(ways_.begin(), ways_.end(), std::back_inserter(ways),
                   [&](const Way& way) { return way.port != from; });
      if (ways.size() < 2 || slots() < 2 || from >= router_.topology.network_ports() ||
          router_.config.switching != Switching::kWormhole) {
        continue;
      }
      RouterBench run = bench(1);
      run.hold(ways[0].port, late());
      // As much behind the credits as leaves a slot for the other header: more than pipelines hold.
      const std::uint32_t rest = std::min<std::uint32_t>(slots() - 2, 6);
      run.add({from, ways[0].to, kBegin, slots() + rest});
      run.add({from, ways[1].to, kBegin, 1});
      run.run(run_length());
      const Cycle after = run.worms()[1].left.at(0) - run.worms()[0].left.back();
      if (after > 0) {  // else the tail was no longer before it
        gauge.queued = after;
      }
      return;
    }
  }

  // All inputs have worms for one output, many.
  void measure_turns(RouterGauge& gauge) const {
    if (!may_cross()) {
      return;
    }
    constexpr int kWorms = 12;  // of an input
    RouterBench run = bench(1);
    const std::vector<int> from = inputs_for(ways_[0]);
    for (int i = 0; i < kWorms; ++i) {
      for (const int input : from) {
        run.add({input, ways_[0].to, kBegin, 1});
      }
    }
    run.run(run_length());
    std::vector<std::pair<Cycle, int>> order;
    for (const BenchWorm& worm : run.worms()) {
      order.emplace_back(worm.left.at(0), worm.input);
    }
    std::sort(order.begin(), order.end());
    gauge.turns = turns_of(order, from.size(), kWorms);
  }

  // In the middle, where all ask.
  static Turns turns_of(const std::vector<std::pair<Cycle, int>>& order, std::size_t inputs,
                        std::size_t worms) {
    bool round_robin = true;
    for (std::size_t i = inputs; i + inputs <= order.size() - inputs; ++i) {
      std::set<int> winners;
      for (std::size_t k = i; k < i + inputs; ++k) {
        winners.insert(order[k].second);
      }
      round_robin = round_robin && winners.size() == inputs;
    }
    if (round_robin) {
      return Turns::kRoundRobin;
    }
    const int first = order[inputs].second;
    const bool priority =
        std::all_of(order.begin() + static_cast<std::ptrdiff_t>(inputs),
                    order.begin() + static_cast<std::ptrdiff_t>(inputs + worms / 2),
                    [&](const auto& winner) { return winner.second == first; });
    return priority ? Turns::kPriority : Turns::kOther;
  }

  // A worm of the first input takes all credits; then its next header asks, later one of the second
  // input, to which the turn would be if both asked together.
  void measure_grants(RouterGauge& gauge) const {
    if (!may_cross() || slots() < 2 || router_.config.switching != Switching::kWormhole) {
      return;
    }
    RouterBench run = bench(1);
    const std::vector<int> from = inputs_for(ways_[0]);
    run.hold(ways_[0].port, 2 * late());
    run.add({from[0], ways_[0].to, kBegin, slots() - 1});
    run.add({from[0], ways_[0].to, late(), 1});
    run.add({from[1], ways_[0].to, late() + late() / 2, 1});
    run.run(run_length());
    gauge.grants_without_credit = run.worms()[1].left.at(0) < run.worms()[2].left.at(0);
  }

  const GaugedRouter& router_;
  std::vector<int> inputs_;
  std::vector<Way> ways_;
};

}  // namespace

RouterGauge contract(const NetworkConfig& config) {
  RouterGauge gauge;
  gauge.header = config.router_delay;
  gauge.body = gauge.ejection = 0;
  gauge.flit_gap = gauge.worm_gap = config.cycles_per_flit;
  gauge.queued = 1;
  gauge.header_slot = config.router_delay + 2 * config.link_delay;
  gauge.body_slot = 2 * config.link_delay;
  gauge.turns = Turns::kRoundRobin;
  gauge.grants_without_credit = true;
  return gauge;
}

NodeId node_to_gauge(const Topology& topology, const std::vector<bool>& chosen) {
  NodeId best = 0;
  int most = -1;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (!chosen.empty() && !chosen[node]) {
      continue;
    }
    int neighbours = 0;
    for (int port = 0; port < topology.network_ports(); ++port) {
      neighbours += topology.neighbour(node, static_cast<PortId>(port)) == kNoNode ? 0 : 1;
    }
    if (neighbours > most) {
      most = neighbours;
      best = node;
    }
  }
  return best;
}

RouterGauge gauge(const GaugedRouter& router) {
  return Gauge(router).measure();
}

}  // namespace flitcast
