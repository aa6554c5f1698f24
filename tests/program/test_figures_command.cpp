#include <algorithm>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tb/show/source_figures.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_figures_command {
namespace {

std::string shown(const std::string& figure) {
  const ProgramResult result = run_flitcast({"show", "--figure=" + figure});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

/// The part of a figure from a line on, up to the next empty line.
std::string part(const std::string& text, const std::string& heading) {
  const std::size_t begin = text.find("\n" + heading + "\n");
  if (begin == std::string::npos) {
    return "no " + heading;
  }
  const std::size_t end = std::min(text.find("\n\n", begin + 1), text.size() - 1);
  return text.substr(begin + 1, end - begin - 1);
}

TEST(FigureCommand, EveryFigureIsShown) {
  for (const Figure& figure : figures()) {
    SCOPED_TRACE(figure.name);
    const std::string text = shown(std::string(figure.name));
    const std::string heading =
        std::string(figure.source) + ": " + std::string(figure.title) + "\n\n";
    EXPECT_EQ(text.substr(0, heading.size()), heading);
    EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 6);
  }
}

// Grama et al., Fig. 4.18: what is on its way and what has arrived after the second step.
TEST(FigureCommand, RingOfSixPassesOnWhatIsNotForItself) {
  EXPECT_EQ(part(shown("ring-of-six"), "after round 1"),
            "after round 1\n"
            "      0  0->0 4->0 4->1 4->2 4->3 5->0\n"
            "      1  0->1 1->1 5->1 5->2 5->3 5->4\n"
            "      2  0->2 0->3 0->4 0->5 1->2 2->2\n"
            "      3  1->0 1->3 1->4 1->5 2->3 3->3\n"
            "      4  2->0 2->1 2->4 2->5 3->4 4->4\n"
            "      5  3->0 3->1 3->2 3->5 4->5 5->5");
}

// Grama et al. ch. 4, (b) to (d): square brackets the prefix sums, parentheses what goes out next.
TEST(FigureCommand, PrefixSumsOnEightNodes) {
  const std::string text = shown("prefix-sums");
  EXPECT_EQ(part(text, "after round 0"),
            "after round 0\n"
            "      0  [0] (0+1)\n"
            "      1  [0+1] (0+1)\n"
            "      2  [2] (2+3)\n"
            "      3  [2+3] (2+3)\n"
            "      4  [4] (4+5)\n"
            "      5  [4+5] (4+5)\n"
            "      6  [6] (6+7)\n"
            "      7  [6+7] (6+7)");
  EXPECT_EQ(part(text, "after round 1"),
            "after round 1\n"
            "      0  [0] (0+..+3)\n"
            "      1  [0+1] (0+..+3)\n"
            "      2  [0+1+2] (0+..+3)\n"
            "      3  [0+..+3] (0+..+3)\n"
            "      4  [4] (4+..+7)\n"
            "      5  [4+5] (4+..+7)\n"
            "      6  [4+5+6] (4+..+7)\n"
            "      7  [4+..+7] (4+..+7)");
  EXPECT_EQ(part(text, "after round 2"),
            "after round 2\n"
            "      0  [0] (0+..+7)\n"
            "      1  [0+1] (0+..+7)\n"
            "      2  [0+1+2] (0+..+7)\n"
            "      3  [0+..+3] (0+..+7)\n"
            "      4  [0+..+4] (0+..+7)\n"
            "      5  [0+..+5] (0+..+7)\n"
            "      6  [0+..+6] (0+..+7)\n"
            "      7  [0+..+7] (0+..+7)");
}

// Grama et al. ch. 4, circular 5-shift on a 4 × 4 mesh, (a) and (d), nodes 12 to 15 on top.
TEST(FigureCommand, FiveShiftOnAMesh) {
  const std::string text = shown("mesh-shift");
  EXPECT_EQ(part(text, "at the start"),
            "at the start\n"
            "  (12)  (13)  (14)  (15)\n"
            "  (8)   (9)   (10)  (11)\n"
            "  (4)   (5)   (6)   (7)\n"
            "  (0)   (1)   (2)   (3)");
  EXPECT_EQ(part(text, "after round 2"),
            "after round 2\n"
            "  (7)   (8)   (9)   (10)\n"
            "  (3)   (4)   (5)   (6)\n"
            "  (15)  (0)   (1)   (2)\n"
            "  (11)  (12)  (13)  (14)");
}

// Tvrdík §14: three permutations without contention, four in which links carry two messages.
TEST(FigureCommand, PermutationsOfAMesh) {
  const std::string text = shown("mesh-permutations");
  std::istringstream lines(
      text.substr(text.find("such links\n") + std::string("such links\n").size()));
  std::size_t alone = 0;
  std::size_t shared = 0;
  std::size_t round = 0;
  std::size_t messages = 0;
  std::size_t links = 0;
  std::size_t most = 0;
  for (std::size_t such = 0; lines >> round >> messages >> links >> most >> such;) {
    EXPECT_EQ(messages, 8U);
    alone += most == 1 ? 1 : 0;
    shared += most == 2 ? 1 : 0;
  }
  EXPECT_EQ(round, 6U);
  EXPECT_EQ(alone, 3U) << text;
  EXPECT_EQ(shared, 4U) << text;
}

TEST(FigureCommand, EveryLinkOfTheTorusIsBusyInEveryRound) {
  const std::string text = shown("torus-interleaving");
  std::size_t lines = 0;
  const std::string full = "          256             1         256\n";
  for (std::size_t at = text.find(full); at != std::string::npos; at = text.find(full, at + 1)) {
    ++lines;
  }
  EXPECT_EQ(lines, 64U);
}

TEST(FigureCommand, NamesTheNearestFigure) {
  const ProgramResult result = run_flitcast({"show", "--figure=ring-of-sex"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "flitcast: --figure: there is no \"ring-of-sex\"; the nearest is ring-of-six\n");
}

TEST(FigureCommand, TakesNothingElse) {
  const ProgramResult result = run_flitcast({"show", "--figure=ring-of-six", "--format=json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "flitcast: --figure: takes no configuration and no other option\n");
}

TEST(DataFormat, IsForSmallNetworks) {
  const ProgramResult result =
      run_flitcast({"show", "--topology.kind=hypercube", "--topology.dims=9",
                    "--traffic.algorithm=oab-hc-sbt", "--format=data"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "flitcast: --format: data is for at most 256 nodes; hypercube 9 has 512\n");
}

}  // namespace
}  // namespace flitcast::test_figures_command
