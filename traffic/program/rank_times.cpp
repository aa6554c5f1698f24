#include "traffic/program/rank_times.h"

#include <algorithm>

namespace flitcast {

RankDeed RankClock::deed() const {
  return any(Count::kComputes)   ? RankDeed::kCompute
         : any(Count::kSends)    ? RankDeed::kSending
         : any(Count::kDelays)   ? RankDeed::kDelay
         : any(Count::kReceives) ? (any(Count::kInbound) ? RankDeed::kUnderWay : RankDeed::kNotSent)
         : any(Count::kHeldUp)   ? RankDeed::kChannel
                                 : RankDeed::kIdle;
}

void RankClock::advance(Cycle at) {
  if (at == since_) {
    return;
  }
  const RankDeed now = deed();
  const Cycle startup =
      now == RankDeed::kCompute ? 0 : std::clamp<Cycle>(startup_until_ - since_, 0, at - since_);
  later_[static_cast<std::size_t>(RankDeed::kStartup)] += startup;
  later_[static_cast<std::size_t>(now)] += at - since_ - startup;
  since_ = at;
}

void RankClock::finish(Cycle at) {
  advance(at);
  for (std::size_t deed = 0; deed < kRankDeeds; ++deed) {
    times_.cycles[deed] += later_[deed];
  }
  later_.fill(0);
  times_.end = at;
}

}  // namespace flitcast
