// BookSim's anynet format, see GraphFile.

#include <map>
#include <utility>

#include "hw/topology/graph_file.h"

namespace flitcast {
namespace {

constexpr std::uint64_t kMostId = 1'000'000;
constexpr std::uint64_t kMostLatency = 1'000'000;

/// Rather than like "node" or "router".
bool looks_like_number(std::string_view word) {
  return word.find_first_of("0123456789") <= 1;
}

class Anynet {
 public:
  explicit Anynet(const std::string& file) { graph_.file = file; }

  void add(const GraphLine& line) {
    line_ = line.number;
    std::size_t at = 0;
    const End head = end(line.words, at);
    note(head);
    while (at < line.words.size()) {
      const End other = end(line.words, at);
      note(other);
      const auto latency =
          at < line.words.size() ? number_of(line.words[at], kMostLatency) : std::nullopt;
      if (latency) {
        ++at;
      } else if (at < line.words.size() && looks_like_number(line.words[at])) {
        fail(shown_word(line.words[at]) + " is not a latency; it is 1 to " +
             std::to_string(kMostLatency));
      }
      connect(head, other, latency);
    }
  }

  GraphFile take() {
    number_nodes();
    for (const auto& [ends, listed] : router_links_) {
      const auto back = router_links_.find({ends.second, ends.first});
      if (back == router_links_.end()) {
        add_link(ends.first, ends.second, listed, listed);
      } else if (ends.first <= ends.second) {
        add_link(ends.first, ends.second, listed, back->second);
      }
    }
    return std::move(graph_);
  }

 private:
  struct End {
    bool is_router;
    NodeId id;
  };
  struct Place {
    NodeId router;
    std::size_t line;
    bool has_latency;  // other than 1
  };

  struct Listed {
    std::size_t line;
    std::optional<std::uint64_t> latency;
  };

  void add_link(NodeId from, NodeId to, const Listed& there, const Listed& back) {
    const auto delay = [](const Listed& own, const Listed& other) {
      return static_cast<Cycle>(own.latency.value_or(other.latency.value_or(0)));
    };
    graph_.links.push_back(
        {ids_[from], ids_[to], there.line, {delay(there, back), 0}, {delay(back, there), 0}});
  }

  [[noreturn]] void fail(const std::string& message) const { graph_.fail(line_, message); }
  static std::string name(const End& end) {
    return (end.is_router ? "router " : "node ") + std::to_string(end.id);
  }

  End end(const std::vector<std::string_view>& words, std::size_t& at) const {
    const std::string_view word = words[at];
    if (word != "router" && word != "node") {
      fail(shown_word(word) + " is not known; give router or node, with its number");
    }
    const auto id = at + 1 < words.size() ? number_of(words[at + 1], kMostId) : std::nullopt;
    if (!id) {
      fail(at + 1 < words.size()
               ? shown_word(words[at + 1]) + " is not the number of a " + std::string(word)
               : std::string(word) + " has no number");
    }
    at += 2;
    return {word == "router", static_cast<NodeId>(*id)};
  }

  void note(const End& end) {
    if (end.is_router && routers_.size() < kMaxGraphNodes + std::size_t{1}) {
      routers_.emplace(end.id, line_);
    }
  }

  void connect(const End& head, const End& other, std::optional<std::uint64_t> latency) {
    if (!head.is_router && !other.is_router) {
      fail(name(head) + " and " + name(other) + " cannot be linked; a node is linked to a router");
    }
    if (latency && *latency == 0) {
      fail("a latency of 0; the smallest is 1");
    }
    if (head.is_router && other.is_router) {
      const auto [known, fresh] =
          router_links_.emplace(std::pair(head.id, other.id), Listed{line_, latency});
      if (!fresh) {
        fail(name(other) + " is linked to " + name(head) + " twice; it is in line " +
             std::to_string(known->second.line));
      }
      return;
    }
    const NodeId router = head.is_router ? head.id : other.id;
    const NodeId node = head.is_router ? other.id : head.id;
    const auto [known, fresh] =
        places_.emplace(node, Place{router, line_, latency && *latency != 1});
    if (!fresh) {
      fail("node " + std::to_string(node) + " has a router; it is in line " +
           std::to_string(known->second.line));
    }
  }

  /// Routers with one node are that processor; the others are switches.
  void number_nodes() {
    std::map<NodeId, NodeId> nodes_of;
    NodeId expected = 0;
    for (const auto& [node, place] : places_) {
      line_ = place.line;
      if (node != expected++) {
        fail("there is a node " + std::to_string(node) + " but no node " +
             std::to_string(expected - 1) + "; give all from 0 on");
      }
      ++nodes_of[place.router];
    }
    graph_.processors = expected;
    for (const auto& [router, line] : routers_) {
      if (nodes_of[router] != 1) {
        ids_[router] = graph_.nodes();
        ++graph_.switches;
      }
      graph_.nodes_line = line_ = line;
      if (graph_.nodes() > kMaxGraphNodes) {
        fail("a graph has at most " + std::to_string(kMaxGraphNodes) + " nodes; this is one more");
      }
    }
    if (graph_.processors == 0) {
      fail("there is no node; give one or more, like router 0 node 0");
    }
    graph_.names.resize(graph_.nodes());
    for (const auto& [node, place] : places_) {
      place_node(node, place, nodes_of[place.router] == 1);
    }
    for (const auto& [router, id] : ids_) {
      graph_.names[id] = "router " + std::to_string(router);
    }
  }

  void place_node(NodeId node, const Place& place, bool alone) {
    if (place.has_latency) {
      line_ = place.line;
      fail("node " + std::to_string(node) +
           " has a latency to its router; network interfaces have 1, leave it out");
    }
    if (alone) {
      ids_[place.router] = node;
    } else {
      graph_.names[node] = "node " + std::to_string(node);
      graph_.links.push_back({node, ids_[place.router], place.line});
    }
  }

  GraphFile graph_;
  std::size_t line_ = 1;
  std::map<NodeId, std::size_t> routers_;                     // and the line of their first mention
  std::map<NodeId, Place> places_;                            // of nodes
  std::map<NodeId, NodeId> ids_;                              // of routers in the network
  std::map<std::pair<NodeId, NodeId>, Listed> router_links_;  // from, to
};

}  // namespace

GraphFile parse_anynet(const std::vector<GraphLine>& lines, const std::string& file) {
  Anynet anynet(file);
  for (const GraphLine& line : lines) {
    anynet.add(line);
  }
  return anynet.take();
}

}  // namespace flitcast
