#pragma once

#include <cstddef>
#include <vector>

#include "hw/router/staged_core.h"

namespace flitcast {

// StagedCore: what it says of itself to those who watch.

template <typename Policies>
std::vector<OccupiedVc> StagedCore<Policies>::inspect(Cycle now) const {
  std::vector<OccupiedVc> occupied;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const InputVc& in = inputs_[i];
    if (in.channel != nullptr && in.channel->is_open() && in.channel->occupied()) {
      occupied.push_back(occupation_of(static_cast<int>(i), in, layout_, room_, now));
    }
  }
  return occupied;
}

template <typename Policies>
void StagedCore<Policies>::end_waits(Cycle end) {
  for (InputVc& in : inputs_) {
    if (in.blocked()) {
      const PortId port = wanted_port(in, layout_);
      if (reporter_) {
        reporter_.waited(in, port, end);
      }
      const int output = layout_.input(port, 0);
      waits_.unblock(in, *outputs_[static_cast<std::size_t>(output)].link, end);
    }
  }
}

}  // namespace flitcast
