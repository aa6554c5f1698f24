#include "hw/rtl_router/rtl_router.h"

#include <algorithm>
#include <string>

#include "hw/router/vc_view.h"
#include "hw/worm/worm_settler.h"

namespace flitcast {
namespace {

constexpr std::uint16_t kEveryKind = 0xFFFF;

PortLayout layout_of_rtl(const RouterSite& site) {
  const NetworkConfig& config = site.config;
  return {site.network_ports, config.ports, config.vcs, site.routing.classes_of(config.vcs)};
}

template <typename Visit>
void for_each_bit(const PinBits& pins, int count, Visit&& visit) {
  for (int first = 0; first < count; first += 64) {
    for (std::uint64_t rest = pins.data()[first / 64]; rest != 0; rest &= rest - 1) {
      visit(first + lowest(rest));
    }
  }
}

}  // namespace

RtlCore::RtlCore(const RouterSite& site, const RtlParameters& parameters,
                 const FlitcastRtlRouter& functions, std::string* breach)
    : node_(site.node),
      parameters_(parameters),
      functions_(functions),
      told_breach_(breach),
      routing_(site.routing),
      packets_(site.packets),
      worms_(site.worms),
      layout_(layout_of_rtl(site)),
      routes_(site.node, layout_, site.config, site.routing, site.packets),
      inputs_(static_cast<std::size_t>(layout_.inputs())),
      outputs_(inputs_.size()),
      given_(inputs_.size()),
      uncredited_(inputs_.size()),
      reporter_(site.node, layout_),
      room_(layout_, site.config),
      waits_(site.packets),
      wakes_(site.wakes, site.module),
      router_(functions.make(), Unmake{&functions}),
      in_(parameters, parameters.network_ports * parameters.vcs),
      out_(parameters, parameters.inputs()),
      source_(parameters.ports() * parameters.input_bits()),
      granted_(parameters.inputs()),
      contention_(parameters.inputs()),
      serialisation_(parameters.inputs()),
      no_credit_(parameters.inputs()),
      left_(inputs_.size()) {
  routes_.see(outputs_);
  inputs_of_router_ = {in_.valid.data(),   in_.head.data(),  in_.tail.data(),
                       in_.address.data(), in_.more.data(),  in_.vc.data(),
                       in_.word.data(),    in_.route.data(), in_.credit.data()};
  outputs_of_router_ = {out_.valid.data(),     out_.head.data(),  out_.tail.data(),
                        out_.address.data(),   out_.more.data(),  out_.vc.data(),
                        out_.word.data(),      out_.route.data(), out_.credit.data(),
                        source_.data(),        granted_.data(),   contention_.data(),
                        serialisation_.data(), no_credit_.data(), 0};
  const RtlStraps straps(parameters, site.config, site.routing, site.node);
  functions_.reset(router_.get(), &straps.pins());
}

void RtlCore::attach_input(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    InputVc& in = input(layout_.input(port, vc));
    in.channel = &link.virtual_channel(vc);
    in.link = &link;
    in.port = port;
  }
  link.attach_reader(wakes_.first(), layout_.input(port, 0), kEveryKind);
}

void RtlCore::attach_output(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    OutputVc& out = output(layout_.input(port, vc));
    out.channel = &link.virtual_channel(vc);
    out.channel->open();
    out.link = &link;
    out.port = port;
    out.vc = static_cast<std::uint16_t>(vc);
    out.unit = static_cast<std::uint16_t>(layout_.unit(port, layout_.class_of(vc)));
    out.held = false;
  }
  link.set_router(nullptr);
}

void RtlCore::tick(Cycle now) {
  wakes_.take(now);
  in_.clear();
  take_in(now);
  take_credits(now);
  clock(now);
  route_headers(now);
  take_grants(now);
  send_flits(now);
  book_waits(now);
  remove_flits(now);
  wake_for_more(now);
}

// What has come, a flit per port at most; to a local port as far as its buffer has room.
void RtlCore::take_in(Cycle now) {
  for (int index = 0; index < layout_.inputs(); ++index) {
    InputVc& in = input(index);
    Given& given = given_[static_cast<std::size_t>(index)];
    if (in.channel == nullptr || !in.channel->is_open()) {
      continue;
    }
    if (in.link->body_lags()) {
      worms_->catch_up(*in.link);
    }
    if (in.channel->ready_at(given.flits, now) &&
        (layout_.is_network(in.port) || given.flits < RtlParameters::kLocalDepth)) {
      give(index, in.channel->peek(given.flits));
      ++given.flits;
    }
  }
}

void RtlCore::give(int index, const Flit& flit) {
  const int port = index / layout_.vcs;
  Given& given = given_[static_cast<std::size_t>(index)];
  in_.valid.set(port);
  if ((flit.kind & flit_kind::kHead) != 0) {
    in_.head.set(port);
    given.hops = flit.sequence;
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    in_.tail.set(port);
  }
  if ((flit.kind & flit_kind::kAddress) != 0) {
    in_.address.set(port);
  }
  if ((flit.kind & flit_kind::kMore) != 0) {
    in_.more.set(port);
  }
  in_.vc.put(port * parameters_.vc_bits(), parameters_.vc_bits(),
             static_cast<std::uint64_t>(index % layout_.vcs));
  in_.word.put(port * RtlParameters::kWordBits, RtlParameters::kWordBits, pin_word(flit));
  in_.route.put(port * parameters_.route_bits(), parameters_.route_bits(),
                pin_route(flit, given.hops));
}

// Credits that are back by now, one per virtual channel.
void RtlCore::take_credits(Cycle now) {
  for (int index = 0; index < layout_.network_ports * layout_.vcs; ++index) {
    std::uint32_t& uncredited = uncredited_[static_cast<std::size_t>(index)];
    if (uncredited > 0) {
      const Cycle at = output(index).channel->await_pushed(uncredited, wakes_.cause(index));
      if (at != VirtualChannel::kOpen && at <= now) {
        in_.credit.set(index);
        --uncredited;
      }
    }
  }
}

void RtlCore::clock(Cycle now) {
  ++clocked_;
  if (const char* error =
          functions_.clock(router_.get(), &inputs_of_router_, &outputs_of_router_)) {
    fail("the RTL of node " + std::to_string(node_) + " stops in cycle " + std::to_string(now) +
         ": " + error);
  }
}

// What is told of headers that have come to the front.
void RtlCore::route_headers(Cycle now) {
  for (int index = 0; index < layout_.inputs(); ++index) {
    InputVc& in = input(index);
    if (given_[static_cast<std::size_t>(index)].flits > 0 && in.out == nullptr && !in.routed()) {
      const Cycle in_front = std::max(now, in.eligible);
      routes_.route(index, in, now);
      if (reporter_) {
        reporter_.state(index, in, VcState::kRouting, in_front);
      }
    }
  }
}

void RtlCore::take_grants(Cycle now) {
  for_each_bit(granted_, layout_.inputs(), [&](int index) {
    InputVc& in = input(index);
    FlitcastRtlWorm worm{};
    functions_.look(router_.get(), static_cast<std::uint64_t>(index), &worm);
    const int port = static_cast<int>(worm.port);
    const int vc_class = layout_.class_of(static_cast<int>(worm.vc));
    OutputVc& out = output(layout_.input(port, static_cast<int>(worm.vc)));
    if (!in.routed()) {
      breach(port, "is given to nobody", now);
    }
    const bool right_way = layout_.is_local_unit(in.unit) ? !layout_.is_network(port)
                                                          : layout_.unit(port, vc_class) == in.unit;
    if (!right_way || out.link == nullptr) {
      breach(port, "is given to a header whose route has another port or class", now);
    }
    if (out.held) {
      breach(port, "is given to two worms at a time", now);
    }
    out.held = true;
    if (reporter_) {
      reporter_.waited(in, out.port, now);
    }
    waits_.unblock(in, *out.link, now);
    in.candidates = 0;
    if (routes_.strips(in)) {
      given_[static_cast<std::size_t>(index)].stripped = true;
      in.absorb_out = &out;
      in.absorbed = 0;
      return;
    }
    ++in.channel->front().sequence;
    in.out = &out;
    if (reporter_) {
      reporter_.holding(index, in, now);
    }
  });
}

// Local ports first: a flit may leave in the cycle in which it is copied.
void RtlCore::send_flits(Cycle now) {
  std::fill(left_.begin(), left_.end(), std::uint8_t{0});
  for (int i = 0; i < layout_.ports(); ++i) {
    const int port = (layout_.network_ports + i) % layout_.ports();
    if (out_.valid.bit(port)) {
      send(port, now);
    }
  }
}

void RtlCore::send(int port, Cycle now) {
  const int bits = parameters_.input_bits();
  const int index = static_cast<int>(source_.get(port * bits, bits));
  if (index >= layout_.inputs() || given_[static_cast<std::size_t>(index)].flits == 0) {
    breach(port, "sends a flit that has not come", now);
  }
  InputVc& in = input(index);
  Given& given = given_[static_cast<std::size_t>(index)];
  if (given.stripped && in.absorb_out != nullptr && in.absorb_out->port == port) {
    given.stripped = false;
    Flit copy = in.channel->front();
    copy.kind = flit_kind::kHead;
    copy.vc = in.absorb_out->vc;
    check_pins(port, copy, now);
    put_on(*in.absorb_out, copy, now);
    in.hops = static_cast<std::uint16_t>(copy.sequence);
    left_[static_cast<std::size_t>(index)] = 1;
    if (reporter_) {
      reporter_.stripped(index, in, copy, now);
    }
    return;
  }
  if (in.absorb_out != nullptr && in.absorb_out->port == port) {
    send_copy(index, in, now);
    return;
  }
  if (in.out == nullptr || in.out->port != port) {
    breach(port, "sends a flit of a worm that does not hold it", now);
  }
  Flit& flit = in.channel->front();
  if (in.absorb_out != nullptr && in.absorbed == 0 && (flit.kind & flit_kind::kAddress) == 0) {
    breach(port, "sends a flit before the node has its copy", now);
  }
  flit.vc = in.out->vc;
  check_pins(port, flit, now);
  if (reporter_) {
    reporter_.moved(index, in, now);
  }
  waits_.unblock(in, *in.out->link, now);
  put_on(*in.out, flit, now);
  left_[static_cast<std::size_t>(index)] = 1;
}

// The next payload flit that the node has no copy of.
void RtlCore::send_copy(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.absorb_out;
  const std::uint32_t there = given_[static_cast<std::size_t>(index)].flits;
  while (in.absorbed < there && (in.channel->peek(in.absorbed).kind & flit_kind::kAddress) != 0) {
    ++in.absorbed;
  }
  if (in.absorbed >= there) {
    breach(out.port, "sends a copy of a flit that has not come", now);
  }
  Flit flit = in.channel->peek(in.absorbed);
  flit.vc = out.vc;
  check_pins(out.port, flit, now);
  if (reporter_) {
    reporter_.copied(out, flit, now);
  }
  put_on(out, flit, now);
  ++in.absorbed;
  if ((flit.kind & flit_kind::kTail) != 0) {
    out.held = false;
    in.absorb_out = nullptr;
  }
}

void RtlCore::check_pins(int port, const Flit& flit, Cycle now) const {
  const auto is = [&](std::uint16_t kind) { return (flit.kind & kind) != 0; };
  if (out_.head.bit(port) != is(flit_kind::kHead) || out_.tail.bit(port) != is(flit_kind::kTail) ||
      out_.address.bit(port) != is(flit_kind::kAddress) ||
      out_.more.bit(port) != is(flit_kind::kMore)) {
    breach(port, "sends a flit of another kind than the one that came", now);
  }
  if (out_.word.get(port * RtlParameters::kWordBits, RtlParameters::kWordBits) != pin_word(flit)) {
    breach(port, "sends another word than the one that came", now);
  }
  if (out_.vc.get(port * parameters_.vc_bits(), parameters_.vc_bits()) != flit.vc) {
    breach(port, "sends a flit on another virtual channel than its worm holds", now);
  }
  const int bits = parameters_.route_bits();
  const std::uint64_t route =
      layout_.is_network(port) && brings_route(flit) ? std::uint64_t{1} << (bits - 1) : 0;
  if (layout_.is_network(port) && out_.route.get(port * bits, bits) != route) {
    breach(port, "sends a header with another route than what is left of it", now);
  }
}

void RtlCore::put_on(const OutputVc& out, const Flit& flit, Cycle now) {
  if (now < out.link->next_accept()) {
    breach(out.port, "sends a flit before the channel takes one", now);
  }
  if (!out.channel->can_push(now)) {
    breach(out.port, "sends a flit without a credit", now);
  }
  if (layout_.is_network(out.port)) {
    ++uncredited_[static_cast<std::size_t>(layout_.input(out.port, out.vc))];
  }
  out.link->send(flit, *out.channel, now, wakes_.queue());
}

// Slots that are free again.
void RtlCore::remove_flits(Cycle now) {
  for (int index = 0; index < layout_.inputs(); ++index) {
    const bool left = left_[static_cast<std::size_t>(index)] != 0;
    if (out_.credit.bit(index) != left) {
      breach(index / layout_.vcs,
             left ? "gives no credit for a flit that left" : "gives a credit for no flit", now);
    }
    if (!left) {
      continue;
    }
    InputVc& in = input(index);
    const std::uint16_t kind = in.channel->front().kind;
    const bool was_stripped = in.out == nullptr;
    --given_[static_cast<std::size_t>(index)].flits;
    in.link->release(*in.channel, now, wakes_.queue());
    if (was_stripped) {
      in.eligible = now + 1;
      continue;
    }
    if (in.absorb_out != nullptr && in.absorbed > 0) {
      --in.absorbed;
    }
    if ((kind & flit_kind::kTail) != 0) {
      in.out->held = false;
      in.out = nullptr;
      in.absorbed = 0;
      in.eligible = now + 1;
      if (reporter_) {
        reporter_.idle(index, now + 1);
      }
    }
  }
}

void RtlCore::book_waits(Cycle now) {
  const int count = layout_.inputs();
  for_each_bit(contention_, count, [&](int index) {
    InputVc& in = input(index);
    const bool local = layout_.is_local_unit(in.unit);
    WaitBook::block(in, local ? WaitCause::kPort : WaitCause::kContention, now);
    if (reporter_) {
      reporter_.blocked(index, in, now);
    }
  });
  for_each_bit(serialisation_, count,
               [&](int index) { WaitBook::block(input(index), WaitCause::kSerialisation, now); });
  for_each_bit(no_credit_, count, [&](int index) {
    WaitBook::block(input(index), WaitCause::kCredit, now);
    if (reporter_) {
      reporter_.state(index, input(index), VcState::kBlockedOnCredit, now);
    }
  });
}

// It is called again when the next flits or credits come, whose dates may be known by now.
void RtlCore::wake_for_more(Cycle now) {
  if (outputs_of_router_.busy != 0) {
    wakes_.wake(0, now + 1);
  }
  for (int index = 0; index < layout_.inputs(); ++index) {
    const InputVc& in = input(index);
    const std::uint32_t given = given_[static_cast<std::size_t>(index)].flits;
    if (in.channel != nullptr && in.channel->is_open() && in.channel->occupied_at(given) &&
        (layout_.is_network(in.port) || given < RtlParameters::kLocalDepth)) {
      wakes_.wake(index, std::max(now + 1, in.channel->peek_time(given)));
    }
    if (const std::uint32_t sent = uncredited_[static_cast<std::size_t>(index)]; sent > 0) {
      const Cycle at = output(index).channel->await_pushed(sent, wakes_.cause(index));
      if (at != VirtualChannel::kOpen) {
        wakes_.wake(index, std::max(now + 1, at));
      }
    }
  }
}

// Headers carry the address by which the routers know a node.
std::uint64_t RtlCore::pin_word(const Flit& flit) const {
  if ((flit.kind & (flit_kind::kHead | flit_kind::kAddress)) == 0) {
    return flit.word;
  }
  const NodeId to = header_destination(flit.word);
  return rtl_address(parameters_, routing_.topology(), to) | std::uint64_t{header_flits(flit.word)}
                                                                 << 32U;
}

bool RtlCore::brings_route(const Flit& flit) const {
  return parameters_.route_hops > 0 &&
         (flit.kind & (flit_kind::kHead | flit_kind::kAddress)) != 0 &&
         packets_[flit.packet].route != nullptr && header_destination(flit.word) != node_;
}

// Its port here: who sends to the next router gives it the next one.
std::uint64_t RtlCore::pin_route(const Flit& flit, std::uint32_t hop) const {
  if (!brings_route(flit)) {
    return 0;
  }
  return std::uint64_t{1} << (parameters_.route_bits() - 1) |
         std::uint64_t{packets_[flit.packet].route[hop]};
}

void RtlCore::fail(const std::string& what) const {
  if (told_breach_ != nullptr) {
    *told_breach_ = what;
  }
  throw RtlBreach(what);
}

void RtlCore::breach(int port, const std::string& what, Cycle now) const {
  fail("the RTL of node " + std::to_string(node_) + " breaks the protocol in cycle " +
       std::to_string(now) + ": port " + std::to_string(port) + " " + what);
}

InputVcView RtlCore::view(int input, Cycle now) const {
  return view_of(inputs_[static_cast<std::size_t>(input)], layout_, room_, now);
}

std::vector<OccupiedVc> RtlCore::inspect(Cycle now) const {
  std::vector<OccupiedVc> occupied;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const InputVc& in = inputs_[i];
    if (in.channel != nullptr && in.channel->is_open() && in.channel->occupied()) {
      occupied.push_back(occupation_of(static_cast<int>(i), in, layout_, room_, now));
    }
  }
  return occupied;
}

void RtlCore::end_waits(Cycle end) {
  for (InputVc& in : inputs_) {
    if (in.blocked()) {
      const PortId port = wanted_port(in, layout_);
      if (reporter_) {
        reporter_.waited(in, port, end);
      }
      waits_.unblock(in, *output(layout_.input(port, 0)).link, end);
    }
  }
}

}  // namespace flitcast
