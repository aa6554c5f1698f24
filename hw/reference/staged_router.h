#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "hw/index_set.h"
#include "hw/reference/any_router.h"
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
///  - In the cycle after the grant of a tail its virtual channel may be given anew; atomic, or out
///    of escapes, when all credits are back.
class StagedRouter final : public AnyRouter {
 public:
  StagedRouter(NodeId node, const NetworkConfig& config, const Routes& routes,
               std::size_t network_ports)
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
        speculative_(config.pipeline, crossbar_) {}

  void decide(Clock& clock) override {
    for (Input& input : inputs_) {
      places_[place_of(input)].input = &input;
    }
    free_drained();
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

  // Of a header that the allocator decides about now.
  Set wanted_by(Place& place, Clock& clock) {
    Input& input = *place.input;
    if (input.to != nullptr || input.buffer.empty()) {
      return {};
    }
    rules_.route(input);
    if (rules_.there_from(input) == kNever) {
      return {};
    }
    const Cycle from = std::max(rules_.there_from(input), place.in_front_from) +
                       steps_to(input.wants_local).vc_decision;
    clock.expect(from);
    if (from > clock.now()) {
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
    for (auto& [number, place] : places_) {
      if (asks(place, clock)) {
        asking.insert(number);
      }
    }
    Set winners;
    if (!asking.empty()) {
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
    const Cycle accepts = input.to->channel->accepts_from - steps(input).channel;
    if (accepts > clock.now() && !queues()) {
      clock.expect(accepts);
      if (!input.header_gone) {
        input.block(WaitCause::kSerialisation, clock);
      }
      return false;
    }
    if (!input.to->channel->has_room(*input.to, rules_.needed(input))) {
      input.block(WaitCause::kCredit, clock);
      return false;
    }
    return input.header_gone || has_pair(input, clock);
  }
  // Flits that have crossed wait for their channel.
  bool queues() const { return config_.pipeline.output_speedup > 1; }

  void move(Place& place, Cycle now) {
    Input& input = *place.input;
    const Flit flit = input.buffer.front();
    Lane& lane = *input.to;
    Channel& channel = *lane.channel;
    const Steps& steps = this->steps(input);
    input.unblock(channel, now);
    channel.accept(lane, flit, std::max(now + steps.channel, queues() ? channel.accepts_from : 0));
    input.buffer.pop_front();
    input.header_gone = true;
    input.from->credits_back.put(
        1, now + steps.read + input.from->channel->delay + credit_delay(input));
    if (input.to_port >= network_ports_ && !ejects_by_slots(input.to_port)) {
      lane.credits_back.put(1, now + config_.round_trip(channel.delay));
    }
    if (flit.is_tail()) {
      finish(place, now);
    }
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

  void finish(Place& place, Cycle now) {
    Input& input = *place.input;
    crossbar_.leave(place_of(input));
    if (Channel& channel = *input.to->channel; channel.pair != nullptr) {
      channel.pair->release(channel.accepts_from - steps(input).channel);
    }
    const Way way{input.to_port, rules_.class_of(*input.to->channel, input.to->number)};
    if (config_.pipeline.vc_reuse == VcReuse::kAtomic ||
        (way.port < network_ports_ && escapes_ > 0 && way.vc_class >= escapes_)) {
      draining_.push_back(input.to);
    } else {
      input.to->held = false;
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
};

}  // namespace flitcast::reference
