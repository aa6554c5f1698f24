#include <string>

#include <gtest/gtest.h>

#include "tests/support/program/refused_run.h"

namespace flitcast::test_rtl_keys {
namespace {

TEST(RtlKeys, AreRefusedByAProgramWithoutRoutersInSystemVerilog) {
  if (FLITCAST_HAS_RTL) {
    GTEST_SKIP() << "built with FLITCAST_RTL";
  }
  EXPECT_EQ(refused_run({"--rtl.nodes=all"}),
            "flitcast: --rtl.nodes: this program was built without routers in SystemVerilog; build "
            "it with cmake -DFLITCAST_RTL=ON\n");
}

TEST(RtlKeys, AreRefusedWithOneLineWhateverTheBuild) {
  EXPECT_EQ(refused_run({"--rtl.cache=here"}),
            "flitcast: --rtl.cache: nothing is in SystemVerilog without rtl.nodes or rtl.check; "
            "give one of "
            "them, like rtl.check = all\n");
  const std::string covered = refused_run({"--rtl.nodes=all", "--link.duplex=half"});
  EXPECT_EQ(covered.rfind("flitcast: --rtl.nodes: ", 0), 0U) << covered;
  EXPECT_EQ(covered.find('\n'), covered.size() - 1);
}

TEST(RtlKeys, SayWhatNodesAre) {
  for (const char* const range : {"1-", "-1", "-", "1-2-3", "x", "1-x", "+1"}) {
    EXPECT_EQ(refused_run({std::string("--rtl.nodes=0,") + range}),
              std::string("flitcast: --rtl.nodes: \"") + range +
                  "\" is no node and no range of nodes; give nodes, like 27 or 0-7,12, or all\n");
  }
  EXPECT_NE(refused_run({"--rtl.nodes=65536"}).find("out of range"), std::string::npos);
}

}  // namespace
}  // namespace flitcast::test_rtl_keys
