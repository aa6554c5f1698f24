#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_probe_command {
namespace {

const std::string kConfigs = std::string(FLITCAST_ROOT) + "/configs/";
const std::string kMesh = kConfigs + "catalogue/aas-mesh-dex.ini";
const std::string kTree = kConfigs + "regress/fat-tree/barrier-4-ary.ini";

ProgramResult probe(const std::string& config, std::vector<std::string> keys) {
  keys.insert(keys.begin(), {"probe", config});
  return run_flitcast(keys);
}

// router.buffer_flits is auto in both, and follows from the packets.
TEST(ProbeCommand, MeasuresTheModelAsTheContractHasIt) {
  for (const std::string& config : {kMesh, kConfigs + "load/mesh-uniform.ini"}) {
    for (const char* switching : {"wormhole", "cut_through"}) {
      const ProgramResult result = probe(config, {std::string("--router.switching=") + switching});
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_EQ(result.out.rfind("the model's router, node 9\n", 0), 0U) << result.out;
      EXPECT_EQ(result.out.find("differs"), std::string::npos) << result.out;
      EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 14) << result.out;
      EXPECT_NE(result.out.find("\nthe protocol holds under back pressure on every port\n"),
                std::string::npos)
          << result.out;
    }
  }
}

// The switches of a tree have most neighbours, and no node of their own.
TEST(ProbeCommand, MeasuresSwitches) {
  const ProgramResult result = probe(kTree, {"--router.buffer_flits=4"});
  EXPECT_EQ(result.out.rfind("the model's router, node 64\n", 0), 0U) << result.out << result.err;
  EXPECT_EQ(result.out.find("differs"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("header from input to the node                                   "
                            " -"),
            std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("round robin   round robin"), std::string::npos) << result.out;
}

TEST(ProbeCommand, RefusesRoutersThatChooseAWay) {
  const ProgramResult result = probe(kMesh, {"--router.routing=adaptive", "--router.vcs=3"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "flitcast: --router.routing: only routers of which a header has one way are "
            "measured\n");
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace flitcast::test_probe_command
