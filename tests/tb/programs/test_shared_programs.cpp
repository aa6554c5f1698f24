// Programs that others have written, where they lie beside the project: on every kind of network,
// with either switching, one port and all, on the nodes of their ranks or others.

#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/played_program.h"

namespace flitcast::test_shared_programs {
namespace {

namespace fs = std::filesystem;

const fs::path kData = fs::path(FLITCAST_ROOT).parent_path() / "shared/data";

std::vector<std::string> files_of(const char* folder, const char* extension) {
  std::vector<std::string> files;
  if (fs::exists(kData / folder)) {
    for (const auto& entry : fs::directory_iterator(kData / folder)) {
      if (entry.path().extension() == extension) {
        files.push_back(entry.path().string());
      }
    }
  }
  return files;
}

void expect_right_data_everywhere(const std::string& file) {
  const std::string graph = std::string(FLITCAST_ROOT) + "/configs/data/star-100.txt";
  for (const GivenKeys& network :
       {GivenKeys{{"topology.kind", "ring"}, {"topology.dims", "32"}},
        GivenKeys{{"topology.kind", "mesh"}, {"topology.dims", "8x4"}},
        GivenKeys{{"topology.kind", "torus"}, {"topology.dims", "8x5"}},
        GivenKeys{{"topology.kind", "hypercube"}, {"topology.dims", "5"}},
        GivenKeys{{"topology.kind", "fat_tree"}, {"topology.dims", "2x5"}},
        GivenKeys{{"topology.kind", "graph"}, {"topology.file", graph}}}) {
    for (const char* switching : {"wormhole", "store_and_forward"}) {
      for (const char* ports : {"1", "all"}) {
        GivenKeys keys = network;
        keys.insert(keys.end(), {{"router.switching", switching}, {"traffic.message_flits", "3"}});
        const bool moved = (std::string(ports) == "1") != (std::string(switching) == "wormhole");
        keys.emplace_back("router.ports", network[0].second == "graph" ? "1" : ports);
        keys.emplace_back("traffic.placement", moved ? "random" : "identity");
        const ProgramRun run = play_program_file(file, keys);
        EXPECT_FALSE(run.stuck) << file << " on " << network[0].second;
        EXPECT_EQ(run.data_check, DataCheck::kPassed) << file << ": " << run.data_error;
        EXPECT_GE(run.completion_cycles, run.predicted_cycles);
        EXPECT_EQ(run.critical_path->total(), run.completion_cycles);
        for (const RankTimes& rank : run.ranks) {
          EXPECT_EQ(std::accumulate(rank.cycles.begin(), rank.cycles.end(), Cycle{0}), rank.end);
        }
      }
    }
  }
}

TEST(SharedPrograms, OfMscclHaveTheRightData) {
  for (const std::string& file : files_of("msccl", ".xml")) {
    expect_right_data_everywhere(file);
  }
}

TEST(SharedPrograms, OfGoalArriveWhole) {
  for (const std::string& file : files_of("goal", ".goal")) {
    expect_right_data_everywhere(file);
  }
}

}  // namespace
}  // namespace flitcast::test_shared_programs
