// Speed of the whole model, in flit-hops per second.
//
//   bench_fabric                        all cases, by Google Benchmark
//   bench_fabric --profile CASE N...    one case, for a profiler; N scales it, each time in a child

#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <benchmark/benchmark.h>

#include "tests/bench/cases.h"

namespace flitcast {
namespace {

// A process of its own, for its peak of memory.
Measured run_in_child(const Case& benchmark_case, std::uint32_t scale) {
  int channel[2];
  if (pipe(channel) != 0) {
    throw std::runtime_error("no pipe for the measurement");
  }
  const pid_t child = fork();
  if (child == 0) {
    Measured measured = benchmark_case.run(scale);
    const ssize_t written = write(channel[1], &measured, sizeof measured);
    _exit(written == sizeof measured ? 0 : 1);
  }
  close(channel[1]);
  Measured measured;
  const ssize_t got = read(channel[0], &measured, sizeof measured);
  close(channel[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (got != sizeof measured || status != 0) {
    throw std::runtime_error("the simulation of " + std::string(benchmark_case.name) + " failed");
  }
  return measured;
}

void measure(benchmark::State& state, const Case& benchmark_case) {
  Measured measured;
  for (auto _ : state) {
    measured = run_in_child(benchmark_case, benchmark_case.scale);
    state.SetIterationTime(measured.elaboration_seconds + measured.seconds);
  }
  state.counters["elaboration_s"] = measured.elaboration_seconds;
  state.counters["cycles"] = measured.cycles;
  state.counters["flit_hops"] = measured.flit_hops;
  state.counters["flit_hops/s"] = measured.flit_hops / measured.seconds;
  state.counters["MiB"] = measured.peak_mib;
}

int profile(const std::string& name, char** begin, char** end) {
  for (const Case& benchmark_case : bench_cases()) {
    if (name == benchmark_case.name) {
      for (char** scale = begin; scale != end; ++scale) {
        const Measured measured =
            run_in_child(benchmark_case, static_cast<std::uint32_t>(std::stoul(*scale)));
        std::cout << static_cast<std::uint64_t>(measured.flit_hops) << " flit-hops\n";
      }
      return 0;
    }
  }
  std::cerr << "bench_fabric: no case is named " << name << "\n";
  return 2;
}

int run_all(int argc, char** argv) {
  for (const Case& benchmark_case : bench_cases()) {
    benchmark::RegisterBenchmark(benchmark_case.name, measure, benchmark_case)
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
  try {
    if (argc >= 4 && std::string(argv[1]) == "--profile") {
      return flitcast::profile(argv[2], argv + 3, argv + argc);
    }
    return flitcast::run_all(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "bench_fabric: " << error.what() << "\n";
    return 1;
  }
}
