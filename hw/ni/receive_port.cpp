#include "hw/ni/receive_port.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "hw/fast/bulk_moves.h"

namespace flitcast {

void ReceivePort::attach(Link& link, Alarm& alarm, int cause) {
  link_ = &link;
  wake_ = wake_cause(&alarm, cause);
  const bool singly = context_.flit_by_flit || pace_ != nullptr;
  link.attach_reader(&alarm, cause, singly ? flit_kind::kEvery : flit_kind::kTail);
  link.virtual_channel(0).set_whole_worms(singly ? 0 : kNiBatch);
  allow_worms();
}

void ReceivePort::allow_worms() {
  if (link_ != nullptr) {
    link_->fast().sink = context_.probe == nullptr && pace_ == nullptr ? this : nullptr;
  }
}

// A flit left in the channel keeps the router from waking the port for the next one: so it takes a
// message in batches, and all of it when its tail arrives. A channel in which nothing has moved for
// a batch's time is emptied.
void ReceivePort::serve(Cycle now) {
  if (pace_ != nullptr) {
    serve_in_pace(now);
    return;
  }
  end_rest(now);
  VirtualChannel& channel = link_->virtual_channel(0);
  progress_ |= drain(context_.flit_by_flit ? 0 : 1, now, now);
  if (!channel.occupied() || look_at_ > now) {
    return;
  }
  if (look_at_ == now && !progress_) {
    drain(0, now, now);
    if (!channel.occupied()) {
      return;
    }
  }
  progress_ = false;
  look_at_ = std::max(now + kNiBatch, channel.front_time());
  context_.wakes.wake(wake_, look_at_);
}

// Takes flits while `keep` more of them are there at cycle `there`, a tail always. Returns whether
// there were any.
bool ReceivePort::drain(std::size_t keep, Cycle there, Cycle now) {
  VirtualChannel& channel = link_->virtual_channel(0);
  std::array<Word, kNiChannelFlits> words;
  std::uint32_t count = 0;
  bool any = false;
  const auto flush = [&] {
    if (count > 0) {
      context_.client.write(packet_, context_.node, next_ - count, count, words.data());
      count = 0;
    }
  };
  while (channel.ready_at(keep, there) ||
         (channel.ready(there) && (channel.front().kind & flit_kind::kTail) != 0)) {
    const Flit& flit = channel.front();
    const std::uint16_t kind = flit.kind;
    const Cycle in_memory = channel.front_time() + 1;
    any = true;
    if ((kind & flit_kind::kHead) != 0) {
      active_ = true;
      packet_ = flit.packet;
      next_ = 0;
      head_arrived_ = in_memory;
    } else {
      if (!active_ || flit.packet != packet_ || flit.sequence != next_) {
        throw std::logic_error("node " + std::to_string(context_.node) +
                               " received a flit out of order");
      }
      words[count++] = flit.word;
      ++next_;
    }
    link_->release(channel, now, context_.wakes);
    if ((kind & flit_kind::kTail) != 0) {
      flush();
      active_ = false;
      context_.client.received(packet_, context_.node, head_arrived_, in_memory);
      continue;
    }
    const std::uint32_t more =
        take_bodies(channel, packet_, next_, words.data() + count,
                    static_cast<std::uint32_t>(words.size()) - count, now + link_->delay(), there);
    count += more;
    next_ += more;
    if (count == words.size()) {
      flush();
    }
  }
  flush();
  return any;
}

// ---- at a rate below a flit a cycle ----

void ReceivePort::serve_in_pace(Cycle now) {
  while (link_->virtual_channel(0).ready(now)) {
    take_in_pace(now);
  }
  end_taken(now);
}

// The flit in front, which has come now.
void ReceivePort::take_in_pace(Cycle now) {
  VirtualChannel& channel = link_->virtual_channel(0);
  const Flit flit = channel.front();
  const Cycle taken = pace_->earliest(now);
  pace_->take(taken);
  link_->release(channel, taken, context_.wakes);
  if ((flit.kind & flit_kind::kHead) != 0) {
    active_ = true;
    packet_ = flit.packet;
    next_ = 0;
    head_arrived_ = taken + 1;
  } else {
    if (!active_ || flit.packet != packet_ || flit.sequence != next_) {
      throw std::logic_error("node " + std::to_string(context_.node) +
                             " received a flit out of order");
    }
    context_.client.write(packet_, context_.node, next_++, 1, &flit.word);
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    active_ = false;
    endings_.push_back({packet_, head_arrived_, taken});
    if (taken > now) {
      context_.wakes.wake(wake_, taken);
    }
  }
}

void ReceivePort::end_taken(Cycle now) {
  while (!endings_.empty() && endings_.front().taken <= now) {
    const Ending ending = endings_.front();
    endings_.pop_front();
    context_.client.received(ending.packet, context_.node, ending.head_arrived, ending.taken + 1);
  }
}

// ---- worms that pass as a whole ----

void ReceivePort::catch_up() {
  end_rest(context_.wakes.now());
  drain(0, WakeQueue::kNever, context_.wakes.now());
}

void ReceivePort::write_words(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                              const Word* in) {
  context_.client.write(packet, context_.node, first, count, in);
}

// The message before may end in this cycle, too.
void ReceivePort::rest_comes(PacketHandle packet, Cycle head, Cycle tail) {
  catch_up();
  if (head != kHeadRead) {
    packet_ = packet;
    head_arrived_ = head + 1;
  }
  rest_at_ = tail;
  context_.wakes.wake(wake_, tail);
}

void ReceivePort::end_rest(Cycle now) {
  if (rest_at_ == now) {
    rest_at_ = kNone;
    active_ = false;
    context_.client.received(packet_, context_.node, head_arrived_, now + 1);
  }
}

}  // namespace flitcast
