#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing.h"
#include "hw/topology/family.h"
#include "tests/support/schedules/node_path.h"

namespace flitcast::test_graph {
namespace {

using Path = std::vector<NodeId>;

Topology graph_of(const std::string& text) {
  return Topology(graph_family(), {{}, "folder/net.txt", text});
}

Path path_of(const Topology& graph, NodeId source, NodeId destination) {
  const Routing routing(graph, RoutingOrder::kAscending);
  return route_nodes(routing, source, destination);
}

/// `links` of a network of processors only, or of the first `processors` nodes.
std::string text_of(NodeId nodes, const std::vector<std::pair<NodeId, NodeId>>& links,
                    NodeId processors = 0) {
  std::string text = "processors " + std::to_string(processors == 0 ? nodes : processors) + "\n";
  if (processors != 0) {
    text += "switches " + std::to_string(nodes - processors) + "\n";
  }
  for (const auto& [a, b] : links) {
    text += "link " + std::to_string(a) + " " + std::to_string(b) + "\n";
  }
  return text;
}

std::string ring_of(NodeId nodes) {
  std::vector<std::pair<NodeId, NodeId>> links;
  for (NodeId node = 0; node < nodes; ++node) {
    links.emplace_back(node, (node + 1) % nodes);
  }
  return text_of(nodes, links);
}

TEST(Graph, IsWhatTheFileSays) {
  const Topology graph = graph_of(
      "# a star with a tail\n\nprocessors 3\nswitches 2  # 3 and 4\nlink 0 3\n link\t3 1\r\n"
      "link 4 2\nlink 4 3");
  EXPECT_EQ(graph.describe(), "graph net.txt");
  EXPECT_EQ(graph.nodes(), 5U);
  EXPECT_EQ(graph.processors(), 3U);
  EXPECT_EQ(graph.network_ports(), 3);
  EXPECT_EQ(graph.degree(), 1);
  EXPECT_FALSE(graph.has_coordinates() || graph.wraps() || graph.tree_depth());
  EXPECT_EQ(graph.neighbour(3, 0), 0U);
  EXPECT_EQ(graph.neighbour(3, 1), 1U);
  EXPECT_EQ(graph.neighbour(3, 2), 4U);
  EXPECT_EQ(graph.neighbour(4, 2), kNoNode);
  EXPECT_EQ(graph.entry_port(3, 2), 1);
  EXPECT_EQ(graph.entry_port(4, 1), 2);
  EXPECT_EQ(path_of(graph, 0, 2), (Path{0, 3, 4, 2}));
}

using Time = std::pair<Cycle, Cycle>;

/// Delay and time per flit of the channel between neighbours; 0 where the file has none.
Time time_of(const Topology& graph, NodeId from, NodeId to) {
  const LinkTime time = graph.link_time(from, graph.port_towards(from, to));
  return {time.delay, time.cycles_per_flit};
}

TEST(Graph, ReadsWhatLinksAreLike) {
  const Topology graph =
      graph_of("processors 3\nlink 0 1 delay 4\nlink 2 1 cycles_per_flit 2 delay 3\nlink 0 2\n");
  ASSERT_TRUE(graph.has_link_times());
  EXPECT_EQ(time_of(graph, 0, 1), Time(4, 0));
  EXPECT_EQ(time_of(graph, 1, 0), Time(4, 0));
  EXPECT_EQ(time_of(graph, 1, 2), Time(3, 2));
  EXPECT_EQ(time_of(graph, 2, 1), Time(3, 2));
  EXPECT_EQ(time_of(graph, 0, 2), Time(0, 0));
  EXPECT_FALSE(graph_of(ring_of(3)).has_link_times());
}

// Router 7 has two nodes and is a switch; 9 has none; 5 and 6 are processors 1 and 3.
TEST(Anynet, GivesEveryRouterANode) {
  const Topology graph = graph_of(
      "router 7 node 0 node 2 router 9\nrouter 5 node 1 router 9 2\nrouter 9 router 6 3 router 5\n"
      "node 3 router 6\n");
  EXPECT_EQ(graph.processors(), 4U);
  EXPECT_EQ(graph.nodes(), 6U);  // 4 is router 7, 5 is router 9
  EXPECT_EQ(path_of(graph, 0, 3), (Path{0, 4, 5, 3}));
  EXPECT_EQ(path_of(graph, 1, 2), (Path{1, 5, 4, 2}));
  EXPECT_EQ(graph.port_towards(1, 3), kNoPort);
  EXPECT_EQ(time_of(graph, 1, 5), Time(2, 0));
  EXPECT_EQ(time_of(graph, 5, 1), Time(2, 0));
  EXPECT_EQ(time_of(graph, 5, 3), Time(3, 0));
  EXPECT_EQ(time_of(graph, 4, 5), Time(0, 0));
}

TEST(Anynet, MayHaveALatencyOfEachDirection) {
  const Topology graph = graph_of(
      "router 0 node 0 router 1 4\nrouter 1 node 1 router 0 7 router 2\n"
      "router 2 node 2 router 1 9\n");
  EXPECT_EQ(time_of(graph, 0, 1), Time(4, 0));
  EXPECT_EQ(time_of(graph, 1, 0), Time(7, 0));
  EXPECT_EQ(time_of(graph, 1, 2), Time(9, 0));
  EXPECT_EQ(time_of(graph, 2, 1), Time(9, 0));
}

std::size_t distance_of(const Topology& graph, NodeId from, NodeId to) {
  std::set<NodeId> reached = {from};
  std::size_t links = 0;
  for (; reached.count(to) == 0; ++links) {
    for (const NodeId node : std::set<NodeId>(reached)) {
      for (int port = 0; port < graph.network_ports(); ++port) {
        const NodeId next = graph.neighbour(node, static_cast<PortId>(port));
        if (next != kNoNode) {
          reached.insert(next);
        }
      }
    }
  }
  return links;
}

// A square has two ways to the opposite corner: over the lower neighbour, always.
TEST(GraphRoutes, AreShortestPathsOverTheLowestNodeWhereNoCircleCanForm) {
  const Topology square = graph_of(ring_of(4));
  EXPECT_EQ(square.routes(), "shortest paths, without a circle of channels");
  EXPECT_EQ(path_of(square, 0, 2), (Path{0, 1, 2}));
  EXPECT_EQ(path_of(square, 2, 0), (Path{2, 1, 0}));
  EXPECT_EQ(path_of(square, 1, 3), (Path{1, 0, 3}));
  EXPECT_EQ(path_of(square, 3, 1), (Path{3, 0, 1}));
  const Topology star = graph_of(text_of(7, {{0, 5}, {1, 5}, {2, 5}, {3, 6}, {4, 6}, {5, 6}}, 5));
  for (NodeId source = 0; source < 5; ++source) {
    for (NodeId destination = 0; destination < 5; ++destination) {
      EXPECT_EQ(path_of(star, source, destination).size() - 1,
                distance_of(star, source, destination));
    }
  }
}

/// Node a is above node b, counted from the root.
bool is_above(const Topology& graph, NodeId root, NodeId a, NodeId b) {
  return std::pair(distance_of(graph, root, a), a) < std::pair(distance_of(graph, root, b), b);
}

void expect_up_then_down(const Topology& graph, NodeId root) {
  for (NodeId source = 0; source < graph.processors(); ++source) {
    for (NodeId destination = 0; destination < graph.processors(); ++destination) {
      const Path path = path_of(graph, source, destination);
      bool down = false;
      for (std::size_t i = 1; i < path.size(); ++i) {
        const bool up = is_above(graph, root, path[i], path[i - 1]);
        EXPECT_FALSE(up && down) << source << " to " << destination;
        down = !up;
      }
    }
  }
}

TEST(GraphRoutes, GoUpThenDownWhereShortestPathsCanWaitInACircle) {
  const Topology ring = graph_of(ring_of(6));
  EXPECT_EQ(ring.routes(),
            "up*/down* from node 0, since channels of shortest paths can wait in a circle");
  expect_up_then_down(ring, 0);
  EXPECT_EQ(path_of(ring, 2, 4), (Path{2, 1, 0, 5, 4}));
  EXPECT_EQ(path_of(ring, 0, 3), (Path{0, 1, 2, 3}));
  std::vector<std::pair<NodeId, NodeId>> links;
  for (NodeId node = 0; node < 12; ++node) {
    links.emplace_back(node, (node + 1) % 12);
    links.emplace_back(node, (node + 5) % 12);
  }
  const Topology chordal = graph_of(text_of(12, links));
  expect_up_then_down(chordal, 0);
}

TEST(GraphRoutes, TakeTheRootOfTheFileWhateverShortestPathsDo) {
  const Topology square = graph_of(ring_of(4) + "root 3\n");
  EXPECT_EQ(square.routes(), "up*/down* from node 3, the root of the file");
  expect_up_then_down(square, 3);
  EXPECT_EQ(path_of(square, 0, 2), (Path{0, 3, 2}));
  EXPECT_EQ(path_of(square, 1, 3), (Path{1, 0, 3}));
}

TEST(GraphRoutes, TakeTheRootOfMostLinksWhereTheFileNamesNone) {
  const Topology graph = graph_of(ring_of(8) + "link 3 6\n");
  EXPECT_EQ(graph.routes().find("up*/down* from node 3,"), 0U) << graph.routes();
  expect_up_then_down(graph, 3);
}

TEST(GraphRoutes, AreTheTableOfTheFileWhereItHasOne) {
  const std::string upwards =
      "route 0 1 1\nroute 1 2 2\nroute 2 0 0\nroute 0 2 1\nroute 1 0 2\nroute 2 1 0\n";
  const Topology triangle = graph_of(ring_of(3) + upwards);
  EXPECT_EQ(triangle.routes(), "the table of the file, whose channels can wait in a circle");
  EXPECT_EQ(path_of(triangle, 0, 2), (Path{0, 1, 2}));
  const Topology line = graph_of(
      "processors 2\nswitches 1\nlink 0 2\nlink 1 2\nroute 0 1 2\nroute 2 1 1\nroute 1 0 2\n"
      "route 2 0 0\n");
  EXPECT_EQ(line.routes(), "the table of the file, without a circle of channels");
}

/// Every text is refused with its message after the name of the file.
void expect_refusals(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [text, message] : cases) {
    try {
      graph_of(text);
      ADD_FAILURE() << "accepted " << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(), "folder/net.txt:" + message) << text;
    }
  }
}

TEST(Graph, RefusesWhatIsNoNetworkAndNamesTheLine) {
  const std::string pair = "processors 2\nlink 0 1\n";
  std::string crowd = "processors 255\n";
  for (NodeId node = 1; node < 255; ++node) {
    crowd += "link 0 " + std::to_string(node) + "\n";
  }
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "1: there are no processors; give a line like processors 16"},
      {"# nothing\n", "1: there are no processors; give a line like processors 16"},
      {"link 0 1\n", "1: processors come first, like processors 16"},
      {"processors 0\n", "1: \"0\" is not a number from 1 to 4096"},
      {"processors many\n", "1: \"many\" is not a number from 1 to 4096"},
      {"processors\n", "1: give a number after processors, like processors 16"},
      {"processors 2\nprocessors 3\n", "2: processors are told once, before the links"},
      {"processors 4096\nswitches 1\n", "2: \"1\" is not a number from 1 to 0"},
      {pair + "switches 1\n", "3: switches are told once, before the links"},
      {pair + "link 0 2\n", "3: \"2\" is not a node; they are 0 to 1"},
      {"processors 1\nlink 0 1\n", "2: \"1\" is not a node; 0 is the only one"},
      {pair + "link 0 -1\n", "3: \"-1\" is not a node; they are 0 to 1"},
      {pair + "\nlink 1 1\n", "4: the link leads from node 1 to itself"},
      {pair + "link 1 0\n",
       "3: the link between node 1 and node 0 is given twice; it is in line 2"},
      {pair + "link 1\n",
       "3: give two nodes after link, like link 0 4, and delay or cycles_per_flit with a number"},
      {pair + "link 1 0 delay\n",
       "3: give two nodes after link, like link 0 4, and delay or cycles_per_flit with a number"},
      {"processors 2\nlink 1 0 length 3\n",
       "2: \"length\" is not known; give delay or cycles_per_flit"},
      {"processors 2\nlink 1 0 delay 0\n", "2: \"0\" is not a number from 1 to 1000000"},
      {"processors 2\nlink 1 0 cycles_per_flit 10001\n",
       "2: \"10001\" is not a number from 1 to 10000"},
      {pair + "wire 0 1\n",
       "3: \"wire\" is not known; give processors, switches, link, root or route"},
      {"processors 4\nlink 0 1\nlink 2 3\n", "1: there is no way from node 0 to node 2"},
      {"processors 2\nswitches 1\nlink 0 1\n", "2: there is no way from node 0 to node 2"},
      {crowd, "255: node 0 has more than 253 links, the most of a router"},
      {pair + "root 2\n", "3: \"2\" is not a node; they are 0 to 1"},
      {pair + "root 1\nroot 0\n", "4: the root is given twice"},
      {"processors 2\nlink 0 1 delay 3 delay 9\n", "2: delay is given twice"},
      {ring_of(4) + "route 0 1 2\n", "6: there is no link from node 0 to node 2"},
      {pair + "route 0 0 1\n", "3: the route begins at its destination, node 0"},
      {pair + "route 0 1 1\nroute 0 1 1\n", "4: the route from node 0 to node 1 is given twice"},
      {pair + "route 0 1 1\n",
       "3: routes end here, and one is missing at node 1 on the way from node 1 to node 0"},
      {"processors 3\nlink 0 1\nlink 1 2\nroute 0 1 1\nroute 0 2 1\nroute 1 2 0\n",
       "6: routes go in a circle on the way from node 0 to node 2"},
  };
  expect_refusals(cases);
}

TEST(Anynet, RefusesWhatIsNoNetworkAndNamesTheLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"router 0 node 0 router 1\nrouter 1 node 1 wire 3\n",
       "2: \"wire\" is not known; give router or node, with its number"},
      {"router\n", "1: router has no number"},
      {"router 0 node x\n", "1: \"x\" is not the number of a node"},
      {"node 0 node 1\n", "1: node 0 and node 1 cannot be linked; a node is linked to a router"},
      {"router 0 node 0\nrouter 1 node 0\n", "2: node 0 has a router; it is in line 1"},
      {"router 0 node 0 router 1\nrouter 1 node 2\n",
       "2: there is a node 2 but no node 1; give all from 0 on"},
      {"router 0 node 0 router 0\n", "1: the link leads from router 0 to itself"},
      {"router 0 node 0 router 1\nrouter 1 node 1\nrouter 0 router 1\n",
       "3: router 1 is linked to router 0 twice; it is in line 1"},
      {"router 0 node 0\nrouter 1 node 1\n", "2: there is no way from router 0 to router 1"},
      {"router 0 router 1\n", "1: there is no node; give one or more, like router 0 node 0"},
      {"router 0 node 0 router 1 0\n", "1: a latency of 0; the smallest is 1"},
      {"router 0 node 0 router 1 -3\n", "1: \"-3\" is not a latency; it is 1 to 1000000"},
      {"router 0 node 0 5 router 1\nrouter 1 node 1\n",
       "1: node 0 has a latency to its router; network interfaces have 1, leave it out"},
  };
  expect_refusals(cases);
}

TEST(Graph, RefusesNoiseWithOneShortMessage) {
  std::string noise;
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < 10'000'000; ++i) {
    state = state * 1664525U + 1013904223U;
    noise += static_cast<char>(state >> 24U);
  }
  for (const std::string& text : {noise, "processors 2\n" + noise, "router 0 " + noise}) {
    try {
      graph_of(text);
      ADD_FAILURE() << "accepted";
    } catch (const std::invalid_argument& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.find("folder/net.txt:"), 0U) << message;
      EXPECT_LT(message.size(), 200U);
      EXPECT_EQ(message.find_first_of("\n\r"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_graph
