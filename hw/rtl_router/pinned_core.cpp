#include "hw/rtl_router/pinned_core.h"

#include <algorithm>

#include "hw/rtl_router/rtl_router.h"
#include "hw/worm/worm_settler.h"

namespace flitcast {
namespace {

constexpr std::uint16_t kEveryKind = 0xFFFF;
constexpr std::uint16_t kHeaders = flit_kind::kHead | flit_kind::kAddress;
constexpr int kTagPlace = RtlParameters::kWordBits - RtlParameters::kTagBits;

}  // namespace

PinnedCore::PinnedCore(const RouterSite& site, const RtlParameters& parameters,
                       const FlitcastRtlRouter& functions, bool tags, std::string* breach)
    : node_(site.node),
      parameters_(parameters),
      routing_(site.routing),
      packets_(site.packets),
      layout_{site.network_ports, site.config.ports, site.config.vcs,
              site.routing.classes_of(site.config.vcs)},
      out_(parameters, parameters.inputs()),
      functions_(functions),
      worms_(site.worms),
      tags_(tags),
      told_breach_(breach),
      wakes_(site.wakes, site.module),
      given_(static_cast<std::size_t>(layout_.inputs())),
      outputs_(given_.size()),
      uncredited_(given_.size()),
      router_(functions.make(), Unmake{&functions}),
      in_(parameters, parameters.network_ports * parameters.vcs),
      source_(parameters.ports() * parameters.input_bits()),
      granted_(parameters.inputs()),
      contention_(parameters.inputs()),
      serialisation_(parameters.inputs()),
      no_credit_(parameters.inputs()) {
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

void PinnedCore::attach_input(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    Given& input = given(layout_.input(port, vc));
    input.channel = &link.virtual_channel(vc);
    input.link = &link;
    input.port = port;
  }
  link.attach_reader(wakes_.first(), layout_.input(port, 0), kEveryKind);
}

void PinnedCore::attach_output(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    OutputVc& out = output(layout_.input(port, vc));
    out.channel = &link.virtual_channel(vc);
    out.channel->open();
    out.link = &link;
    out.port = port;
    out.vc = static_cast<std::uint16_t>(vc);
    out.unit = static_cast<std::uint16_t>(layout_.unit(port, layout_.class_of(vc)));
  }
  link.set_router(nullptr);
}

// To a local port flits come as far as its buffer has room; a slot that was freed in the cycle
// before can be filled.
bool PinnedCore::has_room_for_more(const Given& given) const {
  return layout_.is_network(given.port) || given.flits < RtlParameters::kLocalDepth;
}

// A flit per port and cycle comes by a link at most.
const Flit* PinnedCore::next_flit(int index, Cycle now) {
  const Given& input = given(index);
  if (input.channel == nullptr || !input.channel->is_open()) {
    return nullptr;
  }
  if (input.link->body_lags()) {
    worms_->catch_up(*input.link);
  }
  return input.channel->ready_at(input.flits, now) && has_room_for_more(input)
             ? &input.channel->peek(input.flits)
             : nullptr;
}

void PinnedCore::give(int index, const Flit& flit) {
  const int port = index / layout_.vcs;
  const auto is = [&](std::uint16_t kind) { return (flit.kind & kind) != 0; };
  Given& input = given(index);
  ++input.flits;
  if (is(flit_kind::kHead)) {
    input.hops = flit.sequence;
  }
  in_.valid.set(port);
  for (const auto& [kind, pin] :
       {std::pair(flit_kind::kHead, &in_.head), std::pair(flit_kind::kTail, &in_.tail),
        std::pair(flit_kind::kAddress, &in_.address), std::pair(flit_kind::kMore, &in_.more)}) {
    if (is(kind)) {
      pin->set(port);
    }
  }
  in_.vc.put(port * parameters_.vc_bits(), parameters_.vc_bits(),
             static_cast<std::uint64_t>(index % layout_.vcs));
  in_.word.put(port * RtlParameters::kWordBits, RtlParameters::kWordBits, word_of(flit, index));
  in_.route.put(port * parameters_.route_bits(), parameters_.route_bits(),
                route_of(flit, input.hops));
}

// Those that are back by now, one per virtual channel.
bool PinnedCore::take_credits(Cycle now) {
  bool any = false;
  for (int index = 0; index < layout_.network_ports * layout_.vcs; ++index) {
    std::uint32_t& uncredited = uncredited_[static_cast<std::size_t>(index)];
    if (uncredited > 0) {
      const Cycle at = output(index).channel->await_pushed(uncredited, wakes_.cause(index));
      if (at != VirtualChannel::kOpen && at <= now) {
        in_.credit.set(index);
        --uncredited;
        any = true;
      }
    }
  }
  return any;
}

void PinnedCore::clock_once(Cycle now) {
  ++clocked_;
  if (const char* error =
          functions_.clock(router_.get(), &inputs_of_router_, &outputs_of_router_)) {
    fail("the RTL of node " + std::to_string(node_) + " stops in cycle " + std::to_string(now) +
         ": " + error);
  }
  says_busy_ = outputs_of_router_.busy != 0;
}

void PinnedCore::wake_for_more(Cycle now, bool busy) {
  if (busy) {
    wakes_.wake(0, now + 1);
  }
  for (int index = 0; index < layout_.inputs(); ++index) {
    const Given& input = given(index);
    if (input.channel != nullptr && input.channel->is_open() &&
        input.channel->occupied_at(input.flits) && has_room_for_more(input)) {
      wakes_.wake(index, std::max(now + 1, input.channel->peek_time(input.flits)));
    }
    if (const std::uint32_t sent = uncredited_[static_cast<std::size_t>(index)]; sent > 0) {
      const Cycle at = output(index).channel->await_pushed(sent, wakes_.cause(index));
      if (at != VirtualChannel::kOpen) {
        wakes_.wake(index, std::max(now + 1, at));
      }
    }
  }
}

std::string PinnedCore::difference(int port, const Flit& flit, int index) const {
  const auto is = [&](std::uint16_t kind) { return (flit.kind & kind) != 0; };
  if (out_.head.bit(port) != is(flit_kind::kHead) || out_.tail.bit(port) != is(flit_kind::kTail) ||
      out_.address.bit(port) != is(flit_kind::kAddress) ||
      out_.more.bit(port) != is(flit_kind::kMore)) {
    return "sends a flit of another kind than the one that came";
  }
  const int bits = RtlParameters::kWordBits;
  return out_.word.get(port * bits, bits) == word_of(flit, index)
             ? ""
             : "sends another word than the one that came";
}

std::uint64_t PinnedCore::word_of(const Flit& flit, int index) const {
  if ((flit.kind & kHeaders) == 0) {
    return flit.word;
  }
  const std::uint64_t address =
      rtl_address(parameters_, routing_.topology(), header_destination(flit.word));
  const std::uint64_t upper = std::uint64_t{header_flits(flit.word)} << 32U;
  if (!tags_) {
    return address | upper;
  }
  const std::uint64_t tag = static_cast<std::uint64_t>(index) << kTagPlace;
  return address | (upper & ((std::uint64_t{1} << kTagPlace) - 1)) | tag;
}

void PinnedCore::put_on(const OutputVc& out, const Flit& flit, Cycle now) {
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

void PinnedCore::free_slot(int index, Cycle now) {
  Given& input = given(index);
  if (input.flits == 0) {
    breach(input.port, "gives a credit for no flit", now);
  }
  --input.flits;
  input.link->release(*input.channel, now, wakes_.queue());
}

bool PinnedCore::brings_route(const Flit& flit) const {
  return parameters_.route_hops > 0 && (flit.kind & kHeaders) != 0 &&
         packets_[flit.packet].route != nullptr && header_destination(flit.word) != node_;
}

// Its port here: who sends to the next router gives it the next one.
std::uint64_t PinnedCore::route_of(const Flit& flit, std::uint32_t hop) const {
  return brings_route(flit) ? std::uint64_t{1} << (parameters_.route_bits() - 1) |
                                  std::uint64_t{packets_[flit.packet].route[hop]}
                            : 0;
}

void PinnedCore::fail(const std::string& what) const {
  if (told_breach_ != nullptr) {
    *told_breach_ = what;
  }
  throw RtlBreach(what);
}

void PinnedCore::breach(int port, const std::string& what, Cycle now) const {
  fail("the RTL of node " + std::to_string(node_) + " breaks the protocol in cycle " +
       std::to_string(now) + ": port " + std::to_string(port) + " " + what);
}

}  // namespace flitcast
