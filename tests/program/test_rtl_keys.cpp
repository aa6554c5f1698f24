#include <string>

#include <gtest/gtest.h>

#include "tests/support/refused_run.h"

namespace flitcast {
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
            "flitcast: --rtl.cache: nothing is in SystemVerilog without rtl.nodes or rtl.check\n");
  const std::string covered = refused_run({"--rtl.nodes=all", "--link.duplex=half"});
  EXPECT_EQ(covered.rfind("flitcast: --rtl.nodes: ", 0), 0U) << covered;
  EXPECT_EQ(covered.find('\n'), covered.size() - 1);
}

}  // namespace
}  // namespace flitcast
