#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/pattern_refusal.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast::test_pattern_files {
namespace {

const Topology& line_of_3() {
  static const Topology kLine(TopologyKind::kLine, {3});
  return kLine;
}

PatternSettings from(const std::string& word, const std::string& text) {
  PatternSettings settings;
  settings.word = word;
  settings.file = "x.txt";
  settings.text = text;
  return settings;
}

std::string refusal(const std::string& word, const std::string& text) {
  return pattern_refusal(line_of_3(), from(word, text));
}

TEST(PermutationFile, HasALineForEverySource) {
  const auto made =
      make_pattern(line_of_3(), from("permutation", "# a ring\n0 1\n\n2, 0 # last\n1\t2"));
  SplitMix64 random(1);
  EXPECT_EQ(made->destination(0, random), 1U);
  EXPECT_EQ(made->destination(1, random), 2U);
  EXPECT_EQ(made->destination(2, random), 0U);
}

TEST(PermutationFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal("permutation", "0 1\n1 1\n2 0\n"),
            "x.txt:2: this is no permutation: nodes 0 and 1 both send to 1");
  EXPECT_EQ(refusal("permutation", "0 1\n0 2\n"),
            "x.txt:2: node 0 is a source for the second time; it sends to 1");
  EXPECT_EQ(refusal("permutation", "0 1\n1 0\n"),
            "x.txt:2: node 2 has no destination; give all of the 3 processors one");
  EXPECT_EQ(refusal("permutation", ""),
            "x.txt:1: node 0 has no destination; give all of the 3 processors one");
  EXPECT_EQ(refusal("permutation", "0 3\n"), "x.txt:1: \"3\" is not a processor; they are 0 to 2");
  EXPECT_EQ(refusal("permutation", "0\n"), "x.txt:1: give a source and its destination, like 0 5");
}

// Rows add up to 4, 0 and 2, which is 2 on average.
TEST(MatrixFile, GivesDestinationsAndRates) {
  const auto made = make_pattern(line_of_3(), from("matrix", "0 3 1\n0 0 0\n0.5,0.5,1e0\n"));
  EXPECT_DOUBLE_EQ(made->share(0), 2);
  EXPECT_EQ(made->share(1), 0);
  EXPECT_DOUBLE_EQ(made->share(2), 1);
  std::vector<double> probability(3, 0);
  made->visit(0, [&](NodeId to, double p) { probability[to] = p; });
  EXPECT_EQ(probability, (std::vector<double>{0, 0.75, 0.25}));
}

TEST(MatrixFile, LosesItsDiagonalWithoutSelfSends) {
  PatternSettings settings = from("matrix", "1 1 0\n0 1 0\n0 0 1\n");
  settings.self_sends = false;
  const auto made = make_pattern(line_of_3(), settings);
  EXPECT_DOUBLE_EQ(made->share(0), 3);
  EXPECT_EQ(made->share(2), 0);
}

TEST(MatrixFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal("matrix", "1 2\n"),
            "x.txt:1: node 0 has 2 weights; give one for each of the 3 processors");
  EXPECT_EQ(refusal("matrix", "1 2 -1\n"),
            "x.txt:1: \"-1\" is not a weight; they are numbers from 0 to 1e9");
  EXPECT_EQ(refusal("matrix", "1 2 nan\n"),
            "x.txt:1: \"nan\" is not a weight; they are numbers from 0 to 1e9");
  EXPECT_EQ(refusal("matrix", "1 1 1\n1 1 1\n"),
            "x.txt:2: node 2 has no weights; give a line for each of the 3 processors");
  EXPECT_EQ(refusal("matrix", "1 1 1\n1 1 1\n1 1 1\n1 1 1\n"),
            "x.txt:4: there are more lines than the 3 processors of the network");
  EXPECT_EQ(refusal("matrix", "0 0 0\n0 0 0\n0 0 0\n"),
            "with matrix on a line 3 no node sends anything");
}

TEST(TraceFile, IsPlayedInTheOrderOfCycles) {
  const auto made =
      make_pattern(line_of_3(), from("trace", "cycle,src,dst,flits\n7,0,1,5\n3,2,2,1\n7,1,0,2\n"));
  ASSERT_NE(made->trace(), nullptr);
  std::vector<NodeId> sources;
  for (const TracePacket& packet : *made->trace()) {
    sources.push_back(packet.source);
  }
  EXPECT_EQ(sources, (std::vector<NodeId>{2, 0, 1}));
  EXPECT_EQ(made->trace()->front().cycle, 3);
  EXPECT_EQ(made->trace()->front().flits, 1U);
  EXPECT_DOUBLE_EQ(made->share(0), 5.0 / 8 * 3);
}

TEST(TraceFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal("trace", "cycle,src,dst,flits\n1,2,3\n"),
            "x.txt:2: give cycle, source, destination and flits of a packet, like 0,3,5,8");
  EXPECT_EQ(refusal("trace", "1,0,3,5\n"), "x.txt:1: \"3\" is not a processor; they are 0 to 2");
  EXPECT_EQ(refusal("trace", "1,0,2,0\n"),
            "x.txt:1: the size in flits is a number from 1 to 1000000, not \"0\"");
  EXPECT_EQ(refusal("trace", "x,0,2,1\n"),
            "x.txt:1: the cycle is a number from 0 to 1000000000000, not \"x\"");
  EXPECT_EQ(refusal("trace", "cycle,src,dst,flits\n"),
            "x.txt:1: there are no packets; give lines like 0,3,5,8");
  PatternSettings settings = from("trace", "0,1,1,5\n");
  settings.self_sends = false;
  EXPECT_EQ(pattern_refusal(line_of_3(), settings),
            "x.txt:1: node 1 sends to itself, and such packets are off");
}

}  // namespace
}  // namespace flitcast::test_pattern_files
