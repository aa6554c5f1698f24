#include "hw/time/wake_queue.h"

#include <algorithm>

namespace flitcast {

WakeQueue::WakeQueue(std::uint32_t modules)
    : words_((modules + 63U) / 64U * std::size_t{kWakeHorizon}),
      summaries_((words_.size() / kWakeHorizon + 63U) / 64U * kWakeHorizon) {}

void WakeQueue::enlist(Alarm& alarm, std::uint32_t index) {
  const std::uint32_t word = index / 64;
  alarm.words_ = &words_.at(word * std::size_t{kWakeHorizon});
  alarm.word_bit_ = std::uint64_t{1} << index % 64;
  alarm.summaries_ = &summaries_.at(word / 64 * std::size_t{kWakeHorizon});
  alarm.summary_bit_ = std::uint64_t{1} << word % 64;
}

Cycle WakeQueue::next() const {
  Cycle first = far_.empty() ? kNever : far_.top().at;
  for (Cycle at = now_ + 1; at < std::min(first, now_ + kWakeHorizon); ++at) {
    if ((occupied_ >> wake_place(at) & 1U) != 0) {
      first = at;
    }
  }
  return first;
}

}  // namespace flitcast
