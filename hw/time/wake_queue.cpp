#include "hw/time/wake_queue.h"

#include <algorithm>
#include <utility>

namespace flitcast {

std::uint32_t WakeQueue::reserve(std::uint32_t count) {
  const auto first = static_cast<std::uint32_t>(alarms_.size());
  alarms_.resize(first + std::size_t{count});
  const std::size_t words = (alarms_.size() + 63U) / 64U;
  const auto places = [this] { return std::make_pair(words_.data(), summaries_.data()); };
  const auto before = places();
  words_.resize(words * kWakeHorizon);
  summaries_.resize((words + 63U) / 64U * kWakeHorizon);
  for (std::uint32_t number = 0; places() != before && number < first; ++number) {
    for (Alarm* alarm = alarms_[number]; alarm != nullptr; alarm = alarm->other_) {
      point(*alarm);
    }
  }
  return first;
}

void WakeQueue::enlist(Alarm& alarm, std::uint32_t number) {
  alarm.other_ = std::exchange(alarms_.at(number), &alarm);
  alarm.number_ = number;
  point(alarm);
}

// Tells an alarm where its module's bits are.
void WakeQueue::point(Alarm& alarm) {
  const std::uint32_t word = alarm.number_ / 64;
  alarm.words_ = &words_[word * std::size_t{kWakeHorizon}];
  alarm.word_bit_ = std::uint64_t{1} << alarm.number_ % 64;
  alarm.summaries_ = &summaries_[word / 64 * std::size_t{kWakeHorizon}];
  alarm.summary_bit_ = std::uint64_t{1} << word % 64;
}

void WakeQueue::find_lookahead_limit() {
  lookahead_limit_ = std::min(last_cycle_, possible_end_);
  for (const LookaheadLimit* limit : limits_) {
    lookahead_limit_ = std::min(lookahead_limit_, limit->cycle_);
  }
}

Cycle WakeQueue::next() const {
  constexpr std::uint32_t kOthers = (1U << (kWakeHorizon - 1)) - 1;  // than now()
  const std::size_t turn = wake_place(now_ + 1);
  const std::uint32_t ahead = (occupied_ >> turn | occupied_ << (kWakeHorizon - turn)) & kOthers;
  return std::min(ahead == 0 ? kNever : now_ + 1 + lowest(ahead), far_.next());
}

LookaheadLimit::LookaheadLimit(WakeQueue& wakes) : wakes_(wakes) {
  wakes_.limits_.push_back(this);
}

LookaheadLimit::~LookaheadLimit() {
  wakes_.limits_.erase(std::find(wakes_.limits_.begin(), wakes_.limits_.end(), this));
  wakes_.find_lookahead_limit();
}

void LookaheadLimit::set(Cycle cycle) {
  cycle_ = cycle;
  wakes_.find_lookahead_limit();
}

}  // namespace flitcast
