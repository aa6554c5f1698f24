#include <cmath>

#include <gtest/gtest.h>

#include "tb/gtkwave_save.h"

namespace flitcast {
namespace {

const std::vector<DeclaredSignal> kSignals{{"tb", "cycle[63:0]", Signal::Type::kNumber},
                                           {"tb.fabric.router_3.to_4", "kind", Signal::Type::kWord},
                                           {"tb.fabric.ni_3.send_0", "valid", Signal::Type::kBit}};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(GtkwaveSave, GroupsSignalsByModuleUnderShortNames) {
  const std::string save = gtkwave_save(kSignals, {"/x/run.vcd", 0, 10, 1000, {}});
  EXPECT_TRUE(contains(save, "[dumpfile] \"/x/run.vcd\"\n[savefile] \"/x/run.gtkw\"\n"));
  EXPECT_TRUE(contains(save,
                       "@24\n+{cycle} tb.cycle[63:0]\n"
                       "@800200\n-router_3\n"
                       "@28\n+{to_4 kind} tb.fabric.router_3.to_4.kind\n"
                       "@1000200\n-router_3\n"
                       "@800200\n-ni_3\n"
                       "@28\n+{send_0 valid} tb.fabric.ni_3.send_0.valid\n"
                       "@1000200\n-ni_3\n"));
  EXPECT_FALSE(contains(save, "[markername]"));
}

TEST(GtkwaveSave, MarksWhereARunGotStuck) {
  const std::string save = gtkwave_save(kSignals, {"run.fst", 0, 10, 500, 7});
  EXPECT_TRUE(contains(save, " 3500 3500 -1"));  // primary marker and A
  EXPECT_TRUE(contains(save, "[markername] Adeadlock\n"));
}

// 2^-zoom is the time that 200 pixels show; GTKWave leaves 1,079 of 1,600 pixels to the waves.
TEST(GtkwaveSave, ZoomsToTheWholeTime) {
  for (const Cycle cycles : {1, 10, 1000, 100000000}) {
    const std::string save = gtkwave_save(kSignals, {"x.vcd", 5, 5 + cycles, 1000, {}});
    EXPECT_TRUE(contains(save, "[timestart] 5000\n"));
    const double zoom = std::stod(save.substr(save.find("\n*") + 2));
    const double shown = std::exp2(-zoom) / 200 * 1079;
    EXPECT_GE(shown, static_cast<double>(cycles) * 1000) << cycles;
    EXPECT_LE(shown, static_cast<double>(cycles) * 1100) << cycles;
  }
}

}  // namespace
}  // namespace flitcast
