#include "hw/rtl_router/user_router.h"

#include <algorithm>

#include "hw/router/vc_view.h"

namespace flitcast {
namespace {

constexpr std::uint16_t kHeaders = flit_kind::kHead | flit_kind::kAddress;

}  // namespace

UserCore::UserCore(const RouterSite& site, const RtlParameters& parameters,
                   const FlitcastRtlRouter& functions, bool has_busy, std::string* breach)
    : PinnedCore(site, parameters, functions, true, breach),
      worms_(static_cast<std::size_t>(layout_.inputs())),
      in_passage_(worms_.size()),
      room_(layout_, site.config),
      has_busy_(has_busy) {}

void UserCore::tick(Cycle now) {
  bool active = clock(now, [&](int index, const Flit& flit) { take(index, flit); });
  for (int port = 0; port < layout_.ports(); ++port) {
    if (out_.valid.bit(port)) {
      send(port, now);
      active = true;
    }
  }
  active = free_slots(now) || active;
  if (active) {
    last_active_ = now;
  }
  wake_for_more(now, has_busy_ ? says_busy_ : now - last_active_ < kQuietCycles);
}

void UserCore::take(int index, const Flit& flit) {
  Worms& all = worms(index);
  if ((flit.kind & flit_kind::kHead) != 0) {
    all.emplace_back();
    all.back().input = index;
    all.back().packet = flit.packet;
    all.back().hops = flit.sequence;
  }
  Worm& worm = all.back();
  worm.flits.push_back(flit);
  if (worm.copied != nullptr && (flit.kind & kHeaders) == 0) {
    worm.copies.push_back(flit);
  }
  worm.complete = (flit.kind & flit_kind::kTail) != 0;
}

void UserCore::send(int port, Cycle now) {
  const int bits = parameters_.vc_bits();
  const int vc = static_cast<int>(out_.vc.get(port * bits, bits));
  if (vc >= (layout_.is_network(port) ? layout_.vcs : 1)) {
    breach(port, "sends a flit on virtual channel " + std::to_string(vc), now);
  }
  OutputVc& out = output(layout_.input(port, vc));
  if (out.link == nullptr) {
    breach(port, "sends a flit, and leads nowhere", now);
  }
  Worm* const worm = in_passage_[static_cast<std::size_t>(layout_.input(port, vc))];
  if (worm == nullptr) {
    send_header(out, now);
  } else if (worm->copied == &out) {
    send_copy(out, *worm, now);
  } else {
    send_flit(out, *worm, now);
  }
}

UserCore::Worm* UserCore::worm_of_header(int port) {
  const std::uint64_t word =
      out_.word.get(port * RtlParameters::kWordBits, RtlParameters::kWordBits);
  const auto index = word >> (RtlParameters::kWordBits - RtlParameters::kTagBits);
  if (index >= worms_.size()) {
    return nullptr;
  }
  for (Worm& worm : worms_[index]) {
    if (worm.out == nullptr && !worm.flits.empty() &&
        word_of(worm.flits.front(), static_cast<int>(index)) == word) {
      return &worm;
    }
  }
  return nullptr;
}

void UserCore::send_header(OutputVc& out, Cycle now) {
  if (!out_.head.bit(out.port)) {
    breach(out.port, "sends a flit of no worm", now);
  }
  Worm* const worm = worm_of_header(out.port);
  if (worm == nullptr) {
    breach(out.port, "sends a header that has not come, or that it has altered", now);
  }
  Flit& header = worm->flits.front();
  if ((header.kind & flit_kind::kHead) == 0) {  // an address behind one that was stripped
    header.kind |= flit_kind::kHead;
    header.sequence = worm->hops;
  }
  const int unit = unit_of(*worm);
  if (layout_.is_network(out.port) ? out.unit != unit : !layout_.is_local_unit(unit)) {
    breach(out.port, "sends a header whose route has another port or class", now);
  }
  in_passage_[static_cast<std::size_t>(layout_.input(out.port, out.vc))] = worm;
  if (!layout_.is_network(out.port) && (header.kind & flit_kind::kMore) != 0) {
    strip(out, *worm, now);
    return;
  }
  worm->out = &out;
  ++header.sequence;
  send_flit(out, *worm, now);
}

// An address goes to the node, and copies of the payload follow it.
void UserCore::strip(OutputVc& out, Worm& worm, Cycle now) {
  Flit copy = worm.flits.front();
  copy.kind = flit_kind::kHead;
  send_checked(out, copy, worm.input, now);
  worm.copied = &out;
  worm.flits.pop_front();
  for (const Flit& flit : worm.flits) {
    if ((flit.kind & kHeaders) == 0) {
      worm.copies.push_back(flit);
    }
  }
}

void UserCore::send_copy(OutputVc& out, Worm& worm, Cycle now) {
  if (worm.copies.empty()) {
    breach(out.port, "sends a copy of a flit that has not come", now);
  }
  const Flit flit = worm.copies.front();
  worm.copies.pop_front();
  send_checked(out, flit, worm.input, now);
  if ((flit.kind & flit_kind::kTail) != 0) {
    in_passage_[static_cast<std::size_t>(layout_.input(out.port, out.vc))] = nullptr;
    worm.copied = nullptr;
    forget_if_over(worm);
  }
}

void UserCore::send_flit(OutputVc& out, Worm& worm, Cycle now) {
  if (worm.flits.empty()) {
    breach(out.port, "sends a flit that has not come", now);
  }
  const Flit flit = worm.flits.front();
  worm.flits.pop_front();
  send_checked(out, flit, worm.input, now);
  if ((flit.kind & flit_kind::kTail) != 0) {
    in_passage_[static_cast<std::size_t>(layout_.input(out.port, out.vc))] = nullptr;
    forget_if_over(worm);
  }
}

void UserCore::send_checked(OutputVc& out, const Flit& flit, int index, Cycle now) {
  if (const std::string what = difference(out.port, flit, index); !what.empty()) {
    breach(out.port, what, now);
  }
  Flit sent = flit;
  sent.vc = out.vc;
  if (probe_ != nullptr) {
    probe_->flit_sent(node_, out.port, sent, now);
  }
  put_on(out, sent, now);
}

void UserCore::forget_if_over(const Worm& worm) {
  if (worm.complete && worm.flits.empty() && worm.copied == nullptr) {
    worms(worm.input).remove_if([&](const Worm& other) { return &other == &worm; });
  }
}

int UserCore::unit_of(const Worm& worm) const {
  const Flit& header = worm.flits.front();
  const int index = worm.input;
  const NodeId destination = header_destination(header.word);
  const Given& input = given(index);
  if (destination == node_) {
    return layout_.unit(layout_.network_ports, 0);
  }
  const int from_class = layout_.class_of(index % layout_.vcs);
  if (brings_route(header)) {
    const PortId port = packets_[header.packet].route[worm.hops];
    return layout_.unit(port, layout_.classes == 1
                                  ? 0
                                  : routing_.class_on_route(node_, input.port, from_class, port));
  }
  RouteCandidates ways;
  routing_.candidates(node_, input.port, from_class, destination, ways);
  return layout_.unit(ways[0].port, layout_.classes == 1 ? 0 : ways[0].vc_class);
}

// The credits that it gives; true if there are any.
bool UserCore::free_slots(Cycle now) {
  bool any = false;
  for (int index = 0; index < layout_.inputs(); ++index) {
    if (out_.credit.bit(index)) {
      if (given(index).flits == 0) {
        breach(index / layout_.vcs, "gives a credit for no flit", now);
      }
      if (probe_ != nullptr) {
        probe_->flit_left(node_, index, now);
      }
      free_slot(index, now);
      any = true;
    }
  }
  return any;
}

// As one of the model would have it, as far as it is known.
InputVc UserCore::front_of(int index) const {
  const Given& input = given(index);
  InputVc in;
  in.channel = input.channel;
  in.link = input.link;
  in.port = input.port;
  const Worms& all = worms_[static_cast<std::size_t>(index)];
  if (!all.empty()) {
    const Worm& worm = all.front();
    in.out = worm.out;
    in.absorb_out = worm.copied;
    in.blocked_since = 0;
    in.blocked_by = WaitCause::kCredit;
    if (in.out == nullptr && !worm.flits.empty()) {
      in.unit = static_cast<std::uint16_t>(unit_of(worm));
      in.candidates = 1;
    }
  }
  return in;
}

InputVcView UserCore::view(int input, Cycle now) const {
  return view_of(front_of(input), layout_, room_, now);
}

std::vector<OccupiedVc> UserCore::inspect(Cycle now) const {
  std::vector<OccupiedVc> occupied;
  for (int index = 0; index < layout_.inputs(); ++index) {
    const InputVc in = front_of(index);
    if (in.channel != nullptr && in.channel->is_open() && in.channel->occupied()) {
      occupied.push_back(occupation_of(index, in, layout_, room_, now));
    }
  }
  return occupied;
}

}  // namespace flitcast
