#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "hw/index_set.h"
#include "hw/reference/any_router.h"
#include "hw/reference/reservations.h"
#include "hw/router/allocation/chosen_allocators.h"
#include "hw/router/allocation/crossbar.h"

namespace flitcast::reference {

/// A router with a pipeline of stages, a cycle at a time. Allocators and the arrangement of the
/// crossbar are those of the cores.
///
///  - A header is in front when it has come and the tail before it has left in an earlier cycle
///    (store-and-forward, from link to link: when its tail has come). The VC allocator decides
///    about it until_vc_decision later, and again in every cycle until it has a virtual channel of
///    its way; at its destination, any local output for its class.
///  - The switch allocator decides about it until_switch_decision after that, and about each flit
///    after it until_flit_decision after that has come, again in every cycle: if the channel
///    accepts a flit when this one would be there, and there is room for it (cut-through: for all
///    of its packet).
///  - In the cycle of its grant a flit takes the credit and leaves the buffer; until_channel later
///  it
///    enters the channel, and until_read later its slot's credit begins its way back.
///  - Half duplex: a header that could ask for the switch asks for the pair of channels, and for
///  the
///    switch when it has it, in the same cycle; the pair is free when the tail has entered the
///    channel, as seen from the switch of either side.
///  - Speculation: a header asks for the switch in the cycle in which it asks for a virtual
///  channel;
///    see speculate().
///  - A header that forks asks for a virtual channel of all its ways before others do: see
///    take_ways(); its flits cross to all of them at once: see cross_with_forks().
///  - In the cycle after the grant of a tail its virtual channel may be given anew; atomic, or out
///    of escapes, when all credits are back.
class StagedRouter final : public AnyRouter {
 public:
  /// `reservations` are null where trees take channels as they come.
  StagedRouter(NodeId node, const NetworkConfig& config, const Routes& routes,
               std::size_t network_ports, Reservations* reservations = nullptr)
      : AnyRouter(node, config, routes, network_ports),
        config_(config),
        topology_(routes.topology()),
        node_(node),
        escapes_(routes.escapes()),
        network_ports_(network_ports),
        through_(steps_of(config.pipeline)),
        ejection_(config.pipeline.ejection == Ejection::kBypass ? Steps{} : through_),
        layout_{static_cast<int>(network_ports),
                config.ports * static_cast<int>(routes.topology().seats()),
                config.vcs,
                1,
                0,
                static_cast<int>(routes.topology().seats())},
        crossbar_(layout_, config.pipeline),
        vc_allocator_(config.pipeline, layout_.inputs()),
        switch_(config.pipeline, crossbar_),
        speculative_(config.pipeline, crossbar_),
        reservations_(reservations) {}

  void decide(Clock& clock) override {
    for (Input& input : inputs_) {
      places_[place_of(input)].input = &input;
    }
    free_drained();
    take_ways(clock);
    allocate_vcs(clock);
    crossed_ = allocate_switch(clock);
  }
  void decide_again(Clock& clock) override { cross_with_pairs(clock); }

 private:
  using Set = IndexSet<16>;

  /// Cycles between the steps of a flit.
  struct Steps {
    Cycle vc_decision = 0;
    Cycle switch_decision = 0;
    Cycle flit_decision = 0;
    Cycle read = 0;
    Cycle channel = 0;
    bool speculation = false;
  };
  /// An input virtual channel, by its number.
  struct Place {
    Input* input = nullptr;
    Cycle in_front_from = 0;  // the next header, at the earliest
    Cycle decided_from = 0;   // by the switch allocator
  };

  static Steps steps_of(const RouterPipeline& pipeline) {
    return {pipeline.until_vc_decision(),   pipeline.until_switch_decision(),
            pipeline.until_flit_decision(), pipeline.until_read(),
            pipeline.until_channel(),       pipeline.speculation};
  }
  const Steps& steps_to(bool local) const { return local ? ejection_ : through_; }
  const Steps& steps(const Input& input) const { return steps_to(input.to_port >= network_ports_); }
  int place_of(const Input& input) const {
    return layout_.input(static_cast<int>(input.port), static_cast<int>(input.from->number));
  }
  Input& input(int place) { return *places_.at(place).input; }
  std::uint64_t age_of(int place) { return input(place).buffer.front().message->number; }

  // ---- virtual channels ----

  void allocate_vcs(Clock& clock) {
    Requests<Set> requests(layout_.inputs());
    for (auto& [number, place] : places_) {
      if (const Set wanted = wanted_by(place, clock); !wanted.empty()) {
        requests.add(number, wanted);
      }
    }
    if (requests.rows.empty()) {
      return;
    }
    Matching<Set> matching(layout_.inputs());
    vc_allocator_.allocate(requests, matching, [&](int place, int) { return age_of(place); });
    requests.rows.for_each([&](int number) {
      if (matching.rows.contains(number)) {
        hold(places_.at(number), matching.column_of(number), clock);
      } else {
        block_header(input(number), clock);
      }
    });
    clock.changed();
  }

  // A header that stands in front and has no output, and the allocator decides about it now.
  bool is_due(Place& place, Clock& clock) {
    Input& input = *place.input;
    if (input.to != nullptr || input.buffer.empty()) {
      return false;
    }
    const bool first_look = !input.routed;
    rules_.route(input);
    if (rules_.there_from(input) == kNever) {
      return false;
    }
    const Message& message = *input.buffer.front().message;
    const bool reserves =
        reservations_ != nullptr && message.posted.tree != nullptr && input.port >= network_ports_;
    if (reserves && first_look) {
      reservations_->ask(message, clock);
    }
    const Cycle from = std::max(rules_.there_from(input), place.in_front_from) +
                       steps_to(input.wants_local).vc_decision;
    clock.expect(from);
    if (from > clock.now()) {
      return false;
    }
    const bool may_go = !reserves || reservations_->may_go(message, clock);
    if (!may_go) {
      block_header(input, clock);
    }
    return may_go;
  }

  // Of a header that has one way.
  Set wanted_by(Place& place, Clock& clock) {
    Input& input = *place.input;
    if (!is_due(place, clock) || !input.forks.empty()) {
      return {};
    }
    Set wanted;
    const Way* const chosen = rules_.choose(input, channels_, clock);
    for (const Way& way : input.ways) {
      if (input.wants_local || &way == chosen) {
        for (const Lane& lane : channels_[way.port]->lanes) {
          if (rules_.is_free(lane, way, input, clock)) {
            wanted.insert(layout_.input(static_cast<int>(way.port), static_cast<int>(lane.number)));
          }
        }
      }
    }
    if (wanted.empty()) {
      block_header(input, clock);
    } else if (steps_to(input.wants_local).speculation) {
      const int number = place_of(input);
      bids_[number] = crossbar_.output_for(number, wanted.first() / layout_.vcs);
    }
    return wanted;
  }
  static void block_header(Input& input, const Clock& clock) {
    input.block(input.wants_local ? WaitCause::kPort : WaitCause::kContention, clock);
  }

  // The header gets an output virtual channel.
  void hold(Place& place, int output, const Clock& clock) {
    Input& input = *place.input;
    input.to_port = static_cast<std::size_t>(output / layout_.vcs);
    input.to = &channels_[input.to_port]->lanes[static_cast<std::size_t>(output % layout_.vcs)];
    input.to->held = true;
    input.unblock(*input.to->channel, clock.now());
    ++input.buffer.front().message->hops;
    crossbar_.enter(place_of(input), output / layout_.vcs);
    const bool has_bid = steps(input).speculation;
    place.decided_from = clock.now() + (has_bid ? 1 : steps(input).switch_decision);
  }

  // Headers that fork take a virtual channel of every way before the others, from the input on that
  // follows the last one that got all.
  void take_ways(Clock& clock) {
    const int turn = way_turn_;
    for (int i = 0; i < layout_.inputs(); ++i) {
      const auto place = places_.find((turn + i) % layout_.inputs());
      if (place != places_.end() && is_due(place->second, clock) &&
          !place->second.input->forks.empty()) {
        take_ways(place->second, clock);
        way_turn_ = place->second.input->to != nullptr ? place->first + 1 : way_turn_;
      }
    }
  }
  void take_ways(Place& place, Clock& clock) {
    Input& input = *place.input;
    bool all = true;
    for (std::size_t i = 0; i < input.forks.size(); ++i) {
      const Way& way = input.forks[i];
      const bool local = way.port >= network_ports_;
      const std::size_t last = local ? channels_.size() - 1 : way.port;
      for (std::size_t port = way.port; port <= last; ++port) {
        const int own = input.buffer.front().message->posted.message_class;
        if (local && !config_.takes(static_cast<int>(port - network_ports_), own, input.vc_class)) {
          continue;
        }
        for (Lane& lane : channels_[port]->lanes) {
          if (input.lanes[i] == nullptr &&
              rules_.is_free(lane, {port, way.vc_class}, input, clock)) {
            input.lanes[i] = &lane;
            lane.held = true;
            clock.changed();
          }
        }
      }
      all = all && input.lanes[i] != nullptr;
    }
    if (!all) {
      block_header(input, clock);
      return;
    }
    input.to = input.lanes.front();
    input.to_port = input.forks.front().port;
    input.unblock(*input.to->channel, clock.now());
    ++input.buffer.front().message->hops;
    place.decided_from = clock.now() + through_.switch_decision;
  }

  void free_drained() {
    const auto drained = [&](Lane* lane) { return lane->credits == lane->size; };
    for (Lane* const lane : draining_) {
      lane->held = lane->held && !drained(lane);
    }
    draining_.erase(std::remove_if(draining_.begin(), draining_.end(), drained), draining_.end());
  }

  // ---- the switch ----

  // Returns whose flits have gone on.
  Set allocate_switch(Clock& clock) {
    Set asking;
    Set forks;
    for (auto& [number, place] : places_) {
      if (asks(place, clock)) {
        (place.input->forks.empty() ? asking : forks).insert(number);
      }
    }
    Set winners;
    if (!forks.empty()) {
      winners = cross_with_forks(asking, forks, clock);
      clock.changed();
    } else if (!asking.empty()) {
      winners = switch_.allocate_held(asking, [&](int place) { return age_of(place); });
      block_losers(asking - winners, clock);
      clock.changed();
    }
    if (!bids_.empty()) {
      winners |= speculate(winners, clock);
      clock.changed();
    }
    winners.for_each([&](int number) { move(places_.at(number), clock.now()); });
    return winners;
  }
  // Flits that fork cross to all their channels at once: those that lost the last time first, from
  // the input on that follows the one that was the first of them then, the others when all those
  // have chosen that cross to one channel. Returns which of these go on.
  Set cross_with_forks(const Set& asking, const Set& forks, Clock& clock) {
    Set inputs;
    Set outputs;
    const auto cross = [&](int number) {
      Set own;
      for (const Lane* const lane : input(number).lanes) {
        own.insert(crossbar_.port_of(port_of(*lane)));
      }
      if (inputs.contains(crossbar_.input_of(number)) || !(outputs & own).empty()) {
        outdone_.insert(number);
        block_losers(Set::of(number), clock);
        return;
      }
      inputs.insert(crossbar_.input_of(number));
      outputs |= own;
      outdone_.erase(number);
      move_on_all(places_.at(number), clock.now());
    };
    const Set first = forks & outdone_;
    const int turn = fork_turn_;
    bool any = false;
    for (int i = 0; i < layout_.inputs(); ++i) {
      const int number = (turn + i) % layout_.inputs();
      if (first.contains(number)) {
        fork_turn_ = any ? fork_turn_ : number + 1;
        any = true;
        cross(number);
      }
    }
    Set others;
    asking.for_each([&](int number) {
      if (!inputs.contains(crossbar_.input_of(number)) &&
          !outputs.contains(crossbar_.output_of(number))) {
        others.insert(number);
      }
    });
    Set winners;
    if (!others.empty()) {
      winners = switch_.allocate_held(others, [&](int place) { return age_of(place); });
    }
    block_losers(asking - winners, clock);
    winners.for_each([&](int number) {
      inputs.insert(crossbar_.input_of(number));
      outputs.insert(crossbar_.output_of(number));
    });
    (forks - first).for_each(cross);
    return winners;
  }
  // Of this router.
  int port_of(const Lane& lane) const {
    const auto port = std::find(channels_.begin(), channels_.end(), lane.channel);
    return static_cast<int>(port - channels_.begin());
  }

  void block_losers(const Set& losers, const Clock& clock) {
    losers.for_each([&](int number) { input(number).block(WaitCause::kSerialisation, clock); });
  }

  // Headers whose pair of channels has been decided ask for the switch; crossbar inputs by which a
  // flit has gone on in this cycle take no other.
  void cross_with_pairs(Clock& clock) {
    Set asking;
    for (const std::size_t index : paired(clock)) {
      asking.insert(place_of(inputs_[index]));
    }
    if (asking.empty()) {
      return;
    }
    Set free = asking;
    crossed_.for_each([&](int number) { free -= crossbar_.beside(number); });
    Set winners;
    if (!free.empty()) {
      winners = switch_.allocate_held(free, [&](int place) { return age_of(place); });
    }
    block_losers(asking - winners, clock);
    winners.for_each([&](int number) { move(places_.at(number), clock.now()); });
    clock.changed();
  }

  // Headers that asked for a virtual channel in this cycle ask for the switch as well. A grant is
  // of use to one that has got its virtual channel, by the crossbar output that it asked for, if no
  // flit of `first` passes by the same input or output, and if it may go on.
  Set speculate(const Set& first, Clock& clock) {
    const std::map<int, int> bids = std::exchange(bids_, {});
    Set bidding;
    for (const auto& [number, output] : bids) {
      bidding.insert(number);
    }
    Set inputs;
    Set outputs;
    first.for_each([&](int number) {
      inputs.insert(crossbar_.input_of(number));
      outputs.insert(crossbar_.output_of(number));
    });
    const Set granted = speculative_.allocate(
        bidding, [&](int number) { return bids.at(number); },
        [&](int number) { return age_of(number); });
    Set winners;
    granted.for_each([&](int number) {
      Place& place = places_.at(number);
      if (place.input->to == nullptr || crossbar_.output_of(number) != bids.at(number) ||
          inputs.contains(crossbar_.input_of(number)) || outputs.contains(bids.at(number))) {
        return;
      }
      place.decided_from = clock.now();
      if (asks(place, clock)) {
        winners.insert(number);
      }
    });
    return winners;
  }

  // The flit in front asks for the switch.
  bool asks(const Place& place, Clock& clock) {
    Input& input = *place.input;
    if (input.to == nullptr || input.buffer.empty()) {
      return false;
    }
    const Cycle from = input.header_gone ? input.buffer.front().arrived + steps(input).flit_decision
                                         : place.decided_from;
    clock.expect(from);
    if (from > clock.now()) {
      return false;
    }
    const std::vector<Lane*> only{input.to};
    for (const Lane* const lane : input.forks.empty() ? only : input.lanes) {
      const Cycle accepts = lane->channel->accepts_from - steps(input).channel;
      if (accepts > clock.now() && !queues()) {
        clock.expect(accepts);
        if (!input.header_gone) {
          input.block(WaitCause::kSerialisation, clock);
        }
        return false;
      }
      if (!lane->channel->has_room(*lane, rules_.needed(input))) {
        input.block(WaitCause::kCredit, clock);
        return false;
      }
    }
    return input.header_gone || has_pair(input, clock);
  }
  // Flits that have crossed wait for their channel.
  bool queues() const { return config_.pipeline.output_speedup > 1; }

  void move(Place& place, Cycle now) {
    Input& input = *place.input;
    const Flit flit = input.buffer.front();
    send(flit, *input.to, steps(input), now);
    take_out(input, now);
    if (flit.is_tail()) {
      crossbar_.leave(place_of(input));
      free(*input.to);
      finish(place, flit, now);
    }
  }
  void move_on_all(Place& place, Cycle now) {
    Input& input = *place.input;
    const Flit flit = input.buffer.front();
    for (Lane* const lane : input.lanes) {
      send(flit, *lane, through_, now);
    }
    take_out(input, now);
    if (flit.is_tail()) {
      for (Lane* const lane : std::exchange(input.lanes, {})) {
        free(*lane);
      }
      input.forks.clear();
      finish(place, flit, now);
    }
  }
  void send(const Flit& flit, Lane& lane, const Steps& steps, Cycle now) {
    Channel& channel = *lane.channel;
    const auto port = static_cast<std::size_t>(port_of(lane));
    channel.accept(lane, flit, std::max(now + steps.channel, queues() ? channel.accepts_from : 0));
    if (port >= network_ports_ && !ejects_by_slots(port)) {
      lane.credits_back.put(1, now + config_.round_trip(channel.delay));
    }
  }
  void take_out(Input& input, Cycle now) {
    input.unblock(*input.to->channel, now);
    input.buffer.pop_front();
    input.header_gone = true;
    input.from->credits_back.put(
        1, now + steps(input).read + input.from->channel->delay + credit_delay(input));
  }

  // Credits of others are told here.
  bool ejects_by_slots(std::size_t port) const {
    const int local = static_cast<int>(port - network_ports_);
    return config_.ejects_by_slots(topology_.seat_port(node_, local, config_.ports).processor);
  }
  // Ports of an interface that works in parallel use credits at once.
  Cycle credit_delay(const Input& input) const {
    const bool at_once = input.port >= network_ports_ && !config_.pipeline.injects_serially();
    return at_once ? 0 : config_.pipeline.credit_delay;
  }

  // The tail has left by it.
  void free(Lane& lane) {
    const auto port = static_cast<std::size_t>(port_of(lane));
    const int vc_class = rules_.class_of(*lane.channel, lane.number);
    if (config_.pipeline.vc_reuse == VcReuse::kAtomic ||
        (port < network_ports_ && escapes_ > 0 && vc_class >= escapes_)) {
      draining_.push_back(&lane);
    } else {
      lane.held = false;
    }
  }

  void finish(Place& place, const Flit& tail, Cycle now) {
    Input& input = *place.input;
    if (reservations_ != nullptr && tail.message->posted.tree != nullptr) {
      reservations_->leave(*tail.message, node_);
    }
    if (Channel& channel = *input.to->channel; channel.pair != nullptr) {
      channel.pair->release(channel.accepts_from - steps(input).channel);
    }
    input.to = nullptr;
    input.header_gone = input.routed = false;
    place.in_front_from = now + 1;
  }

  const NetworkConfig& config_;
  const Topology& topology_;
  NodeId node_;
  int escapes_;
  std::size_t network_ports_;
  Steps through_;   // to network ports
  Steps ejection_;  // to local ports
  PortLayout layout_;
  flitcast::Crossbar<Set> crossbar_;
  ChosenVcAllocator<Set> vc_allocator_;
  ChosenSwitch<Set> switch_;
  ChosenSwitch<Set> speculative_;
  std::map<int, int> bids_;  // of headers, in this cycle, for crossbar outputs
  std::map<int, Place> places_;
  std::vector<Lane*> draining_;
  Set crossed_;  // in this cycle
  Set outdone_;  // forks that lost the switch
  int way_turn_ = 0;
  int fork_turn_ = 0;
  Reservations* reservations_;
};

}  // namespace flitcast::reference
