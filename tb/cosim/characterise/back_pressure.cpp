#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tb/cosim/characterise/passages.h"
#include "tb/cosim/characterise/router_bench.h"
#include "tb/cosim/characterise/router_characteristics.h"

namespace flitcast::cosim {
namespace {

constexpr Cycle kFirstWorm = 10;        // the router is at rest
constexpr std::uint32_t kBeyond = 8;    // flits that wait outside of a full router
constexpr Cycle kLocalSlots = 2;        // of the buffer of a local input
constexpr std::uint32_t kLongest = 40;  // flits of a worm among many
constexpr std::uint32_t kWorms = 6;     // of an input virtual channel to an output, among many

class BackPressure {
 public:
  explicit BackPressure(const RouterUnderTest& router)
      : router_(router),
        passages_(passages(router.topology, router.routing, router.config, router.node)) {}

  void try_all() const {
    if (longest() < 2) {
      return;
    }
    for (const Passage& passage : passages_) {
      for (int vc = 0; is_network(passage.output) && vc < passage.input_vcs; ++vc) {
        Passage way = passage;
        way.input_vc += vc;
        try_alone(way);
        try_held_output(way);
        try_closed_output(way);
      }
    }
    try_storm();
  }

 private:
  bool is_network(int port) const { return port < router_.topology.network_ports(); }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(router_.config.buffer_flits); }
  std::uint32_t slots_of(const Passage& way) const {
    return is_network(way.input) ? slots() : static_cast<std::uint32_t>(kLocalSlots);
  }
  /// That passes whole where a packet needs room for all of it.
  std::uint32_t longest() const {
    return router_.config.switching == Switching::kWormhole ? UINT32_MAX : slots();
  }
  /// What so many flits take at most, on their way in and out.
  Cycle time_of(std::uint32_t flits) const {
    return 400 + 4 * router_.config.link_delay +
           (flits + Cycle{kBeyond}) * router_.config.cycles_per_flit;
  }
  RouterBench bench() const {
    return {{router_.topology, router_.routing, router_.config, router_.node,
             router_.config.link_delay},
            router_.make_core};
  }
  /// As worms of two flits at least that are no longer than they may be.
  void add_flits(RouterBench& run, const Passage& way, Cycle arrival, std::uint32_t flits) const {
    while (flits >= 2) {
      std::uint32_t worm = std::min(flits, longest());
      worm -= flits - worm == 1 && worm > 2 ? 1 : 0;
      run.add({way.input, way.input_vc, way.to, arrival, worm - 1});
      flits -= worm;
    }
  }
  /// What goes wrong in a run; empty: nothing.
  static std::string fault_of(RouterBench& run, Cycle cycles) {
    try {
      run.run(cycles);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  /// Those that can keep all virtual channels of a class of an output from `way`; fewer: they
  /// cannot.
  std::vector<Passage> blockers_of(const Passage& way) const {
    std::vector<Passage> blockers;
    for (const Passage& other : passages_) {
      for (int vc = 0; vc < other.input_vcs; ++vc) {
        Passage blocker = other;
        blocker.input_vc += vc;
        const bool is_way = other.input == way.input && blocker.input_vc == way.input_vc;
        if (!is_way && other.output == way.output && other.output_class == way.output_class &&
            static_cast<int>(blockers.size()) < way.output_vcs) {
          blockers.push_back(blocker);
        }
      }
    }
    return blockers;
  }

  // What is wrong with this has nothing to do with waiting.
  void try_alone(const Passage& way) const {
    const std::uint32_t flits = slots_of(way) + kBeyond;
    RouterBench run = bench();
    add_flits(run, way, kFirstWorm, flits);
    if (const std::string fault = fault_of(run, 2 * time_of(flits)); !fault.empty()) {
      throw BenchError(fault);
    }
  }

  // Other worms have the output, and wait for their bodies.
  void try_held_output(const Passage& way) const {
    const std::vector<Passage> blockers = blockers_of(way);
    if (static_cast<int>(blockers.size()) < way.output_vcs) {
      return;
    }
    const auto fault = [&](std::uint32_t flits) {
      const Cycle until = time_of(flits);
      RouterBench run = bench();
      for (const Passage& blocker : blockers) {
        run.add({blocker.input, blocker.input_vc, blocker.to, kFirstWorm, 1, until});
      }
      add_flits(run, way, kFirstWorm + time_of(0) / 2, flits);
      return fault_of(run, 2 * until + time_of(flits));
    };
    const std::string all = fault(slots_of(way) + kBeyond);
    if (all.empty()) {
      return;
    }
    for (std::uint32_t flits = 2; flits <= slots_of(way); ++flits) {
      if (const std::string few = fault(flits); !few.empty()) {
        throw BenchError(fmt::format(
            "input port {}, virtual channel {}, keeps {} flit{} that wait, and not {}, "
            "where credits stand for {} slots: {}",
            way.input, way.input_vc, flits - 1, flits == 2 ? "" : "s", flits, slots_of(way), few));
      }
    }
    throw BenchError(
        fmt::format("while flits of input port {} wait for a worm at output port {}: {}", way.input,
                    way.output, all));
  }

  // Nothing is taken from the output; the worm that comes when it is again shows what was lost.
  void try_closed_output(const Passage& way) const {
    const std::uint32_t flits =
        slots() * static_cast<std::uint32_t>(way.output_vcs) + slots_of(way) + kBeyond;
    const Cycle until = time_of(flits);
    RouterBench run = bench();
    run.hold(way.output, until);
    add_flits(run, way, kFirstWorm, flits);
    add_flits(run, way, until + time_of(0), 2);
    if (const std::string fault = fault_of(run, until + 2 * time_of(flits)); !fault.empty()) {
      throw BenchError(
          fmt::format("while nothing is taken from output port {}: {}", way.output, fault));
    }
  }

  void try_storm() const {
    RouterBench run = bench();
    run.take_slowly();
    std::uint32_t all = 0;
    for (std::uint32_t i = 0; i < kWorms; ++i) {
      for (const Passage& passage : passages_) {
        for (int vc = 0; vc < passage.input_vcs; ++vc) {
          const std::uint32_t most = std::min({slots() + kBeyond, kLongest, longest()});
          const std::uint32_t flits = std::max<std::uint32_t>(2, i % 2 == 0 ? most : 2 + i);
          run.add({passage.input, passage.input_vc + vc, passage.to, kFirstWorm,
                   std::min(flits, longest()) - 1});
          all += flits;
        }
      }
    }
    if (const std::string fault = fault_of(run, 8 * time_of(all)); !fault.empty()) {
      throw BenchError("while outputs take a flit now and then: " + fault);
    }
  }

  const RouterUnderTest& router_;
  std::vector<Passage> passages_;
};

}  // namespace

void try_back_pressure(const RouterUnderTest& router) {
  BackPressure(router).try_all();
}

}  // namespace flitcast::cosim
