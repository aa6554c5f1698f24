#include "hw/topology/graph_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>
#include <utility>

namespace flitcast {
namespace {

constexpr std::uint64_t kMostDelay = 1'000'000;
constexpr std::uint64_t kMostInterval = 10'000;  // cycles per flit

/// Reads our own format.
class Parser {
 public:
  explicit Parser(const std::string& file) { graph_.file = file; }

  void add(const GraphLine& line) {
    line_ = &line;
    const std::string_view what = line.words[0];
    if (what == "processors" || what == "switches") {
      add_nodes(what);
    } else if (graph_.processors == 0) {
      fail("processors come first, like processors 16");
    } else if (what == "link") {
      add_link();
    } else if (what == "root") {
      expect_words(2, "root 4");
      if (graph_.root) {
        fail("the root is given twice");
      }
      graph_.root = node(1);
    } else if (what == "route") {
      expect_words(4, "route 0 1 4");
      graph_.routes.push_back({node(1), processor(2), node(3), line.number});
    } else {
      fail(shown_word(what) + " is not known; give processors, switches, link, root or route");
    }
  }

  GraphFile take() {
    if (graph_.processors == 0) {
      graph_.fail(1, "there are no processors; give a line like processors 16");
    }
    return std::move(graph_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { graph_.fail(line_->number, message); }

  void expect_words(std::size_t count, const std::string& example) const {
    if (line_->words.size() != count) {
      fail("give " + (count == 2 ? "a number" : std::to_string(count - 1) + " numbers") +
           " after " + std::string(line_->words[0]) + ", like " + example);
    }
  }

  std::uint64_t number(std::size_t word, std::uint64_t least, std::uint64_t most) const {
    const auto value = number_of(line_->words[word], most);
    if (!value || *value < least) {
      fail(shown_word(line_->words[word]) + " is not a number from " + std::to_string(least) +
           " to " + std::to_string(most));
    }
    return *value;
  }

  NodeId node_below(std::size_t word, NodeId end, const char* noun) const {
    const auto value = number_of(line_->words[word], end - 1);
    if (!value) {
      fail(shown_word(line_->words[word]) + " is not a " + noun + "; " + numbers_below(end));
    }
    return static_cast<NodeId>(*value);
  }
  NodeId node(std::size_t word) const { return node_below(word, graph_.nodes(), "node"); }
  NodeId processor(std::size_t word) const {
    return node_below(word, graph_.processors, "processor");
  }

  void add_nodes(std::string_view what) {
    const bool processors = what == "processors";
    expect_words(2, processors ? "processors 16" : "switches 4");
    NodeId& count = processors ? graph_.processors : graph_.switches;
    if (count != 0 || !graph_.links.empty()) {
      fail(std::string(what) + " are told once, before the links");
    }
    if (!processors && graph_.processors == 0) {
      fail("processors come first, like processors 16");
    }
    count = static_cast<NodeId>(number(1, 1, kMaxGraphNodes - graph_.nodes()));
    graph_.nodes_line = line_->number;
  }

  void add_link() {
    const std::vector<std::string_view>& words = line_->words;
    if (words.size() < 3 || words.size() % 2 == 0) {
      fail("give two nodes after link, like link 0 4, and delay or cycles_per_flit with a number");
    }
    LinkTime own;
    for (std::size_t i = 3; i < words.size(); i += 2) {
      const bool delay = words[i] == "delay";
      if (!delay && words[i] != "cycles_per_flit") {
        fail(shown_word(words[i]) + " is not known; give delay or cycles_per_flit");
      }
      Cycle& told = delay ? own.delay : own.cycles_per_flit;
      if (told != 0) {
        fail(std::string(words[i]) + " is given twice");
      }
      told = static_cast<Cycle>(number(i + 1, 1, delay ? kMostDelay : kMostInterval));
    }
    graph_.links.push_back({node(1), node(2), line_->number, own, own});
  }

  GraphFile graph_;
  const GraphLine* line_ = nullptr;
};

void check_links(const GraphFile& graph) {
  std::map<std::pair<NodeId, NodeId>, std::size_t> first;
  for (const GraphFile::Link& link : graph.links) {
    if (link.a == link.b) {
      graph.fail(link.line, "the link leads from " + graph.name(link.a) + " to itself");
    }
    const auto [known, fresh] = first.emplace(std::minmax(link.a, link.b), link.line);
    if (!fresh) {
      graph.fail(link.line, "the link between " + graph.name(link.a) + " and " +
                                graph.name(link.b) + " is given twice; it is in line " +
                                std::to_string(known->second));
    }
  }
}

}  // namespace

void GraphFile::fail(std::size_t line, const std::string& message) const {
  throw std::invalid_argument(file + ":" + std::to_string(line) + ": " + message);
}

std::vector<GraphLine> graph_lines(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::vector<GraphLine> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view rest = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    rest = rest.substr(0, rest.find('#'));
    GraphLine line{number, {}};
    for (std::size_t begin = rest.find_first_not_of(kBlanks); begin != std::string_view::npos;
         begin = rest.find_first_not_of(kBlanks)) {
      rest.remove_prefix(begin);
      line.words.push_back(rest.substr(0, rest.find_first_of(kBlanks)));
      rest.remove_prefix(line.words.back().size());
    }
    if (!line.words.empty()) {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::string numbers_below(std::uint64_t end) {
  return end == 1 ? "0 is the only one" : "they are 0 to " + std::to_string(end - 1);
}

std::string shown_word(std::string_view word) {
  constexpr std::size_t kMost = 40;
  std::string text = "\"";
  for (const char c : word.substr(0, kMost)) {
    text += c >= ' ' && c <= '~' ? c : '?';
  }
  return text + (word.size() > kMost ? "…\"" : "\"");
}

std::optional<std::uint64_t> number_of(std::string_view word, std::uint64_t most) {
  std::uint64_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  return error == std::errc{} && stop == end && value <= most ? std::optional(value) : std::nullopt;
}

GraphFile parse_graph_file(std::string_view text, const std::string& file) {
  const std::vector<GraphLine> lines = graph_lines(text);
  const bool anynet =
      !lines.empty() && (lines.front().words[0] == "router" || lines.front().words[0] == "node");
  Parser parser(file);
  for (std::size_t i = 0; i < lines.size() && !anynet; ++i) {
    parser.add(lines[i]);
  }
  GraphFile graph = anynet ? parse_anynet(lines, file) : parser.take();
  check_links(graph);
  return graph;
}

}  // namespace flitcast
