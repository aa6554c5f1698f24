#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/sweep_runs.h"

// Routings whose argument against deadlock has been taken away, as a user would: with a virtual
// channel less, all classes are one. They are refused, with the circle; played all the same, they
// come to a stand, and the report says who waits for whom in a circle.

namespace flitcast::test_deadlock_gallery {
namespace {

struct Unproved {
  std::string name;
  std::string kind;
  std::string dims;
  std::string routing;
  int vcs;           ///< one less than it takes
  std::string cure;  ///< what `check` says of one more
  std::string more = {};

  friend std::ostream& operator<<(std::ostream& out, const Unproved& shown) {
    return out << shown.name;
  }
};

constexpr const char* kDatelines = "cuts the rings at datelines";
constexpr const char* kOrders = "keeps the two orders apart";
constexpr const char* kPhases = "keeps the two phases apart";
constexpr const char* kEscape = "gives every header an escape";

/// Long packets, shallow buffers, and more load than any network takes.
std::string heavy_load() {
  return "[load]\npattern = uniform\nrate = 0.9\nsizes = 60\n";
}
std::string config_of(const Unproved& unproved, int vcs) {
  return "[topology]\nkind = " + unproved.kind + "\ndims = " + unproved.dims +
         "\n[router]\nrouting = " + unproved.routing + "\nvcs = " + std::to_string(vcs) +
         "\nports = " + (unproved.kind == "ring" ? "2" : "3") + "\nbuffer_flits = 1\n" +
         unproved.more + heavy_load();
}

void expect_deadlock(const TempFolder& folder) {
  const ProgramResult stuck =
      run_flitcast({"run", "a.ini", "--run.allow_deadlock=on"}, folder.root());
  EXPECT_EQ(stuck.exit_code, 3) << stuck.err;
  const std::string all = stuck.out + stuck.err;
  EXPECT_TRUE(contains(all, "stalled:")) << all;
  EXPECT_TRUE(contains(all, "wait in a circle: message ")) << all;
}

class DeadlockGallery : public testing::TestWithParam<Unproved> {
 protected:
  ProgramResult flitcast(const Words& words) const { return run_flitcast(words, folder_.root()); }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

TEST_P(DeadlockGallery, WithAVirtualChannelLessIsRefusedWithTheCircleAndDeadlocks) {
  const Unproved& unproved = GetParam();
  folder().write("a.ini", config_of(unproved, unproved.vcs));
  const ProgramResult refused = flitcast({"check", "a.ini"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.err, "may deadlock: packets can wait for each other along "))
      << refused.err;
  EXPECT_TRUE(contains(refused.err, "->")) << refused.err;
  EXPECT_TRUE(contains(refused.err, "give router.vcs = " + std::to_string(unproved.vcs + 1) +
                                        ", which " + unproved.cure))
      << refused.err;
  expect_deadlock(folder());
}

TEST_P(DeadlockGallery, WithAllOfThemIsProvedAndRuns) {
  folder().write("a.ini", config_of(GetParam(), GetParam().vcs + 1));
  const ProgramResult check = flitcast({"check", "a.ini"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_TRUE(contains(check.out, "deadlock   impossible: ")) << check.out;
  const ProgramResult run =
      flitcast({"run", "a.ini", "--load.most_cycles=3000", "--load.drain=always"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

INSTANTIATE_TEST_SUITE_P(
    Classes, DeadlockGallery,
    testing::Values(Unproved{"ring", "ring", "8", "ascending", 1, kDatelines},
                    Unproved{"torus", "torus", "6x6", "ascending", 1, kDatelines},
                    Unproved{"torus_in_any_order", "torus", "6x6", "dimension_order", 1, kDatelines,
                             "dimension_order = 1,0\n"},
                    Unproved{"o1turn", "mesh", "4x4", "o1turn", 1, kOrders},
                    Unproved{"romm_torus", "torus", "6x6", "romm", 3, kPhases},
                    Unproved{"romm_mesh", "mesh", "4x4", "romm", 1, kPhases},
                    Unproved{"valiant_mesh", "mesh", "4x4", "valiant", 1, kPhases},
                    Unproved{"valiant_cube", "hypercube", "4", "valiant", 1, kPhases},
                    Unproved{"ugal_torus", "torus", "6x6", "ugal", 3, kPhases, "ties = up\n"},
                    Unproved{"ugal_cube", "hypercube", "4", "ugal", 1, kPhases},
                    Unproved{"adaptive_mesh", "mesh", "4x4", "adaptive", 1, kEscape},
                    Unproved{"adaptive_torus", "torus", "6x6", "adaptive", 2, kEscape,
                             "selection = fixed\n"},
                    Unproved{"adaptive_cube", "hypercube", "4", "adaptive", 1, kEscape}),
    [](const auto& test) { return test.param.name; });

// A turn model broken by hand: four nodes as a mesh of two by two, and what goes to the opposite
// corner turns the same way, wherever it begins.
TEST(DeadlockGalleryOfRoutes, WithAllTurnsOfACircleIsRefusedWithTheCircleAndDeadlocks) {
  const TempFolder folder;
  folder.write("turns.txt",
               "processors 4\nlink 0 1\nlink 1 3\nlink 3 2\nlink 2 0\n"
               "route 0 1 1\nroute 0 2 2\nroute 0 3 1\nroute 1 0 0\nroute 1 3 3\nroute 1 2 3\n"
               "route 3 1 1\nroute 3 2 2\nroute 3 0 2\nroute 2 3 3\nroute 2 0 0\nroute 2 1 0\n");
  folder.write("a.ini",
               "[topology]\nkind = graph\nfile = turns.txt\n[router]\nports = 2\n"
               "buffer_flits = 1\n" +
                   heavy_load());
  const ProgramResult refused = run_flitcast({"check", "a.ini"}, folder.root());
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.err, "packets can wait for each other along 0->1->3->2->0"))
      << refused.err;
  EXPECT_FALSE(contains(refused.err, "give router.vcs")) << refused.err;
  expect_deadlock(folder);
}

}  // namespace
}  // namespace flitcast::test_deadlock_gallery
