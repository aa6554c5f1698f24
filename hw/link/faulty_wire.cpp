#include "hw/link/faulty_wire.h"

#include <map>

namespace flitcast {

void FaultyWire::see_new_flits() {
  std::map<Cycle, Flit*> entered;  // the wire has one at a time
  for (int vc = 0; vc < link_.vcs(); ++vc) {
    VirtualChannel& channel = link_.virtual_channel(vc);
    for (std::size_t i = 0; channel.occupied_at(i); ++i) {
      if (channel.peek_time(i) > last_) {
        entered[channel.peek_time(i)] = &channel.peek(i);
      }
    }
  }
  for (const auto& [arrival, flit] : entered) {
    change(*flit, arrival);
    ++seen_;
    last_ = arrival;
  }
}

void FaultyWire::change(Flit& flit, Cycle arrival) {
  const Word turned = fault_.turned_bits(number_, seen_);
  if (turned == 0) {
    return;
  }
  if (damaged_++ == 0) {
    first_ = {arrival - link_.delay(), seen_, packets_[flit.packet].id};
  }
  if ((flit.kind & flit_kind::kBody) != 0) {
    flit.word ^= turned;
  } else {
    packets_.turn_header(flit.packet, turned);
  }
}

}  // namespace flitcast
