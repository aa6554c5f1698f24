#include "hw/rtl_router/user_core.h"

#include <algorithm>
#include <bitset>

#include <fmt/format.h>

#include "hw/router/parts/vc_view.h"

namespace flitcast {
namespace {

constexpr std::uint16_t kHeaders = flit_kind::kHead | flit_kind::kAddress;

}  // namespace

UserCore::UserCore(const RouterSite& site, const RtlParameters& parameters,
                   const FlitcastRtlRouter& functions, bool has_busy)
    : VerilatedCore(site, {parameters, functions, has_busy, true}),
      routing_(site.routing),
      packets_(site.packets),
      worms_(site_.inputs.size()),
      in_passage_(worms_.size()) {}

void UserCore::send(Cycle now) {
  in_[Pin::kValid].for_each([&](int port) {
    const int index = site_.layout.input(port, static_cast<int>(in_[Pin::kVc].get(port)));
    take(index, site_.input(index).channel->peek(arrivals_.there(index) - 1));
  });
  out_.pins[Pin::kValid].for_each([&](int port) { send_from(port, now); });
  out_.pins[Pin::kCredit].for_each([&](int index) { free_slot(index, now); });
}

// For a credit that it gives.
void UserCore::free_slot(int index, Cycle now) {
  if (arrivals_.there(index) == 0) {
    site_.violations.violation(index / site_.layout.vcs, "gives a credit for no flit", now);
  }
  if (probe_ != nullptr) {
    probe_->flit_left(site_.node, index, now);
  }
  arrivals_.remove(index, now);
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

void UserCore::send_from(int port, Cycle now) {
  const int vc = static_cast<int>(out_.pins[Pin::kVc].get(port));
  if (vc >= (site_.layout.is_network(port) ? site_.layout.vcs : 1)) {
    site_.violations.violation(
        port,
        fmt::format("sends a flit on virtual channel {}; the last is {}", vc,
                    site_.layout.is_network(port) ? site_.layout.vcs - 1 : 0),
        now);
  }
  OutputVc& out = site_.output(site_.layout.input(port, vc));
  if (out.link == nullptr) {
    site_.violations.violation(port, "sends a flit, and leads nowhere", now);
  }
  if (Worm* const worm = passage(out)) {
    send_next(out, *worm, now);
  } else {
    send_header(out, now);
  }
}

UserCore::Worm* UserCore::worm_of_header(int port) {
  const std::uint64_t word = out_.pins[Pin::kWord].get(port);
  const auto index = word >> (RtlParameters::kWordBits - RtlParameters::kTagBits);
  if (index >= worms_.size()) {
    return nullptr;
  }
  for (Worm& worm : worms_[index]) {
    if (worm.out == nullptr && !worm.flits.empty() &&
        site_.headers.word(worm.flits.front(), static_cast<int>(index)) == word) {
      return &worm;
    }
  }
  return nullptr;
}

// Of the headers that have come and not left, the nearest is the one that was altered, if one was.
std::string UserCore::unknown_header(int port) const {
  const std::uint64_t got = out_.pins[Pin::kWord].get(port);
  std::string expected = "none";
  std::size_t fewest = RtlParameters::kWordBits + 1;
  for (const Worms& all : worms_) {
    for (const Worm& worm : all) {
      if (worm.out != nullptr || worm.flits.empty()) {
        continue;
      }
      const std::uint64_t word = site_.headers.word(worm.flits.front(), worm.input);
      const std::size_t bits = std::bitset<RtlParameters::kWordBits>(word ^ got).count();
      if (bits < fewest) {
        fewest = bits;
        expected = fmt::format("{:#018x}, which came by port {}", word,
                               site_.inputs[static_cast<std::size_t>(worm.input)].port);
      }
    }
  }
  return fmt::format(
      "sends a header that has not come, or that it has altered: expected {}, got {:#018x}",
      expected, got);
}

// Which of the worm's flits another word than the one that is due belongs to, in words.
std::string UserCore::place_in(const Worm& worm, std::uint64_t word) const {
  const auto later = std::find_if(worm.flits.begin(), worm.flits.end(), [&](const Flit& flit) {
    return site_.headers.word(flit, worm.input) == word;
  });
  if (later != worm.flits.end()) {
    return fmt::format(", the word of {} flits later", later - worm.flits.begin() + 1);
  }
  return worm.sent == word ? ", which it has sent before" : "";
}

void UserCore::send_header(OutputVc& out, Cycle now) {
  if (!out_.pins[Pin::kHead].bit(out.port)) {
    site_.violations.violation(out.port, "sends a flit of no worm", now);
  }
  Worm* const worm = worm_of_header(out.port);
  if (worm == nullptr) {
    site_.violations.violation(out.port, unknown_header(out.port), now);
  }
  Flit& header = worm->flits.front();
  if ((header.kind & flit_kind::kHead) == 0) {  // an address after one that was stripped
    header.kind |= flit_kind::kHead;
    header.sequence = worm->hops;
  }
  const int unit = unit_of(*worm);
  if (site_.layout.is_network(out.port) ? out.unit != unit : !site_.layout.is_local_unit(unit)) {
    site_.violations.violation(out.port,
                               "sends a header whose route has another port or class: expected " +
                                   site_.name_of_unit(unit) + ", got " +
                                   site_.name_of_unit(out.unit),
                               now);
  }
  passage(out) = worm;
  if (!site_.layout.is_network(out.port) && (header.kind & flit_kind::kMore) != 0) {
    strip(out, *worm, now);
    return;
  }
  worm->out = &out;
  ++header.sequence;
  send_next(out, *worm, now);
}

// An address goes to the node, and copies of the payload follow it.
void UserCore::strip(OutputVc& out, Worm& worm, Cycle now) {
  Flit copy = worm.flits.front();
  copy.kind = flit_kind::kHead;
  send_checked(out, copy, worm, now);
  worm.copied = &out;
  worm.flits.pop_front();
  for (const Flit& flit : worm.flits) {
    if ((flit.kind & kHeaders) == 0) {
      worm.copies.push_back(flit);
    }
  }
}

// A copy of it, where the output is the node's that took an address.
void UserCore::send_next(OutputVc& out, Worm& worm, Cycle now) {
  const bool copies = worm.copied == &out;
  std::deque<Flit>& queue = copies ? worm.copies : worm.flits;
  if (queue.empty()) {
    site_.violations.violation(
        out.port, std::string(copies ? "sends a copy of" : "sends") + " a flit that has not come",
        now);
  }
  const Flit flit = queue.front();
  queue.pop_front();
  send_checked(out, flit, worm, now);
  if ((flit.kind & flit_kind::kTail) != 0) {
    passage(out) = nullptr;
    worm.copied = copies ? nullptr : worm.copied;
    forget_if_over(worm);
  }
}

void UserCore::send_checked(OutputVc& out, const Flit& flit, Worm& worm, Cycle now) {
  const FlitPins& pins = out_.pins;
  if (!site_.headers.shows(pins, out.port, flit, worm.input)) {
    site_.violations.violation(out.port,
                               site_.headers.difference(pins, out.port, flit, worm.input) +
                                   place_in(worm, pins[Pin::kWord].get(out.port)),
                               now);
  }
  worm.sent = pins[Pin::kWord].get(out.port);
  Flit sent = flit;
  sent.vc = out.vc;
  if (probe_ != nullptr) {
    probe_->flit_sent(site_.node, out.port, sent, now);
  }
  departures_.send(out, sent, now);
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
  const PortId came_by = site_.inputs[static_cast<std::size_t>(index)].port;
  if (destination == site_.node) {
    return site_.layout.unit(site_.layout.network_ports, 0);
  }
  const int from_class = site_.layout.class_of(index % site_.layout.vcs);
  if (site_.headers.brings_route(header)) {
    const PortId port = packets_[header.packet].route[worm.hops];
    return site_.layout.unit(port,
                             site_.layout.classes == 1
                                 ? 0
                                 : routing_.class_on_route(site_.node, came_by, from_class, port));
  }
  RouteCandidates ways;
  routing_.candidates(site_.node, came_by, from_class, destination, ways);
  return site_.layout.unit(ways[0].port, site_.layout.classes == 1 ? 0 : ways[0].vc_class);
}

// As one of the model would have it, as far as it is known.
InputVc UserCore::front_of(int index) const {
  InputVc in = site_.inputs[static_cast<std::size_t>(index)];
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
  return view_of(front_of(input), site_.layout, room_, now);
}

// What came and has not left, also where its slots are free again, and what the router has not yet.
std::vector<OccupiedVc::Part> UserCore::parts_of(int index) const {
  std::vector<OccupiedVc::Part> parts;
  const auto add = [&](PacketHandle packet, std::size_t flits) {
    if (flits > 0 && (parts.empty() || parts.back().packet != packet)) {
      parts.push_back({packet, 0});
    }
    if (flits > 0) {
      parts.back().flits += static_cast<std::uint32_t>(flits);
    }
  };
  for (const Worm& worm : worms_[static_cast<std::size_t>(index)]) {
    add(worm.packet, std::max(worm.flits.size(), worm.copies.size()));
  }
  const VirtualChannel& channel = *site_.inputs[static_cast<std::size_t>(index)].channel;
  for (std::size_t i = arrivals_.there(index); channel.occupied_at(i); ++i) {
    add(channel.peek(i).packet, 1);
  }
  return parts;
}

std::vector<OccupiedVc> UserCore::inspect(Cycle now) const {
  std::vector<OccupiedVc> occupied;
  for (int index = 0; index < site_.layout.inputs(); ++index) {
    const VirtualChannel* const channel = site_.inputs[static_cast<std::size_t>(index)].channel;
    if (channel == nullptr || !channel->is_open()) {
      continue;
    }
    if (std::vector<OccupiedVc::Part> parts = parts_of(index); !parts.empty()) {
      OccupiedVc vc = occupation_of(index, front_of(index), site_.layout, room_, now);
      vc.parts = std::move(parts);
      if (vc.state == VcState::kIdle) {  // its header is in the router, and no longer in a slot
        vc.state = VcState::kRouting;
      }
      occupied.push_back(std::move(vc));
    }
  }
  return occupied;
}

}  // namespace flitcast
