#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/allocator/matching.h"
#include "hw/router/core_frame.h"
#include "hw/router/crossbar.h"
#include "hw/router/ejection_window.h"
#include "hw/router/injection_buffer.h"
#include "hw/router/reporter.h"
#include "hw/router/room_rule.h"
#include "hw/router/route_unit.h"
#include "hw/router/router_core.h"
#include "hw/router/vc_view.h"
#include "hw/router/wait_book.h"
#include "hw/time/alarms.h"

namespace flitcast {

/// The core of routers with a pipeline of stages, see RouterPipeline: cycle by cycle, a flit per
/// crossbar input and output.
///
/// Timing: a header that is in front in cycle t (it came then, or the tail before it left in t − 1)
/// is routed; the VC allocator decides about it `until_vc_decision` later, and again in every cycle
/// until it has an output virtual channel. The switch allocator decides about it
/// `until_switch_decision` after that, and about every flit behind it `until_flit_decision` after
/// it has come, again in every cycle until it is granted; a flit asks only if there is a credit for
/// it. In the cycle of its grant a flit gives its slot back. The tail gives the output virtual
/// channel back, which the VC allocator gives away in the next cycle.
///
/// Stages are pipelined: they decide in every cycle, about requests that have passed them.
///
/// A node's ports are virtual channels of one crossbar port: see Crossbar. Unicast worms only; full
/// duplex.
template <typename Policies>
class StagedCore final : public RouterCore {
 public:
  explicit StagedCore(const RouterSite& site);

  void attach_input(PortId port, Link& link) override;
  void attach_output(PortId port, Link& link) override;
  void tick(Cycle now) override;

  void attach_probe(Probe* probe) override { reporter_.attach(probe); }
  InputVcView view(int input, Cycle now) const override {
    return view_of(inputs_[static_cast<std::size_t>(input)], layout_, room_, now);
  }
  std::vector<OccupiedVc> inspect(Cycle now) const override;
  void end_waits(Cycle end) override;

 private:
  using Set = typename Policies::Set;

  /// Of a flit, and of a credit, over an ejection channel.
  static constexpr Cycle kEjectionDelay = 1;

  /// Cycles between the steps of a flit, see RouterPipeline.
  struct Steps {
    Cycle vc_decision;
    Cycle switch_decision;
    Cycle flit_decision;
    Cycle read;
    Cycle channel;
    bool speculation;
  };
  static Steps steps_of(const RouterPipeline& pipeline);

  void look(int index, Cycle now);
  void look_at_header(int index, InputVc& in, Cycle now);
  void ask(int index, InputVc& in, Cycle now);
  bool accepts(int index, InputVc& in, Cycle now);
  bool has_room(int index, InputVc& in, Cycle now);
  bool has_credit(int index, InputVc& in, Cycle now);
  bool await_room(int index, InputVc& in, Cycle now);

  void allocate_vcs(Cycle now);
  Set wanted_by(const InputVc& in) const;
  void await_vc(int index, InputVc& in, Cycle now);
  void block_header(int index, InputVc& in, Cycle now);
  Set bid(int index, InputVc& in, Cycle now);
  void hold(int index, InputVc& in, int output, Cycle now);

  void allocate_switch(Cycle now);
  Set take_turns(const Set& contested, Cycle now);
  Set speculate(const Set& first, Cycle now);
  void move(int index, Cycle now);
  void give_credit(InputVc& in, VirtualChannel& from, Cycle at);
  void finish(int index, InputVc& in, Cycle now);
  void set_free(const OutputVc& out);
  void free_drained(Cycle now);

  const Steps& steps_by(int port) const { return layout_.is_network(port) ? through_ : ejection_; }
  /// Of the flits of a worm that holds an output.
  const Steps& steps(const InputVc& in) const { return steps_by(in.out->port); }
  Set& awaiting(int port) { return awaiting_[static_cast<std::size_t>(crossbar_.port_of(port))]; }
  EjectionWindow& window_of(const OutputVc& local) {
    return windows_[static_cast<std::size_t>(local.port - layout_.network_ports)];
  }
  /// Messages are numbered as they come into being.
  std::uint64_t age_of(int index) const {
    return packets_[inputs_[static_cast<std::size_t>(index)].channel->front().packet].id;
  }
  int bid_of(int index) const { return bids_[static_cast<std::size_t>(index)]; }
  InputVc& input(int index) { return inputs_[static_cast<std::size_t>(index)]; }

  PortLayout layout_;
  Alarms<Set::kWords> wakes_;
  RoomRule room_;
  Reporter reporter_;
  WaitBook waits_;
  const PacketPool& packets_;
  RouteUnit routes_;
  Steps through_;   // to network ports
  Steps ejection_;  // to local ports
  Cycle credit_delay_;
  Cycle buffer_flits_;
  bool queued_;         // output speed-up: flits that have crossed wait for their channel
  bool paced_ = false;  // flits that are to cross do, for one that takes more than a cycle per flit
  bool atomic_;         // see VcReuse
  Cycle ejection_round_trip_;
  bool whole_packets_;  // a packet moves on only where all of it has room

  // Input VCs by what they wait for.
  Set bidding_;      // their header asks for an output VC
  Set blocked_;      // their header finds all its output VCs held
  Set speculating_;  // their header asks for an output VC, and for the switch
  Set asking_;       // their next flit asks for the switch, and has room
  Set next_;         // are looked at in the next cycle
  Set local_;        // behind a local port
  std::vector<Set>
      awaiting_;  // of the blocked ones, who waits for a crossbar output, and maybe more
  std::vector<std::uint16_t> bids_;  // of a speculating one, the crossbar output

  Set free_;                // output VCs that headers may have
  Set draining_;            // those that have been left, and wait for their credits
  std::vector<Set> units_;  // the output VCs of a unit

  std::vector<InputVc> inputs_;    // port-major
  std::vector<OutputVc> outputs_;  // port-major
  std::vector<InjectionBuffer> injection_;
  std::vector<EjectionWindow> windows_;
  Crossbar<Set> crossbar_;
  typename Policies::VcAllocator vc_allocator_;
  Requests<Set> vc_requests_;
  Matching<Set> vc_matching_;
  typename Policies::Switch switch_;
  typename Policies::Switch speculative_;
};

template <typename Policies>
typename StagedCore<Policies>::Steps StagedCore<Policies>::steps_of(
    const RouterPipeline& pipeline) {
  return {pipeline.until_vc_decision(),   pipeline.until_switch_decision(),
          pipeline.until_flit_decision(), pipeline.until_read(),
          pipeline.until_channel(),       pipeline.speculation};
}

template <typename Policies>
StagedCore<Policies>::StagedCore(const RouterSite& site)
    : layout_(layout_of(site)),
      wakes_(site.wakes, site.module),
      room_(layout_, site.config),
      reporter_(site.node, layout_),
      waits_(site.packets),
      packets_(site.packets),
      routes_(site.node, layout_, site.config, site.routing, site.packets),
      through_(steps_of(site.config.pipeline)),
      ejection_(site.config.pipeline.ejection == Ejection::kBypass ? Steps{} : through_),
      credit_delay_(site.config.pipeline.credit_delay),
      buffer_flits_(site.config.buffer_flits),
      queued_(site.config.pipeline.output_speedup > 1),
      atomic_(site.config.pipeline.vc_reuse == VcReuse::kAtomic),
      ejection_round_trip_(site.config.round_trip(kEjectionDelay)),
      whole_packets_(site.config.switching != Switching::kWormhole),
      awaiting_(static_cast<std::size_t>(layout_.network_ports + 1)),
      bids_(static_cast<std::size_t>(layout_.inputs())),
      units_(static_cast<std::size_t>(layout_.units())),
      inputs_(static_cast<std::size_t>(layout_.inputs())),
      outputs_(inputs_.size()),
      injection_(static_cast<std::size_t>(layout_.local_ports)),
      windows_(injection_.size(), EjectionWindow(buffer_flits_, ejection_round_trip_)),
      crossbar_(layout_, site.config.pipeline),
      vc_allocator_(site.config.pipeline, layout_.inputs()),
      vc_requests_(layout_.inputs()),
      vc_matching_(layout_.inputs()),
      switch_(site.config.pipeline, crossbar_),
      speculative_(site.config.pipeline, crossbar_) {
  for (int port = layout_.network_ports; port < layout_.ports(); ++port) {
    local_.insert(layout_.input(port, 0));
  }
}

template <typename Policies>
void StagedCore<Policies>::attach_input(PortId port, Link& link) {
  const int first = layout_.input(port, 0);
  link.attach_reader(wakes_.first(), first, flit_kind::kNone);
  for (int vc = 0; vc < link.vcs(); ++vc) {
    InputVc& in = input(first + vc);
    in.channel = &link.virtual_channel(vc);
    in.link = &link;
    in.port = port;
  }
  if (!layout_.is_network(port)) {
    InjectionBuffer& buffer = injection_[static_cast<std::size_t>(port - layout_.network_ports)];
    buffer.attach(link, buffer_flits_, wakes_.cause(first));
    input(first).channel = &buffer.buffer();
  }
}

template <typename Policies>
void StagedCore<Policies>::attach_output(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    const int index = layout_.input(port, vc);
    OutputVc& out = outputs_[static_cast<std::size_t>(index)];
    out.channel = &link.virtual_channel(vc);
    out.link = &link;
    out.port = port;
    out.vc = static_cast<std::uint16_t>(vc);
    out.unit = static_cast<std::uint16_t>(layout_.unit(port, layout_.class_of(vc)));
    paced_ = paced_ || (link.cycles_per_flit() > 1 && !queued_);
    free_.insert(index);
    units_[out.unit].insert(index);
  }
}

template <typename Policies>
void StagedCore<Policies>::tick(Cycle now) {
  const Set due = wakes_.take(now) | std::exchange(next_, Set());
  (due & local_).for_each([&](int index) {
    const int local = index / layout_.vcs - layout_.network_ports;
    injection_[static_cast<std::size_t>(local)].take_in(now, wakes_.queue());
  });
  (due - asking_ - bidding_).for_each([&](int index) { look(index, now); });
  if (!draining_.empty()) {
    free_drained(now);
  }
  if (paced_) {
    std::exchange(asking_, Set()).for_each([&](int index) { ask(index, input(index), now); });
  }
  if (!bidding_.empty()) {
    allocate_vcs(now);
  }
  if (!(asking_ | speculating_).empty()) {
    allocate_switch(now);
  }
  if (!(asking_ | bidding_ | next_).empty()) {
    wakes_.queue().wake(*wakes_.first(), 0, now + 1);
  }
}

// ---- what stands in front ----

template <typename Policies>
void StagedCore<Policies>::look(int index, Cycle now) {
  InputVc& in = input(index);
  if (in.out == nullptr) {
    look_at_header(index, in, now);
  } else if (in.eligible <= now) {
    ask(index, in, now);
  }
}

// The header in front, if there is one, is routed, and asks for an output VC in time.
template <typename Policies>
inline void StagedCore<Policies>::look_at_header(int index, InputVc& in, Cycle now) {
  if (!in.channel->ready(now)) {
    return;
  }
  if (!in.routed()) {
    const Cycle in_front = std::max(in.channel->front_time(), in.eligible);
    if (in_front > now) {
      wakes_.wake(index, in_front);
      return;
    }
    routes_.route(index, in, now);
    in.eligible = in_front + (layout_.is_local_unit(in.unit) ? ejection_ : through_).vc_decision;
    if (reporter_) {
      reporter_.state(index, in, VcState::kRouting, in_front);
    }
  }
  if (in.eligible > now) {
    wakes_.wake(index, in.eligible);
  } else {
    bidding_.insert(index);
  }
}

// The flit in front asks for the switch as soon as it may: its worm holds an output.
template <typename Policies>
inline void StagedCore<Policies>::ask(int index, InputVc& in, Cycle now) {
  if (!in.channel->occupied()) {
    return;
  }
  const bool header = (in.channel->front().kind & flit_kind::kHead) != 0;
  const Cycle at = in.channel->front_time() + (header ? 0 : steps(in).flit_decision);
  if (at > now) {
    wakes_.wake(index, at);
  } else if (accepts(index, in, now) && has_room(index, in, now)) {
    asking_.insert(index);
  }
}

template <typename Policies>
inline bool StagedCore<Policies>::accepts(int index, InputVc& in, Cycle now) {
  const Cycle at = in.out->link->next_accept() - steps(in).channel;
  if (at <= now || queued_) {
    return true;
  }
  if ((in.channel->front().kind & flit_kind::kHead) != 0) {
    WaitBook::block(in, WaitCause::kSerialisation, now);
  }
  wakes_.wake(index, at);
  return false;
}

template <typename Policies>
inline bool StagedCore<Policies>::has_room(int index, InputVc& in, Cycle now) {
  VirtualChannel& to = *in.out->channel;
  const Flit& flit = in.channel->front();
  const bool room = to.can_push(now) && (!whole_packets_ || (flit.kind & flit_kind::kHead) == 0 ||
                                         to.has_room(room_.needed(flit, *in.out), now));
  if (room && in.out->port < layout_.network_ports) {
    return true;
  }
  return room ? has_credit(index, in, now) : await_room(index, in, now);
}

// Of an ejection channel.
template <typename Policies>
inline bool StagedCore<Policies>::has_credit(int index, InputVc& in, Cycle now) {
  const Cycle from = window_of(*in.out).credit_from();
  if (from <= now) {
    return true;
  }
  WaitBook::block(in, WaitCause::kCredit, now);
  wakes_.wake(index, from);
  return false;
}

// Always false: the flit in front asks again when it has room.
template <typename Policies>
[[gnu::noinline]] bool StagedCore<Policies>::await_room(int index, InputVc& in, Cycle now) {
  WaitBook::block(in, WaitCause::kCredit, now);
  if (reporter_) {
    reporter_.state(index, in, VcState::kBlockedOnCredit, now);
  }
  const std::size_t need = room_.needed(in.channel->front(), *in.out);
  const Cycle room = in.out->channel->await_room(need, wakes_.cause(index));
  if (room != VirtualChannel::kOpen) {
    wakes_.wake(index, room);
  }
  return false;
}

// ---- VC allocation ----

template <typename Policies>
void StagedCore<Policies>::allocate_vcs(Cycle now) {
  if (bidding_.is_single()) {
    const int index = bidding_.first();
    InputVc& in = input(index);
    if (const Set wanted = bid(index, in, now); !wanted.empty()) {
      hold(index, in, vc_allocator_.grant_alone(index, wanted), now);
    }
    return;
  }
  vc_requests_.clear();
  bidding_.for_each([&](int index) {
    if (const Set wanted = bid(index, input(index), now); !wanted.empty()) {
      vc_requests_.add(index, wanted);
    }
  });
  if (vc_requests_.rows.empty()) {
    return;
  }
  vc_allocator_.allocate(vc_requests_, vc_matching_,
                         [this](int index, int /*output*/) { return age_of(index); });
  vc_matching_.rows.for_each(
      [&](int index) { hold(index, input(index), vc_matching_.column_of(index), now); });
  bidding_.for_each([&](int index) { block_header(index, input(index), now); });
}

// The output VCs that the header asks for; without any it waits until there are some.
template <typename Policies>
[[gnu::always_inline]] inline typename StagedCore<Policies>::Set StagedCore<Policies>::bid(
    int index, InputVc& in, Cycle now) {
  const Set wanted = wanted_by(in);
  if (wanted.empty()) {
    await_vc(index, in, now);
  } else if (through_.speculation) {
    const int port = wanted.first() / layout_.vcs;
    if (steps_by(port).speculation) {
      speculating_.insert(index);
      bids_[static_cast<std::size_t>(index)] =
          static_cast<std::uint16_t>(crossbar_.output_for(index, port));
    }
  }
  return wanted;
}

// The free output VCs of the unit that the header prefers among those that have some; of a local
// port any.
template <typename Policies>
inline typename StagedCore<Policies>::Set StagedCore<Policies>::wanted_by(const InputVc& in) const {
  if (layout_.is_local_unit(in.unit)) {
    return free_ & local_;
  }
  const CandidateUnits& units = routes_.units();
  for (int i = 0; i < in.candidates; ++i) {
    const Set wanted = free_ & units_[static_cast<std::size_t>(units.unit(in, i))];
    if (!wanted.empty()) {
      return wanted;
    }
  }
  return {};
}

// The header bids again when the tail of a worm has left by a port that it may take.
template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::await_vc(int index, InputVc& in, Cycle now) {
  bidding_.erase(index);
  blocked_.insert(index);
  block_header(index, in, now);
  for (int i = 0; i < in.candidates; ++i) {
    awaiting(layout_.port_of_unit(routes_.units().unit(in, i))).insert(index);
  }
}

template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::block_header(int index, InputVc& in, Cycle now) {
  const bool local = layout_.is_local_unit(in.unit);
  WaitBook::block(in, local ? WaitCause::kPort : WaitCause::kContention, now);
  if (reporter_) {
    reporter_.blocked(index, in, now);
  }
}

// The header gets output VC `output`.
template <typename Policies>
inline void StagedCore<Policies>::hold(int index, InputVc& in, int output, Cycle now) {
  OutputVc& out = outputs_[static_cast<std::size_t>(output)];
  if (reporter_) {
    reporter_.waited(in, out.port, now);
  }
  waits_.unblock(in, *out.link, now);
  out.channel->open();
  out.held = true;
  free_.erase(output);
  bidding_.erase(index);
  in.candidates = 0;
  ++in.channel->front().sequence;
  in.out = &out;
  crossbar_.enter(index, out.port);
  if (reporter_) {
    reporter_.holding(index, in, now);
  }
  if (steps(in).speculation) {
    in.eligible = now;  // its bid for the switch is under way
    return;
  }
  in.eligible = now + steps(in).switch_decision;
  if (in.eligible == now + 1) {
    next_.insert(index);
  } else if (in.eligible == now) {
    ask(index, in, now);
  } else {
    wakes_.wake(index, in.eligible);
  }
}

// ---- switch allocation and traversal ----

template <typename Policies>
void StagedCore<Policies>::allocate_switch(Cycle now) {
  // Who meets nobody goes on,
  Set contested;
  asking_.for_each([&](int index) {
    if ((crossbar_.rivals(index) & asking_).is_single()) {
      switch_.grant_alone(index, crossbar_.output_of(index));
    } else {
      contested.insert(index);
    }
  });
  Set winners = asking_ - contested;
  // the others take turns.
  if (!contested.empty()) {
    winners |= take_turns(contested, now);
  }
  if (!speculating_.empty()) {
    winners |= speculate(winners, now);
  }
  winners.for_each([&](int index) { move(index, now); });
}

// Returns the input VCs whose flit goes on.
template <typename Policies>
[[gnu::noinline]] typename StagedCore<Policies>::Set StagedCore<Policies>::take_turns(
    const Set& contested, Cycle now) {
  const Set winners = switch_.allocate(
      contested, [this](int index) { return crossbar_.output_of(index); },
      [this](int index) { return age_of(index); });
  (contested - winners).for_each([&](int index) {
    WaitBook::block(input(index), WaitCause::kSerialisation, now);
  });
  return winners;
}

// Headers that have bid for an output VC in this cycle bid for the switch as well. What others ask
// for who hold one goes first; a grant is of use with the output VC and room behind it only.
// Returns the input VCs whose header goes on; others that hold an output VC now ask in the next
// cycle.
template <typename Policies>
[[gnu::noinline]] typename StagedCore<Policies>::Set StagedCore<Policies>::speculate(
    const Set& first, Cycle now) {
  Set inputs;
  Set outputs;
  first.for_each([&](int index) {
    inputs.insert(crossbar_.input_of(index));
    outputs.insert(crossbar_.output_of(index));
  });
  Set winners;
  const Set granted = speculative_.allocate(
      speculating_, [this](int index) { return bid_of(index); },
      [this](int index) { return age_of(index); });
  granted.for_each([&](int index) {
    InputVc& in = input(index);
    if (inputs.contains(crossbar_.input_of(index)) || outputs.contains(bid_of(index)) ||
        in.out == nullptr || crossbar_.output_of(index) != bid_of(index)) {
      return;
    }
    ask(index, in, now);
    if (asking_.contains(index)) {
      winners.insert(index);
    }
  });
  next_ |= (speculating_ & crossbar_.holding()) - asking_;
  speculating_ = Set();
  return winners;
}

// The flit in front goes on; the next one asks in the next cycle, if it is there and has room.
template <typename Policies>
[[gnu::always_inline]] inline void StagedCore<Policies>::move(int index, Cycle now) {
  InputVc& in = input(index);
  const OutputVc& out = *in.out;
  VirtualChannel& from = *in.channel;
  Link& link = *out.link;
  const Steps& steps = this->steps(in);
  Flit& flit = from.front();
  const std::uint16_t kind = flit.kind;
  flit.vc = out.vc;
  if (reporter_) {
    reporter_.passed(index, in, now, std::max(now + steps.channel, link.next_accept()));
  }
  waits_.unblock(in, link, now);
  const Cycle enters = now + steps.channel;
  link.send(flit, *out.channel, queued_ ? std::max(enters, link.next_accept()) : enters,
            wakes_.queue());
  give_credit(in, from, now + steps.read);
  if (out.port >= layout_.network_ports) {
    window_of(out).take(now);
  }
  if ((kind & flit_kind::kTail) != 0) {
    finish(index, in, now);
    return;
  }
  if (!from.occupied()) {
    asking_.erase(index);
    return;
  }
  const Cycle next = from.front_time() + steps.flit_decision;
  if (next > now + 1 || !out.channel->can_push(now + 1) ||
      (out.port >= layout_.network_ports && window_of(out).credit_from() > now + 1)) {
    asking_.erase(index);
    wakes_.wake(index, std::max(next, now + 1));
  } else {
    asking_.insert(index);
  }
}

// The slot of the flit that left at `at` can be written again when the credit is back; that of a
// local port, when a flit can be here that was sent on it.
template <typename Policies>
inline void StagedCore<Policies>::give_credit(InputVc& in, VirtualChannel& from, Cycle at) {
  const Cycle delay = in.link->delay();
  const Cycle free_at = at + delay + (in.port < layout_.network_ports ? credit_delay_ : delay);
  if (from.pop(free_at)) {
    from.wake_writer(free_at, wakes_.queue());
  }
}

// The tail has left.
template <typename Policies>
inline void StagedCore<Policies>::finish(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.out;
  crossbar_.leave(index);
  asking_.erase(index);
  in.out = nullptr;
  in.eligible = now + 1;
  out.held = false;
  if (atomic_) {
    out.free_at = now + ejection_round_trip_;
    draining_.insert(layout_.input(out.port, out.vc));
    free_drained(now);
  } else {
    set_free(out);
  }
  if (reporter_) {
    reporter_.idle(index, now + 1);
  }
  if (in.channel->occupied()) {
    wakes_.wake(index, std::max(in.channel->front_time(), in.eligible));
  }
}

template <typename Policies>
inline void StagedCore<Policies>::set_free(const OutputVc& out) {
  free_.insert(layout_.input(out.port, out.vc));
  if (Set& waiters = awaiting(out.port); !waiters.empty()) {
    bidding_ |= std::exchange(waiters, Set()) & blocked_;
    blocked_ -= bidding_;
  }
}

// Output VCs that their worm has left are free when they have all their credits back; the router
// looks again when that may be.
template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::free_drained(Cycle now) {
  draining_.for_each([&](int output) {
    const OutputVc& out = outputs_[static_cast<std::size_t>(output)];
    Cycle at = out.free_at;
    if (layout_.is_network(out.port)) {
      VirtualChannel& channel = *out.channel;
      at = channel.packet_room_from(channel.capacity(), now);
      if (at == VirtualChannel::kOpen) {
        at = channel.await_room(channel.capacity(), {wakes_.first(), 0});
      }
    }
    if (at == now) {
      draining_.erase(output);
      set_free(out);
    } else if (at > now) {
      wakes_.queue().wake(*wakes_.first(), 0, at);
    }
  });
}

// ---- watchers ----

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
