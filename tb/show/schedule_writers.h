#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/plan/plan.h"
#include "traffic/schedule/schedule.h"

namespace flitcast::show {

/// The part of a schedule that is shown; without limits all of it.
struct ScheduleLimits {
  std::optional<std::uint64_t> round;  ///< only this round
  std::optional<NodeId> node;          ///< only what this node sends or receives

  bool any() const { return round || node; }
  bool include(const MessageView& message) const;
};

struct ShownMessage {
  std::uint64_t id;  ///< in the whole schedule, from 0 in order of rounds
  MessageView view;
};

/// The messages of a round within the limits.
struct ShownRound {
  std::uint64_t number;
  std::uint64_t copy_flits;  ///< see Round
  std::vector<ShownMessage> messages;
};

/// Calls `visit` for the rounds within the limits, one after the other; the memory is that of one
/// round. Rounds in which the node of the limits takes no part are left out, but not the one that
/// the limits name.
void for_each_shown_round(const Schedule& schedule, const Topology& topology,
                          const ScheduleLimits& limits,
                          const std::function<void(const ShownRound&)>& visit);

/// Takes text piece by piece. What it throws ends the writer.
using TextSink = std::function<void(const std::string&)>;

/// Collects text and hands it on in large pieces.
class TextStream {
 public:
  explicit TextStream(const TextSink& sink);
  std::string& text() { return text_; }
  void number(std::uint64_t value);
  /// To be called now and then: hands on what is there if it is much.
  void pause() {
    if (text_.size() >= kPieceBytes) {
      flush();
    }
  }
  void flush();

 private:
  static constexpr std::size_t kPieceBytes = 1 << 16;

  const TextSink& sink_;
  std::string text_;
};

/// A label with so many binary digits, "0110".
std::string binary(NodeId label, int digits);

/// Appends a decimal number.
void append_number(std::string& text, std::uint64_t value);

// What `flitcast show` prints, by --format.

/// text: a table of messages for every round. Long lists of blocks and long paths are shortened
/// unless the limits name a round or a node.
void write_schedule_text(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink);

/// json: schema flitcast.schedule/1 (tb/schedules/README.md), a message per line.
void write_schedule_json(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink);
/// The same of a schedule for the network and hardware of a configuration, wherever it comes from.
void write_schedule_json(const Config& config, const Schedule& schedule,
                         const ScheduleLimits& limits, const TextSink& sink);

/// data: what every node holds before the first round and after each, as a plane where the network
/// is one and its nodes hold little. Of partial sums it shows the operands: [0+1] is a prefix sum,
/// (0+1) a running total. Throws ScheduleError where a node sends what it does not have.
void write_holdings(const Draft& draft, const TextSink& sink);

/// links: a line for every round with its messages, how many of the network's directed links they
/// take, and the most messages on one of them.
void write_link_load(const Draft& draft, const TextSink& sink);

// table: what the sources print, labels of nodes in binary.

/// The scheduling table of aas-hc-allport-sf for Q_n: the relative address of every round, counted
/// from 1, and dimension j. (Tvrdík CS838 §14)
void write_allport_table(int n, const TextSink& sink);

/// The necklace partition of Q_n that oas-hc-necklace is made of: subtree D_i in column i,
/// necklaces one after the other along the rows, and the sizes of the subtrees. (Tvrdík CS838 §12)
void write_necklace_table(int n, const TextSink& sink);

}  // namespace flitcast::show
