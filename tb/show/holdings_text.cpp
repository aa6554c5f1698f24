#include <algorithm>

#include <fmt/format.h>

#include "tb/results/text_report.h"
#include "tb/show/schedule_writers.h"
#include "tb/text/text_columns.h"
#include "traffic/verify/channels.h"
#include "traffic/verify/possession.h"

namespace flitcast::show {
namespace {

constexpr std::size_t kWidestCell = 12;  ///< characters; what is wider is listed node by node
constexpr std::size_t kLongSum = 4;      ///< operands in a row; as many are written 0+..+3

/// "0+2+3", "0+..+7".
std::string sum_text(const std::vector<NodeId>& operands) {
  std::string text;
  for (std::size_t i = 0; i < operands.size();) {
    std::size_t end = i + 1;
    while (end < operands.size() && operands[end] == operands[end - 1] + 1) {
      ++end;
    }
    const bool row = end - i >= kLongSum;
    text += fmt::format("{}{}", text.empty() ? "" : "+", operands[i]);
    text += row ? fmt::format("+..+{}", operands[end - 1]) : "";
    i = row ? end : i + 1;
  }
  return text;
}

class HoldingsWriter {
 public:
  HoldingsWriter(const Draft& draft, const TextSink& sink)
      : topology_(draft.topology()),
        operation_(draft.schedule().operation),
        possession_(operation_),
        stream_(sink) {
    stream_.text() += title(draft) + "\n";
    add("at the start");
  }

  void round(std::uint64_t number, const Round& round) {
    possession_.apply(number, round);
    add(fmt::format("after round {}", number));
  }

  void finish() { stream_.flush(); }

 private:
  void add(const std::string& heading) {
    stream_.text() += "\n" + heading + "\n";
    std::vector<std::string> cells;
    const auto holdings = possession_.holdings();
    for (NodeId node = 0; node < operation_.nodes; ++node) {
      cells.push_back(cell(node, holdings[node]));
    }
    std::size_t widest = 0;
    for (const std::string& cell : cells) {
      widest = std::max(widest, text_width(cell));
    }
    const bool plane = topology_.is_grid() && topology_.dimensions() == 2;
    if (plane && widest <= kWidestCell) {
      add_plane(cells, widest);
    } else {
      add_list(cells);
    }
    stream_.pause();
  }

  std::string cell(NodeId node, const std::vector<Block>& blocks) const {
    std::string text;
    for (const Block& block : blocks) {
      text += (text.empty() ? "" : " ") + name(node, block);
    }
    return text.empty() ? "-" : text;
  }

  std::string name(NodeId node, const Block& block) const {
    const bool sums = operation_.family() == BlockFamily::kReduction;
    return operation_.kind->text_of(
        operation_, block, sums ? sum_text(possession_.operands(node, block)) : std::string());
  }

  /// Rows from the highest y down, as the sources draw meshes.
  void add_plane(const std::vector<std::string>& cells, std::size_t widest) {
    for (std::uint32_t y = topology_.side(1); y-- > 0;) {
      std::string line;
      for (std::uint32_t x = 0; x < topology_.side(0); ++x) {
        line += "  " + pad_right(cells[x + y * topology_.side(0)], widest);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      stream_.text() += line + "\n";
    }
  }

  void add_list(const std::vector<std::string>& cells) {
    for (std::size_t node = 0; node < cells.size(); ++node) {
      stream_.text() += fmt::format("  {:>5}  {}\n", node, cells[node]);
      stream_.pause();
    }
  }

  const Topology& topology_;
  const Operation& operation_;
  Possession possession_;
  TextStream stream_;
};

/// Directed links that the network has.
std::size_t links_of(const Topology& topology) {
  std::size_t links = 0;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      links += topology.neighbour(node, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
    }
  }
  return links;
}

}  // namespace

void write_holdings(const Draft& draft, const TextSink& sink) {
  const Schedule& schedule = draft.schedule();
  HoldingsWriter writer(draft, sink);
  Round round(draft.topology());
  for (std::uint64_t number = 0; number < schedule.rounds; ++number) {
    round.clear();
    schedule.fill(number, round);
    writer.round(number, round);
  }
  writer.finish();
}

void write_link_load(const Draft& draft, const TextSink& sink) {
  const Schedule& schedule = draft.schedule();
  const std::size_t links = links_of(draft.topology());
  const Channels channels(draft.topology());
  TextStream stream(sink);
  stream.text() += fmt::format("{}\n{} directed links\n\n", title(draft), links);
  stream.text() += fmt::format("  {:>7}  {:>8}  {:>11}  {:>12}  {:>10}\n", "round", "messages",
                               "links taken", "most on one", "such links");
  Round round(draft.topology());
  for (std::uint64_t number = 0; number < schedule.rounds; ++number) {
    round.clear();
    schedule.fill(number, round);
    std::vector<std::uint64_t> loads(channels.size());
    for (std::size_t i = 0; i < round.size(); ++i) {
      channels.for_each_of(round[i].source, round[i].ports,
                           [&](ChannelId channel) { ++loads[channel]; });
    }
    const auto free = std::count(loads.begin(), loads.end(), 0U);
    const auto taken = static_cast<std::ptrdiff_t>(loads.size()) - free;
    const std::uint64_t most = taken > 0 ? *std::max_element(loads.begin(), loads.end()) : 0;
    stream.text() +=
        fmt::format("  {:>7}  {:>8}  {:>11}  {:>12}  {:>10}\n", number, round.size(), taken, most,
                    most > 0 ? std::count(loads.begin(), loads.end(), most) : 0);
    stream.pause();
  }
  stream.flush();
}

}  // namespace flitcast::show
