#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tb/trace/gtkwave_save.h"
#include "tests/support/count.h"

namespace flitcast::trace::test_gtkwave_save {
namespace {

const std::vector<DeclaredSignal> kSignals{{"tb", "cycle[63:0]", Signal::Type::kNumber},
                                           {"tb.fabric.router_3.to_4", "kind", Signal::Type::kWord},
                                           {"tb.fabric.ni_3.send_0", "state", Signal::Type::kWord}};

TEST(GtkwaveSave, GroupsSignalsByModuleUnderShortNames) {
  const std::string save = gtkwave_save(kSignals, {"/x/run.vcd", 0, 10, 1000, {}});
  EXPECT_TRUE(contains(save, "[dumpfile] \"/x/run.vcd\"\n[savefile] \"/x/run.gtkw\"\n"));
  EXPECT_TRUE(contains(save,
                       "@24\n+{cycle} tb.cycle[63:0]\n"
                       "@800200\n-router_3\n"
                       "@28\n+{to_4 kind} tb.fabric.router_3.to_4.kind\n"
                       "@1000200\n-router_3\n"
                       "@800200\n-ni_3\n"
                       "[color] 3\n@28\n+{send_0 state} tb.fabric.ni_3.send_0.state\n"
                       "@1000200\n-ni_3\n"));
  EXPECT_FALSE(contains(save, "[markername]"));
  EXPECT_FALSE(contains(save, "rest"));
}

/// What a save file shows of `more` besides kSignals, and what it folds away.
void expect_folded(const DeclaredSignal& more, int vcs, bool folded) {
  std::vector<DeclaredSignal> signals = kSignals;
  signals.push_back(more);
  const std::string save = gtkwave_save(signals, {"x.vcd", 0, 10, 1000, {}}, vcs);
  const std::size_t rest = save.find("@c00200\n-rest\n");
  const std::size_t at = save.find(" " + more.scope + "." + more.name + "\n");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(rest != std::string::npos, folded) << more.scope << ' ' << more.name;
  EXPECT_EQ(rest < at, folded) << more.scope << ' ' << more.name;
  EXPECT_EQ(contains(save, "@1401200\n-rest\n"), folded);
}

TEST(GtkwaveSave, FoldsWhatSaysNothing) {
  const std::string link = "tb.fabric.router_3.to_4";
  const std::string input = "tb.fabric.router_3.from_4_vc0";
  expect_folded({input, "state", Signal::Type::kWord, true}, 1, false);
  expect_folded({input, "state", Signal::Type::kWord, false}, 1, true);
  expect_folded({link, "valid", Signal::Type::kBit, true}, 1, true);
  expect_folded({link, "vc[1:0]", Signal::Type::kNumber, true}, 1, true);
  expect_folded({link, "vc[1:0]", Signal::Type::kNumber, true}, 2, false);
  expect_folded({link, "source[1:0]", Signal::Type::kNumber, true}, 1, true);
  expect_folded({link, "destination[1:0]", Signal::Type::kNumber, true}, 1, false);
  expect_folded({"tb.fabric.ni_3.receive_0", "source[1:0]", Signal::Type::kNumber, true}, 1, false);
}

TEST(GtkwaveSave, FoldsModulesWhereNothingHappened) {
  const std::string save = gtkwave_save(
      {{"tb.fabric.ni_7.send_0", "state", Signal::Type::kWord, false}}, {"x.vcd", 0, 10, 1000, {}});
  EXPECT_TRUE(contains(save,
                       "@c00200\n-rest\n"
                       "@c01200\n-ni_7\n"
                       "[color] 3\n@28\n+{send_0 state} tb.fabric.ni_7.send_0.state\n"
                       "@1401200\n-ni_7\n"
                       "@1401200\n-rest\n"))
      << save;
}

TEST(GtkwaveSave, MarksWhereARunGotStuck) {
  const std::string save = gtkwave_save(kSignals, {"run.fst", 0, 10, 500, 7});
  EXPECT_TRUE(contains(save, " 3500 3500 -1"));  // primary marker and A
  EXPECT_TRUE(contains(save, "[markername] Adeadlock\n"));
}

TEST(GtkwaveSave, MarksNothingOutsideOfTheWindow) {
  for (const Cycle stuck : {4, 10}) {
    const std::string save = gtkwave_save(kSignals, {"run.vcd", 5, 10, 1000, stuck});
    EXPECT_TRUE(contains(save, " -1 -1 -1")) << save;
    EXPECT_FALSE(contains(save, "[markername]"));
  }
}

// A row is 21 pixels high.
TEST(GtkwaveSave, TheWindowIsAsHighAsItsRowsWithinLimits) {
  const auto size = [](std::size_t routers) {
    std::vector<DeclaredSignal> signals;
    for (std::size_t router = 0; router < routers; ++router) {
      signals.push_back(
          {"tb.fabric.router_" + std::to_string(router) + ".to_4", "kind", Signal::Type::kWord});
    }
    const std::string save = gtkwave_save(signals, {"x.vcd", 0, 10, 1000, {}});
    const std::size_t at = save.find("[size] 1280 ");
    return at == std::string::npos ? 0 : std::stoi(save.substr(at + 12));
  };
  EXPECT_EQ(size(1), 400);
  EXPECT_EQ(size(10) - size(9), 3 * 21);  // the group's two lines and its signal
  EXPECT_EQ(size(100), 1000);
}

// 2^-zoom is the time that 200 pixels show; GTKWave leaves 996 of 1,280 pixels to the waves.
void expect_shown(const std::string& save, Cycle from, Cycle cycles, double pixels) {
  EXPECT_TRUE(contains(save, "[timestart] " + std::to_string(from * 1000) + "\n")) << save;
  const double zoom = std::stod(save.substr(save.find("\n*") + 2));
  const double shown = std::exp2(-zoom) / 200 * pixels;
  EXPECT_GE(shown, static_cast<double>(cycles) * 1000) << cycles;
  EXPECT_LE(shown, static_cast<double>(cycles) * 1100) << cycles;
}

TEST(GtkwaveSave, ZoomsToTheWholeTimeOrToWhatCanBeRead) {
  for (const Cycle cycles : {1, 10, 100, 101, 100000000}) {
    expect_shown(gtkwave_save(kSignals, {"x.vcd", 5, 5 + cycles, 1000, {}}), 5,
                 std::min<Cycle>(cycles, 100), 996);
  }
}

// The values at the marker take 110 pixels.
TEST(GtkwaveSave, ShowsHowARunGotStuck) {
  expect_shown(gtkwave_save(kSignals, {"x.vcd", 0, 1002, 1000, 1000}), 900, 100, 886);
  expect_shown(gtkwave_save(kSignals, {"x.vcd", 0, 2000, 1000, 1000}), 905, 100, 886);
  expect_shown(gtkwave_save(kSignals, {"x.vcd", 990, 1002, 1000, 1000}), 990, 12, 886);
  expect_shown(gtkwave_save(kSignals, {"x.vcd", 990, 2000, 1000, 1000}), 990, 100, 886);
}

}  // namespace
}  // namespace flitcast::trace::test_gtkwave_save
