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

  WakeQueue wakes;
  Alarms<kWords> reader;
  Alarms<kWords> writer;
  Link link;
  InputVc in;
};

}  // namespace flitcast
