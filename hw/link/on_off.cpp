#include "hw/link/on_off.h"

#include <algorithm>

namespace flitcast {
namespace {

bool due(const std::deque<Cycle>& dates, Cycle at) {
  return !dates.empty() && dates.front() <= at;
}

}  // namespace

OnOff::OnOff(int vcs, Cycle slots, Cycle off, Cycle on, Cycle delay)
    : off_(off), on_(on), delay_(delay), channels_(static_cast<std::size_t>(vcs), Channel{slots}) {}

void OnOff::advance(Channel& channel, Cycle now) const {
  while (due(channel.came, now) || due(channel.left, now)) {
    const bool first_came = channel.left.empty() ||
                            (!channel.came.empty() && channel.came.front() < channel.left.front());
    const Cycle at = first_came ? channel.came.front() : channel.left.front();
    for (; due(channel.came, at); channel.came.pop_front()) {
      --channel.free;
    }
    for (; due(channel.left, at); channel.left.pop_front()) {
      ++channel.free;
    }
    channel.stopped = channel.free <= off_ || (channel.stopped && channel.free < on_);
  }
}

void OnOff::give_back(int vc, Cycle known_at, WakeQueue& wakes) {
  Channel& channel = channels_[static_cast<std::size_t>(vc)];
  channel.left.push_back(known_at);
  if (channel.waits) {
    channel.waits = false;
    wakes.wake(channel.writer, known_at);
  }
}

bool OnOff::has_room(int vc, Cycle now) {
  Channel& channel = channels_[static_cast<std::size_t>(vc)];
  advance(channel, now);
  channel.waits = channel.waits && channel.stopped;
  return !channel.stopped;
}

void OnOff::take(int vc, Cycle arrives) {
  channels_[static_cast<std::size_t>(vc)].came.push_back(arrives + delay_);
}

// Only a flit that is taken out can make the reader say go.
Cycle OnOff::await(int vc, Cycle now, const WakeCause& writer) {
  Channel& channel = channels_[static_cast<std::size_t>(vc)];
  advance(channel, now);
  if (!channel.left.empty()) {
    return channel.left.front();
  }
  channel.waits = true;
  channel.writer = writer;
  return kOpen;
}

Cycle OnOff::free_slots(int vc, Cycle now) const {
  Channel channel = channels_[static_cast<std::size_t>(vc)];
  advance(channel, now);
  return channel.stopped ? 0 : 1;
}

}  // namespace flitcast
