#pragma once

#include <cstdint>

#include "hw/router/parts/input_vc.h"
#include "hw/time/alarms.h"

namespace flitcast {

/// A link into a router, without another router before it, and the input VC that reads it.
template <int kWords = 1>
struct OneChannel {
  explicit OneChannel(const LinkParameters& parameters = {1, 1, 8, 1})
      : reader(wakes, wakes.reserve(1)), writer(wakes, wakes.reserve(1)), link(parameters) {
    link.attach_reader(reader.first(), 0, flit_kind::kNone);
    in.channel = &link.virtual_channel(0);
    in.link = &link;
    in.channel->open();
  }

  /// Arrives at `at`.
  void arrive(const Flit& flit, Cycle at) { in.channel->push(flit, at); }
  /// A worm of one address and `payload_flits` words, a flit a cycle from `at` on.
  void arrive_worm(NodeId destination, std::uint32_t payload_flits, Cycle at) {
    arrive({header_word(destination, payload_flits + 1), 0, 0, flit_kind::kHead, 0}, at);
    for (std::uint32_t i = 0; i < payload_flits; ++i) {
      const int tail = i + 1 == payload_flits ? flit_kind::kTail : 0;
      arrive({Word{i}, 0, i, static_cast<std::uint16_t>(flit_kind::kBody | tail), 0}, at + 1 + i);
    }
  }

  WakeQueue wakes;
  Alarms<kWords> reader;
  Alarms<kWords> writer;
  Link link;
  InputVc in;
};

}  // namespace flitcast
