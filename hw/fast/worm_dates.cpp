#include "hw/fast/worm_dates.h"

#include <algorithm>
#include <limits>

#include "hw/link/link.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kNoCopy = std::numeric_limits<std::uint32_t>::max();

const VirtualChannel& buffer_of(const WormHop& hop) {
  return hop.in->virtual_channel(0);
}

// The mask of a ring that has place for `flits` flits and one more.
std::uint32_t mask_for(std::uint64_t flits) {
  std::uint64_t mask = flits;
  for (unsigned shift = 1; shift < 64; shift *= 2) {
    mask |= mask >> shift;
  }
  return static_cast<std::uint32_t>(mask);
}

}  // namespace

void WormDates::compute(const WormTrail& trail, std::uint32_t flits, Cycle now) {
  trail_ = &trail;
  flits_ = flits;
  sent_ = flits - trail.unsent().flits;
  lanes_.resize(trail.hops().size());
  even_ = is_even(now);
  if (!even_) {
    follow_flits(now);
  }
}

// Whether nobody has delayed the worm since its header came: then its flits follow each other in
// the interval of the links, and the tail leaves a hop so many intervals after its header. The
// dates are set then. A hop that has sent flits up to its next date as evenly as that has sent them
// so or earlier: for the dates of headers below, what is earlier than it would have to be does no
// harm.
bool WormDates::is_even(Cycle now) {
  const std::vector<WormHop>& hops = trail_->hops();
  if (hops.size() < 2) {
    return false;
  }
  interval_ = hops[1].out->cycles_per_flit();
  // Ejection takes a flit a cycle: where links are slower, what has gathered goes on faster than
  // evenly.
  if (interval_ > 1 && buffer_of(hops[0]).front_time() < now) {
    return false;
  }
  const Cycle body = (flits_ - 1) * interval_;
  head_ = now;
  lanes_[0].left = now + body;
  lanes_[0].waited = 0;
  Cycle next_header = now;
  for (std::size_t hop = 1; hop < hops.size(); ++hop) {
    const WormHop& here = hops[hop];
    const Cycle header = here.out->next_accept() - here.first * interval_;
    const Cycle there = header + here.out->delay();
    const bool uneven = there > next_header || (hop == 1 && interval_ > 1 && there < now);
    if (uneven || here.out->cycles_per_flit() != interval_ || here.copy != nullptr ||
        !has_even_room(hop, header, next_header)) {
      return false;
    }
    lanes_[hop].left = header + body;
    lanes_[hop].waited = 0;
    next_header = header;
  }
  return comes_evenly(hops.back());
}

// Whether no flit waits for room when it leaves a hop, the header having left it at `header` and
// the next one at `next_header`.
bool WormDates::has_even_room(std::size_t hop, Cycle header, Cycle next_header) const {
  const WormHop& here = trail_->hops()[hop];
  const WormHop& next = trail_->hops()[hop - 1];
  const VirtualChannel& buffer = buffer_of(next);
  const std::uint64_t capacity = buffer.capacity();
  if (flits_ > next.first + capacity &&
      next_header + here.out->delay() > header + static_cast<Cycle>(capacity) * interval_) {
    return false;
  }
  Cycle leaves = here.out->next_accept();
  if (buffer.last_credit() <= leaves) {
    return true;
  }
  const std::size_t unallocated = capacity - buffer.allocated();
  leaves += static_cast<Cycle>(unallocated) * interval_;
  const std::size_t free = buffer.allocated() - buffer.occupancy();
  const std::size_t coming = flits_ - here.first;
  for (std::size_t i = 0; i < free && i + unallocated < coming; ++i, leaves += interval_) {
    if (buffer.credit_time(i) > leaves) {
      return false;
    }
  }
  return true;
}

// Whether no flit is late at the hop that the tail has yet to come to, or stands at. Flits come a
// link's interval after each other at the least.
bool WormDates::comes_evenly(const WormHop& hindmost) const {
  const Cycle next = hindmost.out->next_accept();
  if (sent_ < flits_) {
    return trail_->unsent().ready - (sent_ - hindmost.first) <= next;
  }
  const std::uint32_t last = flits_ - 1 - hindmost.first;
  return buffer_of(hindmost).peek_time(last) <=
         next + last * std::min(interval_, hindmost.in->cycles_per_flit());
}

// The flits one by one, until their dates are periodic.
void WormDates::follow_flits(Cycle now) {
  prepare(now);
  pass(0);
  head_ = lanes_[0].left;
  for (std::uint32_t k = 1; k < flits_; ++k) {
    pass(k);
    if (k <= sent_) {
      continue;
    }
    if (period_ == 0) {
      if (keeps_rates()) {
        follow_rates(k);
        return;
      }
    } else if ((flits_ - k) / period_ > 2 && repeats(k)) {
      k = repeat(k);
    }
  }
}

void WormDates::prepare(Cycle now) {
  period_ = repeated_ = 0;
  hindmost_ = 0;
  std::size_t dates = 0;
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const WormHop& hop = trail_->hops()[i];
    const VirtualChannel& buffer = buffer_of(hop);
    Lane& lane = lanes_[i];
    lane.next = hop.out->next_accept();
    lane.interval = hop.out->cycles_per_flit();
    lane.delay = hop.out->delay();
    lane.first = hop.first;
    lane.held_end = hop.held_end;
    lane.copy_from = hop.copy == nullptr ? kNoCopy : hop.first + hop.copied;
    lane.copied = hop.copy == nullptr ? 0 : hop.copy->next_accept() - 1;
    lane.mask = mask_for(std::min<std::uint64_t>(buffer.capacity(), flits_));
    lane.dates = dates;
    lane.left = lane.roomy = lane.waited = 0;
    dates += std::size_t{lane.mask} + 1;
    if (i > 0) {
      const WormHop& next = trail_->hops()[i - 1];
      lane.roomy = buffer_of(next).last_credit();
      const std::uint64_t room = buffer_of(next).capacity();
      if (flits_ > next.first + room) {
        period_ = static_cast<std::uint32_t>(room);
      }
    }
  }
  dates_.resize(std::max(dates_.size(), dates));
  lanes_[0].next = std::max(lanes_[0].next, now);
}

// Flit k goes from where it stands past the foremost hop.
void WormDates::pass(std::uint32_t k) {
  while (hindmost_ + 1 < lanes_.size() && lanes_[hindmost_ + 1].first <= k) {
    ++hindmost_;
  }
  const Lane& behind = lanes_[hindmost_];
  Cycle there = k < behind.held_end
                    ? buffer_of(trail_->hops()[hindmost_]).peek_time(k - behind.first)
                    : trail_->unsent().ready + (k - sent_);
  for (std::size_t hop = hindmost_ + 1; hop-- > 0;) {
    Lane& lane = lanes_[hop];
    if (k >= lane.copy_from) {
      const Cycle copied = std::max(there, lane.copied + 1);
      lane.copy_rate = copied - lane.copied;
      lane.copied = copied;
    }
    const Departure next{there, lane.next, hop > 0 ? room(hop, k) : 0};
    Cycle at = next.ready();
    if (next.waits_for_room()) {
      lane.waited += next.room - at;
      at = next.room;
    }
    lane.rate = at - lane.left;
    lane.left = at;
    lane.next = at + lane.interval;
    dates_[lane.dates + (k & lane.mask)] = at;
    there = at + lane.delay;
  }
}

// From when on there is room for flit k where it goes from a hop that is not the foremost.
inline Cycle WormDates::room(std::size_t hop, std::uint32_t k) const {
  const WormHop& next = trail_->hops()[hop - 1];
  const VirtualChannel& buffer = buffer_of(next);
  const std::uint64_t capacity = buffer.capacity();
  if (k >= next.first + capacity) {
    return left(hop - 1, k - static_cast<std::uint32_t>(capacity)) + lanes_[hop].delay;
  }
  const std::uint64_t unallocated = capacity - buffer.allocated();
  const std::uint64_t place = k - lanes_[hop].first;
  return place < unallocated ? 0 : buffer.credit_time(place - unallocated);
}

// Without credits, dates go on in even steps once no hop is faster than the one behind it: a queue
// before it is being worked off until then.
bool WormDates::keeps_rates() const {
  Cycle before = 1;  // the source has a flit a cycle
  for (std::size_t hop = lanes_.size(); hop-- > 0;) {
    const Lane& lane = lanes_[hop];
    if (lane.rate < before || lane.left < lane.roomy ||
        (lane.copy_from != kNoCopy && lane.copy_rate != before)) {
      return false;
    }
    before = lane.rate;
  }
  return true;
}

// The flits after k come as k came after the one before.
void WormDates::follow_rates(std::uint32_t k) {
  const std::uint32_t count = flits_ - 1 - k;
  for (Lane& lane : lanes_) {
    lane.left += count * lane.rate;
    lane.copied += count * lane.copy_rate;
    const std::uint32_t kept = std::min(count, lane.mask);
    for (std::uint32_t i = 0; i < kept; ++i) {
      dates_[lane.dates + ((flits_ - 1 - i) & lane.mask)] = lane.left - i * lane.rate;
    }
  }
}

// Whether for two periods up to flit k everything came as it had come a period before, that much
// later. What happens then depends on the last period alone, so it goes on like this.
bool WormDates::repeats(std::uint32_t k) {
  const Cycle shift = lanes_[0].left - left(0, k - period_);
  const bool same = k >= lanes_.back().first + std::uint64_t{period_} &&
                    std::all_of(lanes_.begin(), lanes_.end(), [&](const Lane& lane) {
                      return lane.left - dates_[lane.dates + ((k - period_) & lane.mask)] == shift;
                    });
  if (!same || shift != shift_) {
    repeated_ = 0;
    shift_ = shift;
    return false;
  }
  if (++repeated_ == 2 * period_) {
    repeated_ = period_;
    const bool copies_too = std::all_of(lanes_.begin(), lanes_.end(), [&](const Lane& lane) {
      return lane.copy_from == kNoCopy || lane.copied - lane.copied_before == shift;
    });
    if (copies_too) {
      return true;
    }
  }
  if (repeated_ == period_) {
    for (Lane& lane : lanes_) {
      lane.waited_before = lane.waited;
      lane.copied_before = lane.copied;
    }
  }
  return false;
}

// As many whole periods as there are after flit k. Returns the flit that ends them.
std::uint32_t WormDates::repeat(std::uint32_t k) {
  const std::uint32_t periods = (flits_ - 1 - k) / period_;
  const std::uint32_t end = k + periods * period_;
  const Cycle later = periods * shift_;
  std::vector<Cycle> last(period_);
  for (Lane& lane : lanes_) {
    for (std::uint32_t i = 0; i < period_; ++i) {
      last[i] = dates_[lane.dates + ((k - i) & lane.mask)];
    }
    for (std::uint32_t i = 0; i < period_; ++i) {
      dates_[lane.dates + ((end - i) & lane.mask)] = last[i] + later;
    }
    const std::uint32_t kept = std::min(end - k, lane.mask);
    for (std::uint32_t i = period_; i < kept; ++i) {
      dates_[lane.dates + ((end - i) & lane.mask)] =
          dates_[lane.dates + ((end - i + period_) & lane.mask)] - shift_;
    }
    lane.left += later;
    lane.next += later;
    lane.copied += later;
    lane.waited += periods * (lane.waited - lane.waited_before);
  }
  repeated_ = 0;
  return end;
}

}  // namespace flitcast
