// Speed of the library's face, as the simulator that uses it sees it: of all calls, and of nothing
// but calls.
//
//   bench_library                       all cases, by Google Benchmark
//   bench_library --profile CASE N...   one case, for a profiler: N cycles, each time in a child

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <benchmark/benchmark.h>
#include <flitcast/eight_calls.h>

#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

/// What the simulator does between two cycles.
enum class Face {
  kEightCalls,  ///< pushes, cycle(), and asks every node
  kStep,        ///< posts, step(), callbacks
  kRunThrough,  ///< posts, run_until() the next post, callbacks
};

/// Uniform traffic on a mesh, in packets of `flits` flits, header included; rate 0: none.
struct LibraryCase {
  std::string name;
  Face face;
  std::uint32_t side;
  std::string router;
  std::uint32_t flits;
  double rate;
  /// What BookSim 2 takes per flit-hop on the same network under the same load, ns; 0: not
  /// measured.
  double peer;
};

std::vector<LibraryCase> library_cases() {
  // Routers of this library's timing, and those that take as many cycles as BookSim's.
  const std::string one = "vcs = 1\nbuffer_flits = 8\n";
  const std::string four = "vcs = 4\nbuffer_flits = 8\n";
  const std::string staged = "pipeline = staged\ninject = serial\nallocator = islip\n";
  const std::string staged_four = staged + four + "ports = 4\n";
  std::vector<LibraryCase> cases;
  const auto add = [&](const std::string& name, std::uint32_t side, const std::string& router,
                       std::uint32_t flits, double rate, double peer) {
    for (const auto& [face, word] :
         {std::pair(Face::kEightCalls, "eight_calls/"), std::pair(Face::kStep, "step/"),
          std::pair(Face::kRunThrough, "run_through/")}) {
      cases.push_back({word + name, face, side, router, flits, rate, peer});
    }
  };
  add("mesh_8x8/vcs_1/flits_8/rate_0.001", 8, one, 8, 0.001, 0);
  add("mesh_8x8/vcs_1/flits_8/rate_0.05", 8, one, 8, 0.05, 1378);
  add("mesh_8x8/vcs_1/flits_8/rate_0.2", 8, one, 8, 0.2, 1004);
  add("mesh_8x8/vcs_4/flits_1/rate_0.2", 8, four, 1, 0.2, 1941);
  add("mesh_8x8/vcs_4/flits_8/rate_0.2", 8, four, 8, 0.2, 1246);
  add("mesh_8x8/staged/vcs_1/flits_8/rate_0.05", 8, staged + one, 8, 0.05, 1378);
  add("mesh_8x8/staged/vcs_1/flits_8/rate_0.2", 8, staged + one, 8, 0.2, 1004);
  add("mesh_8x8/staged/vcs_4/flits_1/rate_0.2", 8, staged_four, 1, 0.2, 1941);
  add("mesh_8x8/staged/vcs_4/flits_8/rate_0.2", 8, staged_four, 8, 0.2, 1246);
  add("mesh_8x8/idle", 8, four, 1, 0, 0);
  return cases;
}

struct Post {
  Network::Cycle at;
  std::uint32_t source;
  std::uint32_t destination;
};

std::vector<Post> draw_posts(const LibraryCase& its, Network::Cycle cycles) {
  SplitMix64 random(1);
  const std::uint64_t nodes = std::uint64_t{its.side} * its.side;
  std::vector<Post> posts(static_cast<std::size_t>(
      its.rate / its.flits * static_cast<double>(nodes) * static_cast<double>(cycles)));
  for (Post& post : posts) {
    post = {static_cast<Network::Cycle>(random.below(static_cast<std::uint64_t>(cycles))),
            static_cast<std::uint32_t>(random.below(nodes)),
            static_cast<std::uint32_t>(random.below(nodes))};
  }
  std::sort(posts.begin(), posts.end(),
            [](const Post& one, const Post& other) { return one.at < other.at; });
  return posts;
}

Settings settings_of(const LibraryCase& its) {
  const std::string dims = std::to_string(its.side) + "x" + std::to_string(its.side);
  return Settings::parse("[topology]\nkind = mesh\ndims = " + dims + "\n[router]\n" + its.router,
                         "bench.ini");
}

struct FixedFlits {
  std::uint32_t payload;
  std::uint32_t flits(const Post& /*access*/) const { return payload; }
  std::uint8_t message_class(const Post& /*access*/) const { return 0; }
};

/// What a run did, and what its calls took.
struct Called {
  double seconds = 0;
  double cycles = 0;
  double flit_hops = 0;
};

class Calls {
 public:
  Calls(const LibraryCase& its, Network::Cycle cycles)
      : its_(its),
        cycles_(cycles),
        posts_(draw_posts(its, cycles)),
        interconnect_(settings_of(its), {1'000'000, false}, FixedFlits{its.flits - 1}),
        network_(interconnect_.network()) {}

  Called run() {
    const std::clock_t begun = std::clock();  // of this process: others may be at work
    switch (its_.face) {
      case Face::kEightCalls:
        call();
        break;
      case Face::kStep:
        post_and([this](Network::Cycle next) {
          while (network_.now() < next) {
            network_.step();
          }
        });
        break;
      case Face::kRunThrough:
        post_and([this](Network::Cycle next) { network_.run_until(next); });
        break;
    }
    const double elapsed = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    return {elapsed, static_cast<double>(network_.now()), static_cast<double>(hops_ * its_.flits)};
  }

 private:
  void call() {
    auto next = posts_.begin();
    const std::uint32_t nodes = network_.nodes();
    while (network_.now() < cycles_) {
      for (; next != posts_.end() && next->at == network_.now(); ++next) {
        if (!interconnect_.is_full(next->source, &*next)) {
          interconnect_.push(next->source, next->destination, &*next);
        }
      }
      interconnect_.cycle();
      for (std::uint32_t node = 0; node < nodes; ++node) {
        for (; !interconnect_.is_empty(node); interconnect_.pop(node)) {
          const Post& access = *interconnect_.top(node);
          count(access.source, access.destination);
        }
      }
    }
  }

  template <typename GoOn>
  void post_and(GoOn&& go_on) {
    network_.on_received(
        [this](const Network::Arrival& packet) { count(packet.source, packet.destination); });
    for (const Post& post : posts_) {
      go_on(post.at);
      Network::Packet packet;
      packet.source = post.source;
      packet.destination = post.destination;
      packet.flits = its_.flits - 1;
      network_.post(packet);
    }
    go_on(cycles_);
  }

  void count(std::uint32_t from, std::uint32_t to) {
    const auto distance = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
    hops_ +=
        distance(from % its_.side, to % its_.side) + distance(from / its_.side, to / its_.side) + 1;
  }

  const LibraryCase& its_;
  Network::Cycle cycles_;
  std::vector<Post> posts_;
  Interconnect<Post, FixedFlits> interconnect_;
  Network& network_;
  std::uint64_t hops_ = 0;  // of packets that have arrived
};

void measure(benchmark::State& state, const LibraryCase& its) {
  const Network::Cycle cycles = its.rate > 0 ? 50'000 : 10'000'000;
  Called all;
  for (auto _ : state) {
    Calls calls(its, cycles);
    all = calls.run();
    state.SetIterationTime(all.seconds);
  }
  state.counters["cycles/s"] = all.cycles / all.seconds;
  if (its.rate > 0) {
    const double nanoseconds = all.seconds * 1e9 / all.flit_hops;
    state.counters["flit_hops/s"] = all.flit_hops / all.seconds;
    state.counters["ns/flit_hop"] = nanoseconds;
    if (its.peer > 0) {
      state.counters["times_faster"] = its.peer / nanoseconds;
    }
  } else {
    state.counters["ns/cycle"] = all.seconds * 1e9 / all.cycles;
  }
}

// One line a run, for count_instructions: of cycles where there are no flit-hops.
int profile(const std::string& name, char** begin, char** end) {
  const std::vector<LibraryCase> cases = library_cases();
  const auto its = std::find_if(cases.begin(), cases.end(),
                                [&](const LibraryCase& each) { return each.name == name; });
  if (its == cases.end()) {
    std::cerr << "bench_library: no case is named " << name << "\n";
    return 2;
  }
  for (char** cycles = begin; cycles != end; ++cycles) {
    std::cout.flush();
    const pid_t child = fork();
    if (child == 0) {
      const Called all = Calls(*its, std::atoll(*cycles)).run();
      std::cout << static_cast<std::uint64_t>(its->rate > 0 ? all.flit_hops : all.cycles)
                << (its->rate > 0 ? " flit-hops\n" : " cycles\n") << std::flush;
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) {
      return 1;
    }
  }
  return 0;
}

int run_all(int argc, char** argv) {
  const std::vector<LibraryCase> cases = library_cases();
  for (const LibraryCase& each : cases) {
    benchmark::RegisterBenchmark(each.name.c_str(), measure, each)
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace flitcast

int main(int argc, char** argv) {
  if (argc >= 4 && std::string(argv[1]) == "--profile") {
    return flitcast::profile(argv[2], argv + 3, argv + argc);
  }
  return flitcast::run_all(argc, argv);
}
