#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "tb/config/resolve/resolve.h"
#include "tb/results/text_report.h"
#include "tb/show/schedule_writers.h"
#include "tb/text/text_columns.h"

namespace flitcast::show {
namespace {

constexpr int kLargestLabelledCube = 8;
constexpr std::size_t kLongList = 8;   ///< elements; a longer list is shortened
constexpr std::size_t kShortList = 4;  ///< elements of a shortened list

/// Appends the elements of a list; of a long one, unless all are wanted, the first few and the
/// last.
template <typename List, typename Append>
void append_list(std::string& text, const List& list, const char* separator, bool all,
                 const Append& append) {
  const bool shorten = !all && list.size() > kLongList;
  std::size_t place = 0;
  for (const auto& element : list) {
    const bool last = ++place == list.size();
    if (shorten && place == kShortList) {
      text += separator;
      text += "… ";
      append_number(text, list.size() - kShortList);
      text += " more …";
    }
    if (!shorten || place < kShortList || last) {
      text += place == 1 ? "" : separator;
      append(element);
    }
  }
}

class TextWriter {
 public:
  TextWriter(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink)
      : schedule_(draft.schedule()), limits_(limits), stream_(sink) {
    const Topology& topology = draft.topology();
    if (topology.has_labels() && topology.dimensions() <= kLargestLabelledCube) {
      for (NodeId node = 0; node < topology.nodes(); ++node) {
        labels_.push_back(binary(node, topology.dimensions()));
      }
    }
    add_heading(draft);
  }

  void round(const ShownRound& round) {
    add_round_line(round);
    if (round.messages.empty()) {
      return;
    }
    rows_.resize(std::max(rows_.size(), round.messages.size() + 1));
    rows_[0] = {"id", limits_.node ? "node" : "", "src", "dst", "path", "", "flits", "blocks"};
    for (std::size_t i = 0; i < round.messages.size(); ++i) {
      fill_row(round.messages[i], rows_[i + 1]);
    }
    add_table(round.messages.size() + 1);
  }

  void finish() { stream_.flush(); }

 private:
  enum Column : std::size_t {
    kId,
    kRole,
    kSource,
    kDestination,
    kPath,
    kWorm,
    kFlits,
    kBlocks,
    kColumns
  };
  using Cells = std::array<std::string, kColumns>;

  void add_heading(const Draft& draft) {
    const Operation& operation = schedule_.operation;
    stream_.text() += title(draft) + "\n" + count_of(schedule_.rounds, "round");
    if (operation.kind->has_root()) {
      stream_.text() += fmt::format(", root {}", operation.root);
    }
    if (operation.kind->has_shift()) {
      stream_.text() += fmt::format(", shift {}", operation.shift);
    }
    if (operation.parts > 1) {
      stream_.text() += fmt::format(", every block in {} parts of {}", operation.parts,
                                    count_of(schedule_.block_flits, "flit"));
    }
    stream_.text() += '\n';
  }

  void add_round_line(const ShownRound& round) {
    const auto sent = std::count_if(
        round.messages.begin(), round.messages.end(),
        [this](const ShownMessage& m) { return limits_.node && m.view.source == *limits_.node; });
    const std::size_t messages = round.messages.size();
    stream_.text() +=
        limits_.node ? fmt::format("\nround {}: node {} sends {} and receives {}\n", round.number,
                                   *limits_.node, sent, messages - static_cast<std::size_t>(sent))
                     : fmt::format("\nround {}: {}\n", round.number, count_of(messages, "message"));
  }

  void append_node(std::string& text, NodeId node) const {
    append_number(text, node);
    if (!labels_.empty()) {
      text += " (" + labels_[node] + ")";
    }
  }

  void fill_row(const ShownMessage& message, Cells& row) const {
    for (std::string& cell : row) {
      cell.clear();
    }
    const MessageView& m = message.view;
    append_number(row[kId], message.id);
    if (limits_.node) {
      row[kRole] = m.source == *limits_.node ? "sends" : "receives";
    }
    append_node(row[kSource], m.source);
    append_list(row[kDestination], m.destinations, " ", limits_.any(),
                [&](NodeId node) { append_node(row[kDestination], node); });
    append_list(row[kPath], m.nodes(), ">", limits_.any(), [&](NodeId node) {
      if (labels_.empty()) {
        append_number(row[kPath], node);
      } else {
        row[kPath] += labels_[node];
      }
    });
    if (m.joins) {
      row[kWorm] = "joins ";
      append_number(row[kWorm], message.id - 1);
    }
    append_number(row[kFlits], schedule_.payload_flits(m));
    append_list(row[kBlocks], m.blocks, " ", limits_.any(),
                [&](const Block& block) { append_block(row[kBlocks], block); });
  }

  void append_block(std::string& text, const Block& block) const {
    append_number(text, block.origin);
    text += "->";
    if (block.final == Block::kEveryone) {
      text += '*';
    } else {
      append_number(text, block.final);
    }
    if (schedule_.operation.parts > 1) {
      text += '.';
      append_number(text, block.part);
    }
  }

  /// Columns never get narrower from round to round, so that most rounds are aligned with each
  /// other.
  void add_table(std::size_t rows) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t column = 0; column < kBlocks; ++column) {
        widths_[column] = std::max(widths_[column], text_width(rows_[i][column]));
      }
    }
    for (std::size_t i = 0; i < rows; ++i) {
      std::string& text = stream_.text();
      for (std::size_t column = 0; column < kBlocks; ++column) {
        if (widths_[column] == 0) {
          continue;
        }
        const std::string& cell = rows_[i][column];
        const std::size_t blanks = widths_[column] - text_width(cell);
        const bool right = column == kId || column == kFlits;
        text += "  ";
        text.append(right ? blanks : 0, ' ').append(cell).append(right ? 0 : blanks, ' ');
      }
      text.append("  ").append(rows_[i][kBlocks]).append("\n");
      stream_.pause();
    }
  }

  const Schedule& schedule_;
  const ScheduleLimits& limits_;
  TextStream stream_;
  std::vector<std::string> labels_;  ///< of hypercube nodes, in binary; empty where none are shown
  std::vector<Cells> rows_;
  std::array<std::size_t, kColumns> widths_{};
};

}  // namespace

void write_schedule_text(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink) {
  TextWriter writer(draft, limits, sink);
  for_each_shown_round(draft.schedule(), draft.topology(), limits,
                       [&](const ShownRound& round) { writer.round(round); });
  writer.finish();
}

}  // namespace flitcast::show
