#include "tb/deviation/message_differences.h"

namespace flitcast {

void MessagePairs::add(const LogEntry& end, Run& own, Run& other, int sign) {
  const End key{end.flit.message, end.node};
  if (const auto found = other.waiting.find(key); found != other.waiting.end()) {
    ++more_[sign * (found->second - end.cycles)];
    ++pairs_;
    other.waiting.erase(found);
    return;
  }
  own.waiting.emplace(key, end.cycles);
  if (own.waiting.size() > kMostWaiting) {
    own.waiting.erase(own.waiting.begin());
    ++own.given_up;
  }
}

// Precondition: there are pairs.
Cycle MessagePairs::percentile(std::uint64_t percent) const {
  const std::uint64_t place = (pairs_ * percent + 99) / 100;
  std::uint64_t seen = 0;
  auto at = more_.begin();
  for (seen = at->second; seen < place; seen += at->second) {
    ++at;
  }
  return at->first;
}

MessageDifferences MessagePairs::differences() const {
  MessageDifferences differences;
  differences.messages = pairs_;
  differences.only_model = model_.waiting.size() + model_.given_up;
  differences.only_here = router_.waiting.size() + router_.given_up;
  if (more_.empty()) {
    return differences;
  }
  const auto equal = more_.find(0);
  differences.differ = pairs_ - (equal == more_.end() ? 0 : equal->second);
  differences.min = more_.begin()->first;
  differences.p50 = percentile(50);
  differences.p95 = percentile(95);
  differences.max = more_.rbegin()->first;
  return differences;
}

}  // namespace flitcast
