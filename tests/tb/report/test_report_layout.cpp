#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/report/links/matrix_layout.h"
#include "tb/report/links/network_layout.h"
#include "tb/report/links/plane_layout.h"
#include "tests/support/temp_folder.h"

namespace flitcast::report::test_report_layout {
namespace {

constexpr double kExact = 1e-9;

void expect_at(const PlaneLayout::Point& point, double x, double y) {
  EXPECT_NEAR(point.x, x, kExact);
  EXPECT_NEAR(point.y, y, kExact);
}

const std::vector<Topology>& some_of_every_kind() {
  static const std::vector<Topology> networks{
      {TopologyKind::kMesh, {3, 2}},    {TopologyKind::kMesh, {1, 1}},
      {TopologyKind::kMesh, {4, 3, 2}}, {TopologyKind::kTorus, {5, 3}},
      {TopologyKind::kTorus, {2, 2}},   {TopologyKind::kTorus, {3, 3, 3, 3, 2}},
      {TopologyKind::kRing, {2}},       {TopologyKind::kRing, {7}},
      {TopologyKind::kLine, {1}},       {TopologyKind::kLine, {6}},
      {TopologyKind::kTree, {0}},       {TopologyKind::kTree, {1}},
      {TopologyKind::kTree, {4}},       {TopologyKind::kMesh, {150, 200}},
      {TopologyKind::kTorus, {700, 3}}, {TopologyKind::kRing, {1000}},
      {TopologyKind::kTree, {10}},      {TopologyKind::kCmesh, {3, 2, 4}},
      {TopologyKind::kCmesh, {1, 3}},   {TopologyKind::kDragonfly, {2, 4, 2}},
  };
  return networks;
}

/// Calls visit(from, to) for every channel.
template <typename Visit>
void for_channels(const Topology& topology, Visit&& visit) {
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId to = topology.neighbour(node, static_cast<PortId>(port));
      if (to != kNoNode) {
        visit(node, to);
      }
    }
  }
}

TEST(PlaneLayout, PutsAMeshOnItsGrid) {
  const PlaneLayout layout(Topology(TopologyKind::kMesh, {3, 2}));
  expect_at(layout.node(0), 0, 0);
  expect_at(layout.node(4), 1, 1);
  expect_at(layout.channel_end(0, 1), 0.5, 0);
  expect_at(layout.channel_end(1, 0), 0.5, 0);
  expect_at(layout.channel_end(4, 1), 1, 0.5);
  EXPECT_EQ(layout.width(), 2);
  EXPECT_EQ(layout.height(), 1);
  EXPECT_TRUE(layout.labels().empty());
}

TEST(PlaneLayout, LetsWrapLinksOfATorusLeaveAtItsEdges) {
  const PlaneLayout layout(Topology(TopologyKind::kTorus, {4, 3}));
  expect_at(layout.channel_end(3, 0), 3.5, 0);
  expect_at(layout.channel_end(0, 3), -0.5, 0);
  expect_at(layout.channel_end(0, 8), 0, -0.5);
  expect_at(layout.channel_end(8, 0), 0, 2.5);
}

TEST(PlaneLayout, HasOneLinkBetweenTwoNodes) {
  const PlaneLayout layout(Topology(TopologyKind::kTorus, {2, 2}));
  expect_at(layout.channel_end(0, 1), 0.5, 0);
  expect_at(layout.channel_end(1, 0), 0.5, 0);
}

TEST(PlaneLayout, DrawsAThirdDimensionAsSlices) {
  const PlaneLayout layout(Topology(TopologyKind::kMesh, {2, 2, 3}));
  expect_at(layout.node(4), 2.6, 0);  // the second slice, beside the first
  expect_at(layout.node(8), 0, 2.6);  // the third, below it
  const double slant = 0.36 * std::sqrt(0.5);
  expect_at(layout.channel_end(0, 4), slant, -slant);
  expect_at(layout.channel_end(4, 0), 2.6 - slant, slant);
  ASSERT_EQ(layout.labels().size(), 3U);
  EXPECT_EQ(layout.labels()[2].text, "z = 2");
}

TEST(PlaneLayout, NamesSlicesOfMoreDimensions) {
  const PlaneLayout four(Topology(TopologyKind::kMesh, {2, 2, 3, 2}));
  EXPECT_EQ(four.labels().back().text, "z = 2, w = 1");
  expect_at(four.node(12), 0, 2.6);  // w = 1 begins a new line
  const PlaneLayout five(Topology(TopologyKind::kMesh, {2, 2, 2, 2, 2}));
  EXPECT_EQ(five.labels().back().text, "1,1,1");
}

TEST(PlaneLayout, HasTheRootOfATreeOnTop) {
  const PlaneLayout layout(Topology(TopologyKind::kTree, {2}));
  expect_at(layout.node(3), 3, 2);
  expect_at(layout.node(4), 0.5, 1);
  expect_at(layout.node(6), 1.5, 0);
  expect_at(layout.channel_end(0, 4), 0.25, 1.5);
  expect_at(layout.channel_end(6, 5), 2, 0.5);
}

TEST(PlaneLayout, RefusesAHypercube) {
  EXPECT_THROW(PlaneLayout(Topology(TopologyKind::kHypercube, {3})), std::invalid_argument);
}

TEST(PlaneLayout, GivesEveryNodeAndEveryChannelAPlaceOfItsOwn) {
  for (const Topology& topology : some_of_every_kind()) {
    SCOPED_TRACE(topology.describe());
    const PlaneLayout layout(topology);
    std::set<std::pair<double, double>> nodes;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      const PlaneLayout::Point at = layout.node(node);
      EXPECT_TRUE(at.x > -kExact && at.x < layout.width() + kExact);
      EXPECT_TRUE(at.y > -kExact && at.y < layout.height() + kExact);
      nodes.emplace(at.x, at.y);
    }
    EXPECT_EQ(nodes.size(), topology.nodes());
    std::set<std::tuple<NodeId, double, double>> ends;
    std::size_t channels = 0;
    for_channels(topology, [&](NodeId from, NodeId to) {
      const PlaneLayout::Point end = layout.channel_end(from, to);
      ends.emplace(from, end.x, end.y);
      ++channels;
    });
    EXPECT_EQ(ends.size(), channels);
  }
}

TEST(MatrixLayout, HasARowPerDimensionOfAHypercube) {
  const MatrixLayout layout(Topology(TopologyKind::kHypercube, {3}));
  EXPECT_EQ(layout.rows(), (std::vector<std::string>{"0", "1", "2", "receive"}));
  EXPECT_EQ(layout.columns(), 8U);
  const MatrixLayout::Cell cell = layout.cell(5, 7);
  EXPECT_EQ(cell.row, 1U);
  EXPECT_EQ(cell.first, 5U);
  EXPECT_EQ(cell.last, 5U);
  EXPECT_EQ(layout.cell(6, 6).row, 3U);
}

TEST(MatrixLayout, JoinsNodesWhereThereAreTooMany) {
  const MatrixLayout layout(Topology(TopologyKind::kHypercube, {10}));  // 1024 in at most 384
  EXPECT_EQ(layout.cell(5, 4).first, 4U);
  EXPECT_EQ(layout.cell(5, 4).last, 7U);
}

// 4 processors below 2 switches, which are below 2 more.
TEST(PlaneLayout, PutsSwitchesAboveWhatTheyLinkTo) {
  const Topology tree(TopologyKind::kFatTree, {2, 2});
  EXPECT_TRUE(drawn_on_plane(tree));
  const PlaneLayout layout(tree);
  expect_at(layout.node(0), 0, 3);
  expect_at(layout.node(3), 3, 3);
  expect_at(layout.node(4), 0.5, 1.5);
  expect_at(layout.node(5), 2.5, 1.5);
  expect_at(layout.node(6), 0.5, 0);
  expect_at(layout.channel_end(0, 4), 0.25, 2.25);
}

Topology graph(const std::string& text) {
  return Topology(graph_family(), TopologySource{{}, "net", text});
}

TEST(PlaneLayout, PutsAGraphWithoutSwitchesOnACircle) {
  const Topology four = graph("processors 4\nlink 0 1\nlink 1 2\nlink 2 3\nlink 3 0\nlink 0 2\n");
  const PlaneLayout layout(four);
  expect_at(layout.node(0), 1, 0);  // from the top, clockwise
  expect_at(layout.node(1), 2, 1);
  expect_at(layout.node(2), 1, 2);
  expect_at(layout.node(3), 0, 1);
  expect_at(layout.channel_end(0, 2), 1, 1);
  expect_at(layout.channel_end(2, 0), 1, 1);
}

TEST(NodeNames, AreThoseOfTheFile) {
  const std::string text = "router 0 node 0 node 1 router 1 5\nrouter 1 node 2 node 3\n";
  TempFolder folder;
  folder.write("net.txt", text);
  EXPECT_EQ(
      node_names(graph(text), folder.path("net.txt")),
      (std::vector<std::string>{"node 0", "node 1", "node 2", "node 3", "router 0", "router 1"}));
  EXPECT_TRUE(node_names(graph(text), folder.path("none.txt")).empty());
  folder.write("other.txt", "processors 2\nlink 0 1\n");
  EXPECT_TRUE(node_names(graph(text), folder.path("other.txt")).empty());
  EXPECT_TRUE(node_names(graph(text), "").empty());
}

TEST(MatrixLayout, HasARowPerDirectionOfARing) {
  const MatrixLayout layout(Topology(TopologyKind::kRing, {64}));
  EXPECT_EQ(layout.rows(), (std::vector<std::string>{"up", "down", "receive"}));
  EXPECT_EQ(layout.cell(63, 0).row, 0U);
  EXPECT_EQ(layout.cell(0, 63).row, 1U);
}

TEST(MatrixLayout, HasARowPerPortWhereThereAreNoCoordinates) {
  const Topology tree(TopologyKind::kFatTree, {2, 2});  // 4 processors below 2 and 2 switches
  const MatrixLayout layout(tree);
  EXPECT_EQ(layout.rows(), (std::vector<std::string>{"0", "1", "2", "3", "receive"}));
  EXPECT_EQ(layout.columns(), 8U);
  const MatrixLayout::Cell up = layout.cell(3, 5);
  EXPECT_EQ(up.row, 0U);
  EXPECT_EQ(up.first, 3U);
  const MatrixLayout::Cell down = layout.cell(5, 3);
  EXPECT_EQ(down.row, 3U);
  EXPECT_EQ(down.first, 5U);
  EXPECT_EQ(layout.cell(2, 2).row, 4U);
}

TEST(MatrixLayout, HasTwoRowsPerLevelOfATree) {
  const MatrixLayout layout(Topology(TopologyKind::kTree, {3}));
  EXPECT_EQ(layout.rows(), (std::vector<std::string>{"3 down", "2 up", "2 down", "1 up", "1 down",
                                                     "0 up", "receive"}));
  EXPECT_EQ(layout.cell(0, 8).row, 5U);
  EXPECT_EQ(layout.cell(8, 0).row, 4U);
  const MatrixLayout::Cell up = layout.cell(9, 12);
  EXPECT_EQ(up.row, 3U);
  EXPECT_EQ(up.first, 2U);
  EXPECT_EQ(up.last, 3U);
  EXPECT_EQ(layout.cell(14, 12).row, 0U);
  EXPECT_EQ(layout.cell(14, 12).last, 7U);
}

TEST(MatrixLayout, JoinsLinesOfALargeGrid) {
  const MatrixLayout layout(Topology(TopologyKind::kMesh, {200, 300}));  // 300 in at most 128
  EXPECT_EQ(layout.rows().size(), 75U);
  EXPECT_EQ(layout.rows()[1], "4–7");
  EXPECT_EQ(layout.cell(7 * 200 + 10, 7 * 200 + 11).row, 1U);
  EXPECT_EQ(layout.cell(7 * 200 + 10, 7 * 200 + 11).first, 10U);
  EXPECT_FALSE(layout.shows_receive_ports());
}

TEST(MatrixLayout, HasACellForEveryChannel) {
  std::vector<Topology> networks = some_of_every_kind();
  for (const std::uint32_t dimension : {0U, 1U, 4U, 12U}) {
    networks.emplace_back(TopologyKind::kHypercube, std::vector<std::uint32_t>{dimension});
  }
  for (const Topology& topology : networks) {
    SCOPED_TRACE(topology.describe());
    const MatrixLayout layout(topology);
    std::set<std::pair<std::size_t, std::size_t>> cells;
    for_channels(topology, [&](NodeId from, NodeId to) {
      const MatrixLayout::Cell cell = layout.cell(from, to);
      ASSERT_LT(cell.row, layout.rows().size());
      ASSERT_LE(cell.first, cell.last);
      ASSERT_LT(cell.last, layout.columns());
      cells.emplace(cell.row, cell.first);
    });
    EXPECT_LE(cells.size(), MatrixLayout::kMaxColumns * MatrixLayout::kMaxRows);
  }
}

using Json = nlohmann::ordered_json;

TEST(NetworkLayout, HasNodesAndChannelsOfALineOnAPlane) {
  const Topology line(TopologyKind::kLine, {3});
  const Json layout = network_layout(line, {"a", "b", "c"});
  EXPECT_EQ(layout, Json::parse(R"({"title": "line 3", "processors": 3, "names": ["a", "b", "c"],
      "plane": {"width": 2, "height": 0, "around": false, "slices": false, "x": [0, 1, 2],
                "y": [0, 0, 0],
                "channels": {"from": [0, 1, 1, 2], "to": [1, 2, 0, 1], "x2": [0.5, 1.5, 0.5, 1.5],
                             "y2": [0, 0, 0, 0]},
                "labels": []}})"));
}

TEST(NetworkLayout, SaysWhereStubsLead) {
  const auto plane = [](TopologyKind kind, const std::vector<std::uint32_t>& sides) {
    const Topology topology(kind, sides);
    return network_layout(topology, {}).at("plane");
  };
  EXPECT_EQ(plane(TopologyKind::kRing, {2})["around"], false);
  const Json torus = plane(TopologyKind::kTorus, {3, 3, 2});
  EXPECT_EQ(torus["around"], true);
  EXPECT_EQ(torus["slices"], true);
  EXPECT_EQ(torus["labels"][1]["name"], "z = 1");
}

TEST(NetworkLayout, HasTheCellsOfAHypercube) {
  const Topology cube(TopologyKind::kHypercube, {1});
  EXPECT_EQ(network_layout(cube, {})["matrix"],
            Json::parse(R"({"rows": ["0", "receive"], "columns": 2, "row_title": "dimension",
                "column_title": "node", "cells": [[0, 0, 0], [0, 1, 1], [1, 0, 0], [1, 1, 1]],
                "channels": {"from": [0, 1, 0, 1], "to": [1, 0, 0, 1], "cell": [0, 1, 2, 3]}})"));
}

TEST(NetworkLayout, JoinsChannelsOfOneCell) {
  const Topology cube(TopologyKind::kHypercube, {10});  // columns of four nodes
  const Json matrix = network_layout(cube, {})["matrix"];
  EXPECT_EQ(matrix["channels"]["from"].size(), 10U * 1024U + 1024U);
  EXPECT_EQ(matrix["cells"].size(), 11U * 1024U / 4U);
}

TEST(NetworkLayout, IsOnAPlaneWhereNodesCanBeToldApart) {
  EXPECT_TRUE(drawn_on_plane(Topology(TopologyKind::kMesh, {16, 16})));
  EXPECT_TRUE(drawn_on_plane(Topology(TopologyKind::kTorus, {8, 8, 8})));
  EXPECT_TRUE(drawn_on_plane(Topology(TopologyKind::kRing, {49})));
  EXPECT_TRUE(drawn_on_plane(Topology(TopologyKind::kTree, {7})));
  EXPECT_FALSE(drawn_on_plane(Topology(TopologyKind::kRing, {50})));
  EXPECT_FALSE(drawn_on_plane(Topology(TopologyKind::kTree, {8})));
  EXPECT_FALSE(drawn_on_plane(Topology(TopologyKind::kMesh, {65, 64})));
  EXPECT_FALSE(drawn_on_plane(Topology(TopologyKind::kHypercube, {2})));
}

}  // namespace
}  // namespace flitcast::report::test_report_layout
