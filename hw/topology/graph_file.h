#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/topology/topology.h"

namespace flitcast {

/// A network as a file has it, in one of two formats; what begins with "router" or "node" is the
/// second. Blanks separate words, # begins a comment.
///
/// Our own, one thing a line:
///     processors 4                   nodes 0 … 3, which send and receive; comes first
///     switches 1                     nodes 4 …, which only route; may be left out
///     link 0 4                       in both directions
///     link 1 4 delay 3 cycles_per_flit 2
///     root 4                         routes are up*/down* from this node
///     route 0 1 4                    at node 0 a header for processor 1 goes to node 4
///
/// BookSim's anynet: a line is a router, or a node, and what it is linked with, each with a latency
/// where it is a number more, the delay of the link:
///     router 0 node 0 node 1 router 1 5
/// A latency is that of both directions, unless the line of the other router gives another. A
/// router needs no line of its own. Nodes have the numbers 0 … N − 1. A router with one node is
/// that processor; one with none or several is a switch, with its nodes as processors linked to it.
/// Switches are numbered on from the nodes, in the order of their routers.
struct GraphFile {
  struct Link {
    NodeId a;
    NodeId b;
    std::size_t line;
    LinkTime from_a = {};
    LinkTime from_b = {};
  };
  struct Route {
    NodeId here;
    NodeId destination;
    NodeId next;
    std::size_t line;
  };

  std::string file;  ///< for messages
  NodeId processors = 0;
  NodeId switches = 0;
  std::size_t nodes_line = 1;  ///< where the last nodes are told
  std::vector<Link> links;
  std::optional<NodeId> root;
  std::vector<Route> routes;
  std::vector<std::string> names;  ///< of nodes, where they are more than "node 3"

  NodeId nodes() const { return processors + switches; }
  std::string name(NodeId node) const {
    return names.empty() ? "node " + std::to_string(node) : names[node];
  }
  /// std::invalid_argument with "file:line: message".
  [[noreturn]] void fail(std::size_t line, const std::string& message) const;
};

/// Throws std::invalid_argument that names file and line, for text that is neither and for links
/// that no network has: from a node to itself, to a node that there is not, twice the same.
GraphFile parse_graph_file(std::string_view text, const std::string& file);

/// What parsers of both read with: the words of the lines that have any.
struct GraphLine {
  std::size_t number;
  std::vector<std::string_view> words;
};
std::vector<GraphLine> graph_lines(std::string_view text);
/// A word as messages show it: short, and without what cannot be printed.
std::string shown_word(std::string_view word);
/// A whole number of at most `most`, or nothing.
std::optional<std::uint64_t> number_of(std::string_view word, std::uint64_t most);

/// The numbers below `end` > 0, for messages: "they are 0 to 6", "0 is the only one".
std::string numbers_below(std::uint64_t end);

/// A file in the anynet format, whose links are not checked.
GraphFile parse_anynet(const std::vector<GraphLine>& lines, const std::string& file);

/// Nodes that a graph has at most: its routes are a table.
inline constexpr NodeId kMaxGraphNodes = 4096;

}  // namespace flitcast
