#include "tb/plan/placement_file.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/programs/line_reader.h"
#include "tb/system/file_error.h"

namespace flitcast {
namespace {

class PlacementReader {
 public:
  PlacementReader(const std::string& file, std::uint32_t ranks, const Topology& topology)
      : file_(file),
        lines_(file),
        topology_(topology),
        nodes_(ranks, kNoNode),
        line_of_node_(topology.processors(), 0) {}

  Placement read() {
    while (lines_.next()) {
      std::string_view line = lines_.line();
      if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
      }
      line = trim(line);
      if (line.empty() || line.front() == '#' || line == "rank,node") {
        continue;
      }
      const std::size_t comma = line.find(',');
      if (comma == std::string_view::npos) {
        place(next_, line);
      } else {
        place(number(line.substr(0, comma), "rank", nodes_.size()), line.substr(comma + 1));
      }
    }
    const auto missing = std::find(nodes_.begin(), nodes_.end(), kNoNode);
    if (missing != nodes_.end()) {
      throw FileError("{}: rank {} has no node; the program has ranks 0 to {}", file_,
                      missing - nodes_.begin(), nodes_.size() - 1);
    }
    return std::move(nodes_);
  }

 private:
  template <typename... Args>
  FileError error(fmt::format_string<Args...> format, Args&&... args) const {
    return {"{}:{}: {}", file_, lines_.number(), fmt::format(format, std::forward<Args>(args)...)};
  }

  /// Below `end`.
  std::uint32_t number(std::string_view text, const char* what, std::size_t end) const {
    text = trim(text);
    std::uint32_t value = 0;
    const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status == std::errc::invalid_argument || stop != text.data() + text.size()) {
      throw error("{} is no {}; give the node of every rank, a line for each, or rank,node",
                  in_quotes(text), what);
    }
    if (status != std::errc{} || value >= end) {
      throw error("{} {} is not there; they are 0 to {}", what, text, end - 1);
    }
    return value;
  }

  void place(std::uint32_t rank, std::string_view text) {
    const NodeId node = number(text, "node", topology_.processors());
    if (rank >= nodes_.size()) {
      throw error("the program has no more than {} ranks", nodes_.size());
    }
    if (nodes_[rank] != kNoNode) {
      throw error("rank {} has a node, {}, on line {}", rank, nodes_[rank],
                  line_of_node_[nodes_[rank]]);
    }
    if (line_of_node_[node] != 0) {
      throw error("node {} has a rank, on line {}; give every rank a node of its own", node,
                  line_of_node_[node]);
    }
    nodes_[rank] = node;
    line_of_node_[node] = lines_.number();
    next_ = rank + 1;
  }

  const std::string& file_;
  LineReader lines_;
  const Topology& topology_;
  Placement nodes_;
  std::vector<std::uint64_t> line_of_node_;  // 0: no rank is on it
  std::uint32_t next_ = 0;                   // of lines that do not say which
};

}  // namespace

Placement read_placement(const std::string& file, std::uint32_t ranks, const Topology& topology) {
  return PlacementReader(file, ranks, topology).read();
}

std::string placement_text(const Placement& nodes) {
  return fmt::format("{}\n", fmt::join(nodes, "\n"));
}

}  // namespace flitcast
