#include "hw/rtl_router/arrivals.h"

#include <algorithm>

#include "hw/worm/worm_settler.h"

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
    if (in.link->body_lags()) {
      worms_->catch_up(*in.link);
    }
    if (in.channel->ready_at(given.flits, now) && takes(in, given)) {
      give(index, in.channel->peek(given.flits), pins);
      ++given.flits;
    }
  }
}

void Arrivals::give(int index, const Flit& flit, FlitPins& pins) {
  const RtlParameters& parameters = site_.parameters;
  const int port = index / site_.layout.vcs;
  Given& given = given_[static_cast<std::size_t>(index)];
  pins.valid.set(port);
  if ((flit.kind & flit_kind::kHead) != 0) {
    pins.head.set(port);
    given.hops = flit.sequence;
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    pins.tail.set(port);
  }
  if ((flit.kind & flit_kind::kAddress) != 0) {
    pins.address.set(port);
  }
  if ((flit.kind & flit_kind::kMore) != 0) {
    pins.more.set(port);
  }
  pins.vc.put(port * parameters.vc_bits(), parameters.vc_bits(),
              static_cast<std::uint64_t>(index % site_.layout.vcs));
  pins.word.put(port * RtlParameters::kWordBits, RtlParameters::kWordBits,
                site_.headers.word(flit, index));
  pins.route.put(port * parameters.route_bits(), parameters.route_bits(),
                 site_.headers.arriving_route(flit, given.hops));
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
