#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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

}  // namespace flitcast::show
