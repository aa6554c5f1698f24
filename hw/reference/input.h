#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/reference/channel.h"

namespace flitcast::reference {

/// A port of a router, and a class of the virtual channels there.
struct Way {
  std::size_t port;
  int vc_class;

  bool operator<(const Way& other) const {
    return std::tie(port, vc_class) < std::tie(other.port, other.vc_class);
  }
};

/// An input virtual channel of a router: its buffer, and the worm in front.
struct Input {
  Input(Lane& lane, std::size_t of_port, int of_class)
      : from(&lane), port(of_port), vc_class(of_class) {}

  bool waits() const { return blocked_since != kNotBlocked; }

  /// The flit in front could go on, but for `cause`. A wait that is under way goes on under the
  /// cause that it began with.
  void block(WaitCause cause, const Clock& clock) {
    if (!waits()) {
      blocked_since = clock.now();
      blocked_by = cause;
    }
  }
  /// The flit in front goes on, to `channel`, for which it may have waited.
  void unblock(Channel& channel, Cycle now) {
    if (waits()) {
      const Cycle cycles = now - blocked_since;
      channel.waits[blocked_by] += cycles;
      if (!header_gone) {
        buffer.front().message->waits[blocked_by] += cycles;
      }
      blocked_since = kNotBlocked;
    }
  }

  /// The worms whose flits are in the buffer, or on their way there, and how many: as far as flits
  /// of a message lie behind each other.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> worms() const {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
    const auto add = [&](const Flit& flit) {
      if (found.empty() || found.back().first != flit.message->number) {
        found.emplace_back(flit.message->number, 0);
      }
      ++found.back().second;
    };
    std::for_each(buffer.begin(), buffer.end(), add);
    from->flits.watch(add);
    return found;
  }

  /// The flit in front leaves the buffer, and its slot is free.
  void take_out(Clock& clock) {
    buffer.pop_front();
    from->credits_back.put(1, clock.now() + from->channel->delay);
    clock.changed();
  }

  static constexpr Cycle kNotBlocked = -1;

  Lane* from;
  std::size_t port;
  int vc_class;
  std::deque<Flit> buffer = {};

  // Of the worm in front.
  bool routed = false;  // its header knows what it wants
  bool wants_local = false;
  std::vector<Way> ways = {};     // in order of preference
  std::size_t waits_at = 0;       // port that a wait without any of them counts to
  Lane* to = nullptr;             // held by the worm
  std::vector<Way> forks = {};    // all of them are taken; empty: the worm does not fork here
  std::vector<Lane*> lanes = {};  // of these, by way; null: not yet
  std::size_t to_port = 0;        // to which that belongs
  bool header_gone = false;       // by it
  Lane* copy_to = nullptr;        // local output that takes a copy
  std::size_t copy_port = 0;
  std::size_t copied = 0;  // flits from the front of the buffer
  Cycle blocked_since = kNotBlocked;
  WaitCause blocked_by = WaitCause::kContention;
};

}  // namespace flitcast::reference
