#pragma once

#include <map>
#include <vector>

#include "hw/reference/staged_ports.h"
#include "hw/reference/switch_traversal.h"
#include "hw/reference/worm_rules.h"
#include "hw/router/allocation/chosen_allocators.h"

namespace flitcast::reference {

/// Switch allocation: flits of worms that hold their outputs get the crossbar.
///
///  - The allocator decides about a header until_switch_decision after it has its virtual channel,
///    and about each flit after it until_flit_decision after that has come, again in every cycle:
///    if the channel accepts a flit when this one would be there, and there is room for it
///    (cut-through: for all of its packet).
///  - Half duplex: a header that could ask for the switch asks for the pair of channels, and for
///    the switch when it has it, in the same cycle.
///  - Flits of worms that fork cross to all their channels at once: see cross_with_forks().
///  - Speculation: a header asks for the switch in the cycle in which it asks for a virtual
///    channel: see speculate().
class SwitchStage {
 public:
  SwitchStage(StagedPorts& ports, const WormRules& rules, SwitchTraversal& traversal)
      : ports_(ports),
        rules_(rules),
        traversal_(traversal),
        held_(ports.config.pipeline, ports.crossbar),
        speculative_(ports.config.pipeline, ports.crossbar) {}

  /// Flits go on. `has_pair` says of a header whether it needs no pair of channels or has it; bids
  /// are VcStage::take_bids().
  template <typename HasPair>
  void allocate(const std::map<int, int>& bids, const HasPair& has_pair, Clock& clock) {
    Set asking;
    Set forks;
    for (const auto& [number, place] : ports_.places) {
      if (asks(place, clock) && has_pair(*place.input)) {
        (place.input->forks.empty() ? asking : forks).insert(number);
      }
    }
    crossed_ = Set();
    if (!forks.empty()) {
      crossed_ = cross_with_forks(asking, forks, clock);
      clock.changed();
    } else if (!asking.empty()) {
      crossed_ = grant(asking, asking, clock);
      clock.changed();
    }
    if (!bids.empty()) {
      crossed_ |= speculate(bids, has_pair, clock);
      clock.changed();
    }
    crossed_.for_each([&](int number) { traversal_.move(number, clock.now()); });
  }

  /// Headers whose pair of channels has been decided go on; crossbar inputs by which a flit has
  /// gone on in this cycle take no other.
  void cross_with_pairs(const Set& asking, Clock& clock) {
    if (asking.empty()) {
      return;
    }
    Set free = asking;
    crossed_.for_each([&](int number) { free -= ports_.crossbar.beside(number); });
    grant(free, asking, clock).for_each([&](int number) { traversal_.move(number, clock.now()); });
    clock.changed();
  }

 private:
  // Of those that could go, who goes; the others of `asking` wait.
  Set grant(const Set& free, const Set& asking, const Clock& clock) {
    Set winners;
    if (!free.empty()) {
      winners = held_.allocate_held(free, [&](int number) { return ports_.age_of(number); });
    }
    block_losers(asking - winners, clock);
    return winners;
  }
  void block_losers(const Set& losers, const Clock& clock) {
    losers.for_each(
        [&](int number) { ports_.input(number).block(WaitCause::kSerialisation, clock); });
  }

  // Whether the flit in front could ask, but for the pair of channels of a header.
  bool asks(const Place& place, Clock& clock) const {
    Input& input = *place.input;
    if (input.to == nullptr || input.buffer.empty()) {
      return false;
    }
    const StageDelays& delays = ports_.delays(input);
    const Cycle from = input.header_gone ? input.buffer.front().arrived + delays.flit_decision
                                         : place.decided_from;
    clock.expect(from);
    if (from > clock.now()) {
      return false;
    }
    const std::vector<Lane*> only{input.to};
    for (const Lane* const lane : input.forks.empty() ? only : input.lanes) {
      const Cycle accepts = lane->channel->accepts_from - delays.channel;
      if (accepts > clock.now() && !traversal_.queues()) {
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
    return true;
  }

  // Flits that fork cross to all their channels at once: those that lost the last time first, from
  // the input on that follows the one that was the first of them then, the others when all those
  // have chosen that cross to one channel. Returns which of these go on.
  Set cross_with_forks(const Set& asking, const Set& forks, Clock& clock) {
    CrossbarUse<Set> use;
    const Set first = forks & outdone_;
    const int turn = turn_;
    bool any = false;
    for (int i = 0; i < ports_.layout.inputs(); ++i) {
      const int number = (turn + i) % ports_.layout.inputs();
      if (first.contains(number)) {
        turn_ = any ? turn_ : number + 1;
        any = true;
        cross(number, use, clock);
      }
    }
    Set free;
    asking.for_each([&](int number) {
      if (!use.meets(ports_.crossbar, number)) {
        free.insert(number);
      }
    });
    const Set winners = grant(free, asking, clock);
    use.add(ports_.crossbar, winners);
    (forks - first).for_each([&](int number) { cross(number, use, clock); });
    return winners;
  }
  // A flit that forks goes on if all of its crossbar is free.
  void cross(int number, CrossbarUse<Set>& use, Clock& clock) {
    Set own;
    for (const Lane* const lane : ports_.input(number).lanes) {
      own.insert(ports_.crossbar.port_of(ports_.port_of(*lane)));
    }
    if (use.inputs.contains(ports_.crossbar.input_of(number)) || !(use.outputs & own).empty()) {
      outdone_.insert(number);
      block_losers(Set::of(number), clock);
      return;
    }
    use.inputs.insert(ports_.crossbar.input_of(number));
    use.outputs |= own;
    outdone_.erase(number);
    traversal_.move_on_all(number, clock.now());
  }

  // Headers that asked for a virtual channel in this cycle ask for the switch as well. A grant is
  // of use to one that has got its virtual channel, by the crossbar output that it asked for, if no
  // other flit of this cycle passes by the same input or output, and if it may go on.
  template <typename HasPair>
  Set speculate(const std::map<int, int>& bids, const HasPair& has_pair, Clock& clock) {
    Set bidding;
    for (const auto& [number, output] : bids) {
      bidding.insert(number);
    }
    CrossbarUse<Set> use;
    use.add(ports_.crossbar, crossed_);
    const Set granted = speculative_.allocate(
        bidding, [&](int number) { return bids.at(number); },
        [&](int number) { return ports_.age_of(number); });
    Set winners;
    granted.for_each([&](int number) {
      Place& place = ports_.places.at(number);
      if (place.input->to == nullptr || ports_.crossbar.output_of(number) != bids.at(number) ||
          use.meets(ports_.crossbar, number)) {
        return;
      }
      place.decided_from = clock.now();
      if (asks(place, clock) && has_pair(*place.input)) {
        winners.insert(number);
      }
    });
    return winners;
  }

  StagedPorts& ports_;
  const WormRules& rules_;
  SwitchTraversal& traversal_;
  ChosenSwitch<Set> held_;
  ChosenSwitch<Set> speculative_;
  Set crossed_;   // in this cycle
  Set outdone_;   // forks that lost the switch
  int turn_ = 0;  // of these
};

}  // namespace flitcast::reference
