#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "tb/show/schedule_writers.h"

namespace flitcast::show {

bool ScheduleLimits::include(const MessageView& message) const {
  return !node || message.source == *node ||
         std::find(message.destinations.begin(), message.destinations.end(), *node) !=
             message.destinations.end();
}

void for_each_shown_round(const Schedule& schedule, const Topology& topology,
                          const ScheduleLimits& limits,
                          const std::function<void(const ShownRound&)>& visit) {
  const std::uint64_t last = limits.round ? *limits.round + 1 : schedule.rounds;
  Round round(topology);
  ShownRound shown{};
  std::uint64_t first_id = 0;
  for (std::uint64_t number = 0; number < last; ++number) {
    round.clear();
    schedule.fill(number, round);
    if (!limits.round || number == *limits.round) {
      shown.number = number;
      shown.copy_flits = round.copy_flits();
      shown.messages.clear();
      for (std::size_t i = 0; i < round.size(); ++i) {
        if (limits.include(round[i])) {
          shown.messages.push_back({first_id + i, round[i]});
        }
      }
      if (!limits.node || limits.round || !shown.messages.empty()) {
        visit(shown);
      }
    }
    first_id += round.size();
  }
}

TextStream::TextStream(const TextSink& sink) : sink_(sink) {
  text_.reserve(2 * kPieceBytes);
}

void TextStream::number(std::uint64_t value) {
  append_number(text_, value);
}

void TextStream::flush() {
  if (!text_.empty()) {
    sink_(text_);
    text_.clear();
  }
}

std::string binary(NodeId label, int digits) {
  return fmt::format("{:0{}b}", label, digits);
}

void append_number(std::string& text, std::uint64_t value) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

}  // namespace flitcast::show
