#include "hw/fast/worm_settler.h"

#include <algorithm>
#include <stdexcept>

#include "hw/fast/bulk_moves.h"
#include "hw/link/link.h"
#include "hw/router/parts/input_vc.h"

namespace flitcast {

WormSettler::WormSettler(const PacketPool& packets, WakeQueue& wakes, const LinkTimes& times)
    : packets_(packets),
      wakes_(wakes),
      words_(kBatch),
      slowest_hop_(times.switching() == Switching::kStoreAndForward
                       ? 0
                       : times.router_delay() + times.largest().delay),
      slowest_flit_(times.largest().cycles_per_flit) {}

bool WormSettler::settle(Link& last, PacketHandle packet, Cycle now) {
  flits_ = packets_[packet].payload_flits + 1;  // its addresses but the last have been stripped
  if (!follow(last)) {
    return false;
  }
  dates_.compute(trail_, flits_, now);
  if (!in_time()) {
    return false;
  }
  if (dates_.tail(trail_.hops().size() - 1) < now) {
    throw std::logic_error("a worm is settled after its tail has left a router");
  }
  carry_words(packet);
  for (std::size_t hop = trail_.hops().size(); hop-- > 0;) {
    leave(hop);
  }
  hand_over(packet);
  return true;
}

// From the source on, each router after the one before; flits that have gone on make room for
// others.
void WormSettler::catch_up(Link& link) {
  lagging_.clear();
  Link* way = &link;
  for (; way->fast().body_lags; way = way->fast().worm_from->link) {
    way->fast().body_lags = false;
    lagging_.push_back(way);
  }
  wakes_.set_late(true);
  for (bool moved = true; moved;) {
    moved = false;
    if (WormSource* const source = way->fast().source) {
      source->follow_up();
    }
    for (auto next = lagging_.rbegin(); next != lagging_.rend(); ++next) {
      const std::uint64_t before = (*next)->flits();
      (*next)->fast().router->follow_up(*(*next)->fast().worm_from);
      moved = moved || (*next)->flits() != before;
    }
  }
  wakes_.set_late(false);
}

// Traces the worm that has `last` back to its tail. False when a probe watches it on the way.
bool WormSettler::follow(Link& last) {
  trail_.clear();
  Link* link = &last;
  std::uint32_t first = 0;
  while (first < flits_) {
    InputVc* const input = link->fast().worm_from;
    if (input == nullptr) {
      break;
    }
    WormHop& hop = trail_.add_hop();
    hop.router = link->fast().router;
    if (hop.router == nullptr) {
      return false;
    }
    hop.input = input;
    hop.in = hop.input->link;
    hop.out = link;
    if (hop.input->absorb_out != nullptr) {
      hop.copy = hop.input->absorb_out->link;
      hop.copied = hop.input->absorbed;
      if (hop.copy->fast().sink == nullptr) {
        return false;
      }
    }
    const std::size_t in_buffer = hop.in->virtual_channel(0).occupancy();
    hop.first = first;
    first += static_cast<std::uint32_t>(std::min<std::size_t>(in_buffer, flits_ - first));
    hop.held_end = first;
    link = hop.in;
  }
  return (first == flits_ || follow_to_source(*link, flits_ - first)) &&
         last.fast().sink != nullptr;
}

// Of a worm whose last flits are still to come out of the link from its interface.
bool WormSettler::follow_to_source(const Link& link, std::uint32_t flits) {
  WormSource* const source = link.fast().source;
  if (source == nullptr) {
    return false;
  }
  trail_.set_unsent(source->unsent());
  if (trail_.unsent().flits != flits) {
    throw std::logic_error("a worm has lost flits");
  }
  return true;
}

// Whether nobody wants to see a cycle before everything is over.
bool WormSettler::in_time() const {
  Cycle last = dates_.tail(0);
  for (std::size_t hop = 1; hop < trail_.hops().size(); ++hop) {
    if (trail_.hops()[hop].copy != nullptr) {
      last = std::max(last, dates_.copied(hop));
    }
  }
  return last + 2 <= wakes_.lookahead_limit();
}

// Flit k carries word k − 1.
void WormSettler::carry_words(PacketHandle packet) {
  for (const WormHop& hop : trail_.hops()) {
    if (hop.copy != nullptr) {
      hop.copy->fast().sink->catch_up();
    }
  }
  WormSink& sink = *trail_.hops().front().out->fast().sink;
  for (std::uint32_t first = 1, end = 0; first < flits_; first = end) {
    end = first + std::min(kBatch, flits_ - first);
    collect(first, end);
    sink.write_words(packet, first - 1, end - first, words_.data());
    for (const WormHop& hop : trail_.hops()) {
      const std::uint32_t from = std::max(first, hop.first + hop.copied);
      if (hop.copy != nullptr && from < end) {
        hop.copy->fast().sink->write_words(packet, from - 1, end - from,
                                           words_.data() + (from - first));
      }
    }
  }
}

// The words of flits first … end − 1, from where they stand.
void WormSettler::collect(std::uint32_t first, std::uint32_t end) {
  std::uint32_t flit = first;
  for (const WormHop& hop : trail_.hops()) {
    const VirtualChannel& buffer = hop.in->virtual_channel(0);
    for (; flit < std::min(end, hop.held_end); ++flit) {
      words_[flit - first] = buffer.peek(flit - hop.first).word;
    }
  }
  if (flit < end) {
    const UnsentFlits& unsent = trail_.unsent();
    unsent.source->read_words(flit - 1, end - flit, words_.data() + (flit - first));
  }
}

// Leaves the links and the buffer of a hop as after the tail, and tells its router.
void WormSettler::leave(std::size_t index) {
  const std::vector<WormHop>& hops = trail_.hops();
  const WormHop& hop = hops[index];
  const Cycle next_push = index + 1 < hops.size() ? dates_.tail(index + 1) + 1 : WakeQueue::kNever;
  pass_worm(hop.in->virtual_channel(0), hop.held_end - hop.first, flits_ - hop.held_end, next_push,
            wakes_,
            [&](std::uint32_t i) { return dates_.left(index, hop.first + i) + hop.in->delay(); });
  pass_link(*hop.out, flits_ - hop.first, dates_.tail(index));
  if (hop.copy != nullptr) {
    pass_link(*hop.copy, flits_ - hop.first - hop.copied, dates_.copied(index));
  }
  hop.router->worm_passed(hop, dates_.tail(index), dates_.copied(index), dates_.waited(index));
}

// Tells the ends; what leaves a link of theirs can be read a cycle later.
void WormSettler::hand_over(PacketHandle packet) const {
  const std::vector<WormHop>& hops = trail_.hops();
  const Link& last = *hops.front().out;
  last.fast().sink->rest_comes(packet, dates_.head() + last.delay(), dates_.tail(0) + last.delay());
  for (std::size_t i = 0; i < hops.size(); ++i) {
    if (const Link* copy = hops[i].copy) {
      copy->fast().sink->rest_comes(packet, WormSink::kHeadRead, dates_.copied(i) + copy->delay());
    }
  }
  if (const UnsentFlits& unsent = trail_.unsent(); unsent.source != nullptr) {
    unsent.source->rest_taken(dates_.tail(hops.size() - 1) + hops.back().in->delay());
  }
}

}  // namespace flitcast
