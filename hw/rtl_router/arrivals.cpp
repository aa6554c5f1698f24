#include "hw/rtl_router/arrivals.h"

#include <algorithm>

#include "hw/fast/worm_settler.h"

namespace flitcast {

Arrivals::Arrivals(RtlSite& site, WormSettler* worms)
    : site_(site), worms_(worms), given_(site.inputs.size()) {}

void Arrivals::take_in(FlitPins& pins, Cycle now) {
  for (int index = 0; index < site_.layout.inputs(); ++index) {
    const InputVc& in = site_.input(index);
    Given& given = given_[static_cast<std::size_t>(index)];
    if (in.channel == nullptr || !in.channel->is_open()) {
      continue;
    }
    if (in.link->fast().body_lags) {
      worms_->catch_up(*in.link);
    }
    if (in.channel->ready_at(given.flits, now) && takes(in, given)) {
      give(index, in.channel->peek(given.flits), pins);
      ++given.flits;
    }
  }
}

void Arrivals::give(int index, const Flit& flit, FlitPins& pins) {
  const int port = site_.input(index).port;
  Given& given = given_[static_cast<std::size_t>(index)];
  if ((flit.kind & flit_kind::kHead) != 0) {
    given.hops = flit.sequence;
  }
  pins[Pin::kValid].set(port);
  pins.put_kind(port, flit.kind);
  pins[Pin::kVc].put(port, static_cast<std::uint64_t>(index - port * site_.layout.vcs));
  pins[Pin::kWord].put(port, site_.headers.word(flit, index));
  pins[Pin::kRoute].put(port, site_.headers.arriving_route(flit, given.hops));
}

void Arrivals::remove(int index, Cycle now) {
  const InputVc& in = site_.input(index);
  --given_[static_cast<std::size_t>(index)].flits;
  in.link->release(*in.channel, now, site_.wakes.queue());
}

void Arrivals::wake_for_more(Cycle now) {
  for (int index = 0; index < site_.layout.inputs(); ++index) {
    const InputVc& in = site_.input(index);
    const Given& given = given_[static_cast<std::size_t>(index)];
    if (in.channel != nullptr && in.channel->is_open() && in.channel->occupied_at(given.flits) &&
        takes(in, given)) {
      site_.wakes.wake(index, std::max(now + 1, in.channel->peek_time(given.flits)));
    }
  }
}

}  // namespace flitcast
