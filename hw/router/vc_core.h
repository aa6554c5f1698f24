#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/allocator/matching.h"
#include "hw/router/allocation/crossbar.h"
#include "hw/router/core_parts.h"
#include "hw/router/parts/absorber.h"
#include "hw/router/parts/ejection_window.h"
#include "hw/router/parts/fork.h"
#include "hw/router/parts/free_output_vcs.h"
#include "hw/router/parts/injection_buffer.h"
#include "hw/router/parts/reporter.h"
#include "hw/router/parts/room_rule.h"
#include "hw/router/parts/route_unit.h"
#include "hw/router/parts/stage_delays.h"
#include "hw/router/parts/tree_reservations.h"
#include "hw/router/parts/turn_taker.h"
#include "hw/router/parts/vc_view.h"
#include "hw/router/parts/wait_book.h"
#include "hw/router/router_core.h"
#include "hw/time/alarms.h"

namespace flitcast {

/// The core of routers with virtual channels, whatever is asked of them: a pipeline of stages, see
/// RouterPipeline, cycle by cycle, a flit per crossbar input and output. A contract router is one
/// whose stages take no time, see RouterPipeline::contract(). Its output virtual channels are free
/// when the channel could take the flit after the tail.
///
/// Timing: a header that is in front in cycle t (it came then, or the tail before it left in t − 1;
/// store-and-forward, from link to link: its tail is there, too) is routed; the VC allocator
/// decides about it `until_vc_decision` later, and again in every cycle until it has an output
/// virtual channel. The switch allocator decides about it `until_switch_decision` after that, and
/// about every flit after it `until_flit_decision` after it has come, again in every cycle until it
/// is granted; a flit asks only if there is a credit for it. In the cycle of its grant a flit gives
/// its slot back. The tail gives the output virtual channel back, which the VC allocator gives away
/// in the next cycle.
///
/// Stages are pipelined: they decide in every cycle, about requests that have passed them.
///
/// Half duplex: a header that could go on asks for the pair of channels, see ChannelPair; what gets
/// it asks for the switch in the second phase of the cycle, with the crossbar inputs that are left.
///
/// A node's ports are virtual channels of one crossbar port, but in contract routers: see Crossbar.
template <typename Policies>
class VcCore final : public RouterCore {
 public:
  explicit VcCore(const RouterSite& site);

  void attach_input(PortId port, Link& link) override;
  void attach_output(PortId port, Link& link) override;
  void tick(Cycle now) override;

  void attach_probe(Probe* probe) override { reporter_.attach(probe); }
  InputVcView view(int input, Cycle now) const override {
    return view_of(inputs_[static_cast<std::size_t>(input)], layout_, room_, now);
  }
  std::vector<OccupiedVc> inspect(Cycle now) const override {
    std::vector<OccupiedVc> occupied = occupied_vcs(inputs_, layout_, room_, now);
    for (OccupiedVc& vc : occupied) {
      if (forking_.contains(vc.input)) {
        fork_[static_cast<std::size_t>(vc.input)].tell(layout_, vc);
      }
    }
    return occupied;
  }
  void end_waits(Cycle end) override {
    flitcast::end_waits(inputs_, outputs_, layout_, reporter_, waits_, end);
  }

 private:
  using Set = typename Policies::Set;
  static constexpr bool kStaged = Policies::kStaged;

  /// Of a flit, and of a credit, over an ejection channel.
  static constexpr Cycle kEjectionDelay = 1;
  static constexpr Cycle kInjectionDelay = 1;

  /// How the flits of a worm leave, which holds an output.
  struct Passage {
    Cycle credit;         // from the grant of a flit until its slot can be written again
    Cycle channel;        // until it enters the channel
    Cycle flit_decision;  // see RouterPipeline::until_flit_decision
    Cycle header_lead;    // from when a header is there until the next router looks at it
    bool plain;           // to a neighbour, and no copy is taken
  };
  /// Those of an input VC.
  struct Passages {
    Passage through;
    Passage copied;  // through, while a copy is taken
    Passage ejection;
  };

  void play(Cycle now);
  void serve(int index, Cycle now);
  void look(int index, Cycle now);
  void look_at_short(Cycle now);
  void look_at_header(int index, InputVc& in, Cycle now);
  void ask(int index, InputVc& in, Cycle now);
  bool accepts(int index, InputVc& in, Cycle now);
  bool has_turn(int index, InputVc& in, Cycle now);
  bool has_room(int index, InputVc& in, Cycle now);
  bool has_credit(int index, InputVc& in, Cycle now);
  bool await_room(int index, InputVc& in, Cycle now);
  bool has_leave(int index, InputVc& in, Cycle now);
  bool has_bubble(int index, InputVc& in, Cycle now);
  void give_back(int index, const InputVc& in, Cycle free_at);

  void allocate_vcs(Cycle now);
  Set wanted_by(int index, const InputVc& in, Cycle now) const;
  std::int64_t slots_behind(const Set& outputs, Cycle now) const;
  void await_vc(int index, InputVc& in, Cycle now);
  void block_header(int index, InputVc& in, Cycle now);
  Set bid(int index, InputVc& in, Cycle now);
  void hold(int index, InputVc& in, int output, Cycle now);
  void strip(int index, InputVc& in, OutputVc& out, Cycle now);
  void absorb(int index, Cycle now);

  void route_tree(int index, InputVc& in, Cycle now);
  bool has_reservation(int index, InputVc& in, Cycle now);
  bool take_ways(Cycle now);
  void take_ways(int index, InputVc& in, Cycle now);
  void await_way(int index, int unit);
  void hold_all(int index, InputVc& in, Cycle now);
  void ask_to_fork(int index, InputVc& in, Cycle now);
  bool has_way(int index, InputVc& in, OutputVc& out, Cycle now);
  void cross_with_forks(Cycle now);
  void cross_outdone(const Set& outdone, CrossbarUse<Set>& use, Cycle now);
  void allocate_beside(CrossbarUse<Set>& use, Cycle now);
  void cross_if_free(int index, CrossbarUse<Set>& use, Cycle now);
  void move_on_all(int index, Cycle now);
  void send_on_all(int index, InputVc& in, Cycle now);
  void finish_fork(int index, InputVc& in, Cycle now);
  void leave_tree(int index, Cycle now);
  /// Those whose turn comes before that of the others.
  static Set from_turn(const Set& set, int turn) { return turn == 0 ? set : set.beyond(turn - 1); }

  void allocate_switch(Cycle now);
  void cross_with_pairs(Cycle now);
  void block_losers(const Set& losers, Cycle now);
  Set speculate(const Set& first, Cycle now);
  void move(const Set& winners, Cycle now);
  bool move(int index, Cycle now);
  bool may_ask_at(const InputVc& in, Cycle at);
  bool asks_at(const InputVc& in, const Passage& passage, Cycle at);
  Passage passage_of(const InputVc& in, bool local, bool copied) const;
  void finish(int index, InputVc& in, Cycle now);
  void leave_pair(OutputVc& out, const Passage& passage);
  void release(OutputVc& out, Cycle now);
  void drain(OutputVc& out, Cycle free_at, Cycle now);
  void set_free(const OutputVc& out);
  bool needs_credits(const OutputVc& out) const {
    return atomic_ || routes_.units().needs_empty(out.unit);
  }
  void free_drained(Cycle now);

  const StageDelays& delays_by(int port) const {
    return layout_.is_network(port) ? through_ : ejection_;
  }
  Set& awaiting(int unit) { return awaiting_[static_cast<std::size_t>(unit)]; }
  EjectionWindow& window_of(const OutputVc& local) {
    return windows_[static_cast<std::size_t>(local.port - layout_.network_ports)];
  }
  /// Messages are numbered as they come into being.
  std::uint64_t age_of(int index) const {
    return packets_[inputs_[static_cast<std::size_t>(index)].channel->front().packet].id;
  }
  int bid_of(int index) const { return bids_[static_cast<std::size_t>(index)]; }
  InputVc& input(int index) { return inputs_[static_cast<std::size_t>(index)]; }
  const Passage& passage(int index) const { return *passage_[static_cast<std::size_t>(index)]; }

  const NetworkConfig& config_;
  const RouterPipeline pipeline_;
  NodeId node_;
  PortLayout layout_;
  Alarms<Set::kWords> wakes_;
  RoomRule room_;
  Reporter reporter_;
  WaitBook waits_;
  TurnTaker turns_;
  const PacketPool& packets_;
  RouteUnit routes_;
  Absorber absorber_;
  StageDelays through_;   // to network ports
  StageDelays ejection_;  // to local ports
  Cycle credit_delay_;
  Cycle local_credit_delay_;  // of the slots behind a send port
  Cycle buffer_flits_;
  // From when a header is in front until it is looked at: nothing is decided before, and probes
  // are told a cycle late at most.
  Cycle header_lead_;
  bool queued_;         // output speed-up: flits that have crossed wait for their channel
  bool paces_ = false;  // channels take more than a cycle per flit, and nothing waits before them
  // Flits that ask for the switch are looked at anew in every cycle: others may have taken the slot
  // that was there for them, or the channel, or the model is to go flit by flit.
  bool looks_anew_;
  bool by_link_;         // links have a flow control, see LinkFlowControl
  bool leaves_bubbles_;  // see RoomRule
  bool atomic_;          // see VcReuse
  bool half_duplex_;
  Cycle ejection_round_trip_;
  bool whole_packets_;              // a packet moves on only where all of it has room
  bool forks_;                      // worms may
  TreeReservations* reservations_;  // null: trees take channels as they come

  // Input VCs by what they wait for.
  Set bidding_;                      // their header asks for an output VC
  Set blocked_;                      // their header finds all its output VCs held
  Set speculating_;                  // their header asks for an output VC, and for the switch
  Set asking_;                       // their next flit asks for the switch, and has room
  Set lost_;                         // of these, whose wait for their turn is in the book
  Set short_;                        // wait for room that others take, too
  Set next_;                         // are looked at in the next cycle
  Set asking_next_;                  // ask for the switch in the next cycle, and have room
  Set crossed_;                      // their flit has gone on in this cycle
  Set local_;                        // behind a local port
  Set taken_in_;                     // of these, from an injection channel into a buffer of its own
  Set served_;                       // and those of which a copy is being taken
  std::vector<Set> awaiting_;        // of the blocked ones, who waits for a unit, and maybe more
  std::vector<std::uint16_t> bids_;  // of a speculating one, the crossbar output

  Set trees_;               // their worm forks somewhere,
  Set forking_;             // and here
  Set crossing_;            // of these, whose next flit is there, and has room on all its ways
  Set outdone_;             // of these, who lost the switch last
  int way_turn_ = 0;        // input VC from which on those who fork take ways,
  int fork_turn_ = 0;       // and those of them cross who were outdone
  std::vector<Fork> fork_;  // by input VC

  FreeOutputVcs<Set> free_;
  Set draining_;  // output VCs that have been left, and wait for credits or a date

  std::vector<InputVc> inputs_;          // port-major
  std::vector<OutputVc> outputs_;        // port-major
  std::vector<const Passage*> passage_;  // by input VC, one of these:
  std::vector<Passages> passages_;       // likewise
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
VcCore<Policies>::VcCore(const RouterSite& site)
    : config_(site.config),
      pipeline_(config_.pipeline.staged() ? config_.pipeline : RouterPipeline::contract()),
      node_(site.node),
      layout_(layout_of(site)),
      wakes_(site.wakes, site.module),
      room_(layout_, site.config),
      reporter_(site.node, layout_),
      waits_(site.packets),
      turns_(site.config, reporter_, waits_),
      packets_(site.packets),
      routes_(site.node, layout_, site.config, site.routing, site.packets),
      absorber_(reporter_, routes_.wake_kinds()),
      through_(StageDelays::through(pipeline_)),
      ejection_(StageDelays::ejection(pipeline_)),
      credit_delay_(pipeline_.credit_delay),
      local_credit_delay_(pipeline_.injection == InjectionMode::kSerial ? credit_delay_
                                                                        : kInjectionDelay),
      buffer_flits_(site.config.buffer_flits),
      header_lead_(std::min<Cycle>({1, through_.vc_decision, ejection_.vc_decision})),
      queued_(pipeline_.output_speedup > 1),
      looks_anew_(pipeline_.shares_buffers() || goes_by_link(config_.flow_control) ||
                  config_.flit_by_flit),
      by_link_(pipeline_.shares_buffers() || goes_by_link(config_.flow_control)),
      leaves_bubbles_(room_.leaves_bubbles()),
      atomic_(pipeline_.vc_reuse == VcReuse::kAtomic),
      half_duplex_(site.config.duplex == Duplex::kHalf),
      ejection_round_trip_(pipeline_.staged() ? config_.round_trip(kEjectionDelay) : 0),
      whole_packets_(site.config.switching != Switching::kWormhole),
      forks_(config_.forks != Forks::kNone),
      reservations_(site.reservations),
      awaiting_(static_cast<std::size_t>(layout_.units())),
      bids_(static_cast<std::size_t>(layout_.inputs())),
      free_(layout_, config_, pipeline_),
      inputs_(static_cast<std::size_t>(layout_.inputs())),
      outputs_(inputs_.size()),
      passage_(inputs_.size()),
      passages_(inputs_.size()),
      injection_(static_cast<std::size_t>(layout_.local_ports)),
      windows_(injection_.size(), EjectionWindow(buffer_flits_, ejection_round_trip_)),
      crossbar_(layout_, pipeline_),
      vc_allocator_(pipeline_, layout_),
      vc_requests_(layout_.inputs()),
      vc_matching_(layout_.inputs()),
      switch_(pipeline_, crossbar_),
      speculative_(pipeline_, crossbar_) {
  routes_.see(outputs_, site.queues);
  if (forks_) {
    fork_.resize(inputs_.size());
    header_lead_ = 0;  // trees are reserved while their header is routed
  }
  const NodeId first = site.routing.topology().seats_of(site.node).first;
  for (int port = layout_.network_ports; port < layout_.ports(); ++port) {
    local_.insert(layout_.input(port, 0));
    const NodeId seat = first + static_cast<NodeId>(layout_.seat_of(port));
    if (config_.ejects_by_slots(seat)) {
      windows_[static_cast<std::size_t>(port - layout_.network_ports)] = EjectionWindow::of_slots();
    }
  }
  taken_in_ = served_ = pipeline_.injection == InjectionMode::kSerial ? Set() : local_;
}

template <typename Policies>
void VcCore<Policies>::attach_input(PortId port, Link& link) {
  const int first = layout_.input(port, 0);
  link.attach_reader(wakes_.first(), first,
                     layout_.is_network(port) ? routes_.wake_kinds() : flit_kind::kNone);
  attach_inputs(inputs_, layout_, port, link);
  for (int index = first; index < first + link.vcs(); ++index) {
    const InputVc& in = input(index);
    passages_[static_cast<std::size_t>(index)] = {
        passage_of(in, false, false), passage_of(in, false, true), passage_of(in, true, false)};
  }
  if (taken_in_.contains(first)) {
    InjectionBuffer& buffer = injection_[static_cast<std::size_t>(port - layout_.network_ports)];
    buffer.attach(link, buffer_flits_, wakes_.cause(first));
    input(first).channel = &buffer.buffer();
  }
}

template <typename Policies>
void VcCore<Policies>::attach_output(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    const int index = layout_.input(port, vc);
    OutputVc& out = outputs_[static_cast<std::size_t>(index)];
    out.channel = &link.virtual_channel(vc);
    out.link = &link;
    out.port = port;
    out.vc = static_cast<std::uint16_t>(vc);
    out.unit = static_cast<std::uint16_t>(layout_.unit(port, layout_.class_of(vc)));
    paces_ = paces_ || (link.cycles_per_flit() > 1 && !queued_);
    looks_anew_ = looks_anew_ || paces_;
    free_.attach(index, out);
  }
}

template <typename Policies>
void VcCore<Policies>::tick(Cycle now) {
  if (half_duplex_ && wakes_.queue().second_phase()) {
    cross_with_pairs(now);
  } else {
    play(now);
  }
  if (!(asking_ | asking_next_ | bidding_ | next_).empty()) {
    wakes_.queue().wake(*wakes_.first(), 0, now + 1);
  }
}

template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::play(Cycle now) {
  crossed_ = Set();
  asking_ |= std::exchange(asking_next_, Set());
  const Set due = wakes_.take(now) | std::exchange(next_, Set());
  if (!due.empty()) {
    (due & served_).for_each([&](int index) { serve(index, now); });
    (due - asking_ - bidding_ - short_).for_each([&](int index) { look(index, now); });
  }
  if (!short_.empty()) {
    look_at_short(now);
  }
  if (!draining_.empty()) {
    free_drained(now);
  }
  if (looks_anew_) {
    std::exchange(asking_, Set()).for_each([&](int index) { ask(index, input(index), now); });
  }
  if (!bidding_.empty() && (!forks_ || take_ways(now))) {
    allocate_vcs(now);
  }
  if (!(asking_ | speculating_ | crossing_).empty()) {
    if (forks_) {
      cross_with_forks(now);
      return;
    }
    allocate_switch(now);
  }
}

}  // namespace flitcast

#include "hw/router/vc_core_forks.h"
#include "hw/router/vc_core_inputs.h"
#include "hw/router/vc_core_switch.h"
#include "hw/router/vc_core_vcs.h"
