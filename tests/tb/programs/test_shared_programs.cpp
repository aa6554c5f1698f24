// Programs that others have written, where they lie beside the project: on every kind of network,
// with either switching, one port and all, on the nodes of their ranks or others.

#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/programs/program_file.h"
#include "tb/results/result_file.h"
#include "tests/support/runs/played_program.h"

namespace flitcast::test_shared_programs {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = FLITCAST_ROOT;
const fs::path kShared = kRoot.parent_path() / "shared/data";
const fs::path kOwn = kRoot / "configs/program";

std::vector<std::string> files_of(const fs::path& folder, const std::string& extension) {
  std::vector<std::string> files;
  if (fs::exists(folder)) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == extension) {
        files.push_back(entry.path().string());
      }
    }
  }
  return files;
}

void expect_right_data_everywhere(const std::string& file, bool of_64 = false,
                                  const std::string& flit_bytes = "8") {
  const std::string graph = kRoot / "configs/data/star-100.txt";
  for (const GivenKeys& network :
       {GivenKeys{{"topology.kind", "ring"}, {"topology.dims", of_64 ? "64" : "32"}},
        GivenKeys{{"topology.kind", "mesh"}, {"topology.dims", of_64 ? "16x4" : "8x4"}},
        GivenKeys{{"topology.kind", "torus"}, {"topology.dims", of_64 ? "13x5" : "8x5"}},
        GivenKeys{{"topology.kind", "hypercube"}, {"topology.dims", of_64 ? "6" : "5"}},
        GivenKeys{{"topology.kind", "fat_tree"}, {"topology.dims", of_64 ? "2x6" : "2x5"}},
        GivenKeys{{"topology.kind", "graph"}, {"topology.file", graph}}}) {
    for (const char* switching : {"wormhole", "store_and_forward"}) {
      for (const char* ports : {"1", "all"}) {
        GivenKeys keys = network;
        keys.insert(keys.end(), {{"router.switching", switching},
                                 {"traffic.message_flits", "3"},
                                 {"link.flit_bytes", flit_bytes}});
        const bool moved = (std::string(ports) == "1") != (std::string(switching) == "wormhole");
        keys.emplace_back("router.ports", network[0].second == "graph" ? "1" : ports);
        keys.emplace_back("traffic.placement", moved ? "random" : "identity");
        const ProgramRun run = play_program_file(file, keys);
        EXPECT_FALSE(run.stuck) << file << " on " << network[0].second;
        EXPECT_EQ(run.data_check, DataCheck::kPassed) << file << ": " << run.data_error;
        if (!of_64) {  // there sends may take another order than without contention, a better one
          EXPECT_GE(run.completion_cycles, run.predicted_cycles);
        }
        EXPECT_EQ(run.critical_path->total(), run.completion_cycles);
        for (const RankTimes& rank : run.ranks) {
          EXPECT_EQ(std::accumulate(rank.cycles.begin(), rank.cycles.end(), Cycle{0}), rank.end);
        }
      }
    }
  }
}

void expect_right_data_of_all(const std::vector<std::string>& files, bool of_64 = false) {
  for (const std::string& file : files) {
    expect_right_data_everywhere(file, of_64);
  }
  if (files.empty()) {
    GTEST_SKIP() << "there is no such file in " << kShared;
  }
}

TEST(SharedPrograms, OfMscclHaveTheRightData) {
  expect_right_data_of_all(files_of(kShared / "msccl", ".xml"));
}

TEST(SharedPrograms, OfGoalArriveWhole) {
  expect_right_data_of_all(files_of(kShared / "goal", ".goal"));
}

TEST(SharedPrograms, OfNetraceArriveWhole) {
  expect_right_data_of_all(files_of(kShared / "netrace", ".bz2"), true);
}

// A megabyte of large flits.
TEST(SharedPrograms, OfChakraArriveWhole) {
  if (!fs::exists(kShared / "chakra")) {
    GTEST_SKIP() << "there is no folder chakra in " << kShared;
  }
  for (const char* name : {"all_gather_4", "ring_allreduce_8"}) {
    expect_right_data_everywhere(kShared / "chakra" / name, false, "16384");
  }
}

// Every trace of a chip that was measured, on the network of its configuration.
TEST(SharedPrograms, OfAChipArriveWhole) {
  std::vector<std::string> files = files_of(kShared / "silicon", ".json");
  files.push_back(kRoot / "configs/silicon/four-workers.json");
  for (const std::string& file : files) {
    RawConfig raw = read_config(kRoot / "configs/silicon/chip.ini");
    give(raw, "traffic.program", file);
    const ProgramRun run = std::get<ProgramRun>(simulate(plan_run(raw), {}));
    EXPECT_FALSE(run.stuck) << file;
    EXPECT_EQ(run.data_check, DataCheck::kPassed) << file << ": " << run.data_error;
    EXPECT_FALSE(run.measured->waits.empty()) << file;
  }
}

TEST(OwnPrograms, HaveTheRightData) {
  for (const char* name : {"all-gather-2.xml", "packets.csv", "pipeline.goal", "requests.tra.bz2",
                           "ring-all-reduce-4.xml", "step"}) {
    expect_right_data_everywhere(kOwn / name);
  }
}

// What is in the file, and nothing of what is not.
TEST(OwnPrograms, AreOfTheirFormats) {
  const auto format = [](const char* name) { return format_of(kOwn / name); };
  EXPECT_EQ(format("all-gather-2.xml"), ProgramFormat::kMsccl);
  EXPECT_EQ(format("ring-all-reduce-4.xml"), ProgramFormat::kMsccl);
  EXPECT_EQ(format("pipeline.goal"), ProgramFormat::kGoal);
  EXPECT_EQ(format("requests.tra.bz2"), ProgramFormat::kNetrace);
  EXPECT_EQ(format("packets.csv"), ProgramFormat::kTraceCsv);
  EXPECT_EQ(format("step"), ProgramFormat::kChakra);
  EXPECT_EQ(format("step/step"), ProgramFormat::kChakra);
  EXPECT_EQ(format("step/step.2.et"), ProgramFormat::kChakra);
  EXPECT_EQ(format("../data/vector-16.csv"), ProgramFormat::kNone);
  EXPECT_EQ(format("../fft2d.ini"), ProgramFormat::kNone);
  EXPECT_EQ(format(".."), ProgramFormat::kNone);
}

}  // namespace
}  // namespace flitcast::test_shared_programs
