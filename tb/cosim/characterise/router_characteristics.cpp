#include "tb/cosim/characterise/router_characteristics.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "hw/routing/routing.h"
#include "tb/cosim/characterise/passages.h"
#include "tb/cosim/characterise/router_bench.h"

namespace flitcast::cosim {
namespace {

constexpr Cycle kBegin = 10;  // the router is at rest

class Characterisation {
 public:
  explicit Characterisation(const RouterUnderTest& router)
      : router_(router),
        passages_(passages(router.topology, router.routing, router.config, router.node)),
        crossing_(busiest_output()) {}

  RouterCharacteristics measure() const {
    RouterCharacteristics measured;
    measure_lone_worm(measured);
    measure_ejection(measured);
    measure_slots(measured);
    if (router_.config.vcs == 1) {
      measure_worm_gap(measured);
      measure_queue(measured);
      measure_turns(measured);
      measure_grants(measured);
    }
    return measured;
  }

 private:
  bool is_network(int port) const { return port < router_.topology.network_ports(); }
  /// Those into the network output to which most inputs lead.
  std::vector<Passage> busiest_output() const {
    std::map<int, std::vector<Passage>> outputs;
    for (const Passage& passage : passages_) {
      if (is_network(passage.output)) {
        outputs[passage.output].push_back(passage);
      }
    }
    const auto most = std::max_element(
        outputs.begin(), outputs.end(),
        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    return most == outputs.end() ? std::vector<Passage>() : most->second;
  }
  static BenchWorm worm(const Passage& passage, Cycle arrival, std::uint32_t body,
                        Cycle pause = 0) {
    return {passage.input, passage.input_vc, passage.to, arrival, body, pause};
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
  bool may_cross() const { return crossing_.size() >= 2; }

  // A worm with its body right behind the header, and one whose body comes late.
  void measure_lone_worm(RouterCharacteristics& measured) const {
    if (!may_cross()) {
      return;
    }
    RouterBench run = bench(1);
    const bool whole = router_.config.switching != Switching::kWormhole;  // needs room for itself
    run.add(worm(crossing_[0], kBegin, whole ? std::min<std::uint32_t>(3, slots() - 1) : 3));
    run.add(worm(crossing_[0], late(), 1, late()));
    run.run(run_length());
    const BenchWorm& close = run.worms()[0];
    const BenchWorm& late = run.worms()[1];
    measured.header = close.left.at(0) - close.arrived.at(0);
    measured.body = late.left.at(1) - late.arrived.at(1);
    if (slots() > 3) {  // never without a credit
      measured.flit_gap = close.left.at(3) - close.left.at(2);
    }
  }

  void measure_ejection(RouterCharacteristics& measured) const {
    const auto ejection =
        std::find_if(passages_.begin(), passages_.end(),
                     [&](const Passage& passage) { return !is_network(passage.output); });
    if (ejection == passages_.end()) {
      return;
    }
    RouterBench run = bench(1);
    run.add(worm(*ejection, kBegin, 1));
    run.run(run_length());
    measured.ejection = run.worms()[0].left.at(0) - run.worms()[0].arrived.at(0);
  }

  // With the delay of the configuration's links.
  void measure_slots(RouterCharacteristics& measured) const {
    if (!may_cross()) {
      return;
    }
    RouterBench run = bench(router_.config.link_delay);
    const Passage& way = crossing_[0];
    if (!is_network(way.input) || router_.config.switching != Switching::kWormhole) {
      return;
    }
    run.narrow(way.input, way.input_vc);
    run.add(worm(way, kBegin + router_.config.link_delay, 1, late()));
    run.run(run_length());
    measured.header_slot = run.slot_cycles().at(0);
    measured.body_slot = run.slot_cycles().at(1);
  }

  // Two headers come together.
  void measure_worm_gap(RouterCharacteristics& measured) const {
    if (!may_cross() || slots() < 4) {
      return;
    }
    RouterBench run = bench(1);
    run.add(worm(crossing_[0], kBegin, 1));
    run.add(worm(crossing_[1], kBegin, 1));
    run.run(run_length());
    const BenchWorm& a = run.worms()[0];
    const BenchWorm& b = run.worms()[1];
    measured.worm_gap =
        a.left.at(0) < b.left.at(0) ? b.left.at(0) - a.left.at(1) : a.left.at(0) - b.left.at(1);
  }

  // A worm waits for credits; the header behind it has another way.
  void measure_queue(RouterCharacteristics& measured) const {
    if (slots() < 2 || router_.config.switching != Switching::kWormhole) {
      return;
    }
    for (int from = 0; is_network(from); ++from) {
      std::vector<Passage> ways;
      std::copy_if(passages_.begin(), passages_.end(), std::back_inserter(ways),
                   [&](const Passage& way) { return way.input == from && is_network(way.output); });
      if (ways.size() < 2) {
        continue;
      }
      RouterBench run = bench(1);
      run.hold(ways[0].output, late());
      // As much behind the credits as leaves a slot for the other header: more than pipelines hold.
      const std::uint32_t rest = std::min<std::uint32_t>(slots() - 2, 6);
      run.add(worm(ways[0], kBegin, slots() + rest));
      run.add(worm(ways[1], kBegin, 1));
      run.run(run_length());
      const Cycle after = run.worms()[1].left.at(0) - run.worms()[0].left.back();
      if (after > 0) {  // else the tail was no longer before it
        measured.queued = after;
      }
      return;
    }
  }

  // All inputs have worms for one output, many.
  void measure_turns(RouterCharacteristics& measured) const {
    if (!may_cross()) {
      return;
    }
    constexpr int kWorms = 12;  // of an input
    RouterBench run = bench(1);
    for (int i = 0; i < kWorms; ++i) {
      for (const Passage& way : crossing_) {
        run.add(worm(way, kBegin, 1));
      }
    }
    run.run(run_length());
    std::vector<std::pair<Cycle, int>> order;
    for (const BenchWorm& worm : run.worms()) {
      order.emplace_back(worm.left.at(0), worm.input);
    }
    std::sort(order.begin(), order.end());
    measured.turns = turns_of(order, crossing_.size(), kWorms);
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
  void measure_grants(RouterCharacteristics& measured) const {
    if (!may_cross() || slots() < 2 || router_.config.switching != Switching::kWormhole) {
      return;
    }
    RouterBench run = bench(1);
    run.hold(crossing_[0].output, 2 * late());
    run.add(worm(crossing_[0], kBegin, slots() - 1));
    run.add(worm(crossing_[0], late(), 1));
    run.add(worm(crossing_[1], late() + late() / 2, 1));
    run.run(run_length());
    measured.grants_without_credit = run.worms()[1].left.at(0) < run.worms()[2].left.at(0);
  }

  const RouterUnderTest& router_;
  std::vector<Passage> passages_;
  std::vector<Passage> crossing_;
};

}  // namespace

RouterCharacteristics contract(const NetworkConfig& config) {
  RouterCharacteristics measured;
  measured.header = config.router_delay;
  measured.body = measured.ejection = 0;
  measured.flit_gap = measured.worm_gap = config.cycles_per_flit;
  measured.queued = 1;
  measured.header_slot = config.router_delay + 2 * config.link_delay;
  measured.body_slot = 2 * config.link_delay;
  measured.turns = Turns::kRoundRobin;
  measured.grants_without_credit = true;
  return measured;
}

NodeId node_to_characterise(const Topology& topology, const std::vector<bool>& chosen) {
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

RouterCharacteristics characterise(const RouterUnderTest& router) {
  return Characterisation(router).measure();
}

}  // namespace flitcast::cosim
