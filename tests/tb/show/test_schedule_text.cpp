#include <set>

#include <gtest/gtest.h>

#include "tb/show/schedule_text.h"
#include "tb/show/source_tables.h"
#include "traffic/rows/all_to_all/alltoall_hypercube_allport.h"

namespace flitcast::test_schedule_text {
namespace {

std::string text_of(const std::string& topology, const std::string& traffic,
                    const ScheduleLimits& limits = {}) {
  const Draft draft(
      parse_config("[topology]\n" + topology + "\n[traffic]\n" + traffic + "\n", "x.ini"));
  std::string text;
  write_schedule_text(draft, limits, [&](const std::string& piece) { text += piece; });
  return text;
}

std::string table_of(int n) {
  std::string text;
  write_allport_table(n, [&](const std::string& piece) { text += piece; });
  return text;
}

TEST(ScheduleText, NodesOfAHypercubeCarryTheirLabels) {
  EXPECT_EQ(text_of("kind = hypercube\ndims = 1", "algorithm = aas-hc-dex\nmessage_flits = 3"),
            "aas-hc-dex: all-to-all scatter on hypercube 1, 2 nodes, μ = 3 flits\n"
            "1 round\n"
            "\n"
            "round 0: 2 messages\n"
            "  id  src    dst    path  flits  blocks\n"
            "   0  0 (0)  1 (1)  0>1       3  0->1\n"
            "   1  1 (1)  0 (0)  1>0       3  1->0\n");
}

TEST(ScheduleText, WormsOfABroadcastShowTheirRootAndDestinations) {
  EXPECT_EQ(text_of("kind = mesh\ndims = 3x2", "algorithm = oab-mesh-irc-corner"),
            "oab-mesh-irc-corner (C-R): broadcast on mesh 3x2, 6 nodes, μ = 1 flit\n"
            "2 rounds, root 0\n"
            "\n"
            "round 0: 1 message\n"
            "  id  src  dst  path  flits  blocks\n"
            "   0  0    3    0>3       1  0->*\n"
            "\n"
            "round 1: 2 messages\n"
            "  id  src  dst  path   flits  blocks\n"
            "   1  0    1 2  0>1>2      1  0->*\n"
            "   2  3    4 5  3>4>5      1  0->*\n");
}

TEST(ScheduleText, DividedBlocksShowTheirParts) {
  const std::string text = text_of(
      "kind = ring\ndims = 4", "algorithm = aas-ring-allport\nmessage_flits = 4\nvariant = split");
  EXPECT_NE(text.find("2 rounds, every block in 2 parts of 2 flits\n"), std::string::npos) << text;
  EXPECT_NE(text.find("   0  0    1    0>1       6  0->1.0 0->1.1 0->2.0\n"), std::string::npos)
      << text;
}

TEST(ScheduleText, LongListsAreShortenedUnlessTheViewIsLimited) {
  const std::string topology = "kind = hypercube\ndims = 5";
  const std::string traffic = "algorithm = aas-hc-sex\nvariant = ascending";
  const std::string whole = text_of(topology, traffic);
  EXPECT_NE(whole.find("  16  0->1 0->3 0->5 … 12 more … 0->31\n  "), std::string::npos) << whole;
  const std::string round = text_of(topology, traffic, {0, std::nullopt});
  EXPECT_EQ(round.find("more"), std::string::npos);
  EXPECT_NE(round.find(" 0->1 0->3 0->5 0->7 0->9 0->11 0->13 0->15 0->17 0->19 0->21 0->23 "
                       "0->25 0->27 0->29 0->31\n"),
            std::string::npos)
      << round;
  EXPECT_EQ(text_of(topology, traffic, {std::nullopt, 1}).find("more"), std::string::npos);
}

TEST(ScheduleText, OneNodeSendsAndReceives) {
  const std::string topology = "kind = mesh\ndims = 3x2";
  const std::string traffic = "algorithm = oab-mesh-irc-corner";
  const std::string heading =
      "oab-mesh-irc-corner (C-R): broadcast on mesh 3x2, 6 nodes, μ = 1 flit\n"
      "2 rounds, root 0\n\n";
  EXPECT_EQ(text_of(topology, traffic, {std::nullopt, 3}),
            heading +
                "round 0: node 3 sends 0 and receives 1\n"
                "  id  node      src  dst  path  flits  blocks\n"
                "   0  receives  0    3    0>3       1  0->*\n"
                "\n"
                "round 1: node 3 sends 1 and receives 0\n"
                "  id  node      src  dst  path   flits  blocks\n"
                "   2  sends     3    4 5  3>4>5      1  0->*\n");
  EXPECT_EQ(text_of(topology, traffic, {0, 5}),
            heading + "round 0: node 5 sends 0 and receives 0\n");
}

// Tvrdík §14, "Optimal scheduling table for AAS in all-port full-duplex SF Q_4".
TEST(AllportTable, OfFourDimensionsIsThePrintedOne) {
  EXPECT_EQ(table_of(4),
            "Round  j=0   j=1   j=2   j=3\n"
            "1      0011  0110  1100  1000\n"
            "2      0001  0111  1110  1010\n"
            "3      0111  0010  1101  1100\n"
            "4      0101  0011  1111  1110\n"
            "5      1011  1110  0100  1001\n"
            "6      1001  1111  0110  1011\n"
            "7      1111  1010  0101  1101\n"
            "8      1101  1011  0111  1111\n");
}

TEST(AllportTable, OfOneAndTwoDimensions) {
  EXPECT_EQ(table_of(1), "Round  j=0\n1      1\n");
  EXPECT_EQ(table_of(2), "Round  j=0  j=1\n1      11   10\n2      01   11\n");
}

// The conditions of the source: (a) what goes along dimension j has bit j; (b) a round sends
// different addresses along different dimensions; (c) every address has one round in the column of
// each of its bits.
TEST(AllportTable, MeetsTheConditionsOfItsSource) {
  for (int n = 1; n <= 10; ++n) {
    const std::uint64_t rounds = std::uint64_t{1} << (n - 1);
    std::vector<std::set<NodeId>> columns(static_cast<std::size_t>(n));
    for (std::uint64_t round = 0; round < rounds; ++round) {
      std::set<NodeId> row;
      for (int j = 0; j < n; ++j) {
        const NodeId r = allport_table_entry(n, round, j);
        EXPECT_LT(r, NodeId{1} << n);
        EXPECT_EQ(r >> j & 1U, 1U) << "(a) n = " << n << ", round " << round << ", j = " << j;
        row.insert(r);
        columns[static_cast<std::size_t>(j)].insert(r);
      }
      EXPECT_EQ(row.size(), static_cast<std::size_t>(n)) << "(b) n = " << n << ", round " << round;
    }
    for (const std::set<NodeId>& column : columns) {
      EXPECT_EQ(column.size(), rounds) << "(c) n = " << n;
    }
  }
}

}  // namespace
}  // namespace flitcast::test_schedule_text
