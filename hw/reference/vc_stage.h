#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "hw/reference/route_stage.h"
#include "hw/reference/staged_ports.h"
#include "hw/router/allocation/chosen_allocators.h"

namespace flitcast::reference {

/// VC allocation: headers get output virtual channels.
///
///  - The allocator decides about a header until_vc_decision after it is in front, and again in
///    every cycle until it has a virtual channel of its way; at its destination, any local output
///    for its class.
///  - A header that forks asks for a virtual channel of all its ways before others do.
///  - In the cycle after the grant of a tail its virtual channel may be given anew; atomic, or out
///    of escapes, when all credits are back.
class VcStage {
 public:
  VcStage(StagedPorts& ports, const WormRules& rules, const RouteStage& routes, int escapes)
      : ports_(ports),
        rules_(rules),
        routes_(routes),
        escapes_(escapes),
        allocator_(ports.config.pipeline, ports.layout.inputs()) {}

  void allocate(Clock& clock) {
    free_drained();
    take_ways(clock);
    take_one_way(clock);
  }

  /// The crossbar outputs for which headers, by number, have asked ahead in this cycle.
  std::map<int, int> take_bids() { return std::exchange(bids_, {}); }

  /// A tail has left by it.
  void release(Lane& lane) {
    const auto port = static_cast<std::size_t>(ports_.port_of(lane));
    const int vc_class = rules_.class_of(*lane.channel, lane.number);
    if (ports_.config.pipeline.vc_reuse == VcReuse::kAtomic ||
        (port < ports_.network_ports && escapes_ > 0 && vc_class >= escapes_)) {
      draining_.push_back(&lane);
    } else {
      lane.held = false;
    }
  }

 private:
  void free_drained() {
    const auto drained = [&](Lane* lane) { return lane->credits == lane->size; };
    for (Lane* const lane : draining_) {
      lane->held = lane->held && !drained(lane);
    }
    draining_.erase(std::remove_if(draining_.begin(), draining_.end(), drained), draining_.end());
  }

  // ---- headers that fork ----

  // They take a virtual channel of every way, from the input on that follows the last one that got
  // all.
  void take_ways(Clock& clock) {
    const int turn = turn_;
    for (int i = 0; i < ports_.layout.inputs(); ++i) {
      const auto place = ports_.places.find((turn + i) % ports_.layout.inputs());
      if (place != ports_.places.end() && routes_.is_due(place->second, clock) &&
          !place->second.input->forks.empty() && take_all(place->second, clock)) {
        turn_ = place->first + 1;
      }
    }
  }
  // Whether it has all now. Those that it has got it keeps.
  bool take_all(Place& place, Clock& clock) {
    Input& input = *place.input;
    bool all = true;
    for (std::size_t i = 0; i < input.forks.size(); ++i) {
      take(input, i, clock);
      all = all && input.lanes[i] != nullptr;
    }
    if (!all) {
      RouteStage::block(input, clock);
      return false;
    }
    enter(input, *input.lanes.front(), input.forks.front().port, clock);
    place.decided_from = clock.now() + ports_.through.switch_decision;
    return true;
  }
  // The first virtual channel of a way that is free, of any local output for the class.
  void take(Input& input, std::size_t fork, Clock& clock) {
    const Way& way = input.forks[fork];
    const bool local = way.port >= ports_.network_ports;
    const std::size_t last = local ? ports_.channels.size() - 1 : way.port;
    const int own = input.buffer.front().message->posted.message_class;
    for (std::size_t port = way.port; port <= last; ++port) {
      if (local && !ports_.config.takes(static_cast<int>(port - ports_.network_ports), own,
                                        input.vc_class)) {
        continue;
      }
      for (Lane& lane : ports_.channels[port]->lanes) {
        if (input.lanes[fork] == nullptr &&
            rules_.is_free(lane, {port, way.vc_class}, input, clock)) {
          input.lanes[fork] = &lane;
          lane.held = true;
          clock.changed();
        }
      }
    }
  }

  // ---- headers with one way ----

  void take_one_way(Clock& clock) {
    Requests<Set> requests(ports_.layout.inputs());
    for (auto& [number, place] : ports_.places) {
      if (const Set wanted = wanted_by(place, clock); !wanted.empty()) {
        requests.add(number, wanted);
      }
    }
    if (requests.rows.empty()) {
      return;
    }
    Matching<Set> matching(ports_.layout.inputs());
    allocator_.allocate(requests, matching, [&](int number, int) { return ports_.age_of(number); });
    requests.rows.for_each([&](int number) {
      if (matching.rows.contains(number)) {
        hold(ports_.places.at(number), matching.column_of(number), clock);
      } else {
        RouteStage::block(ports_.input(number), clock);
      }
    });
    clock.changed();
  }

  Set wanted_by(const Place& place, Clock& clock) {
    Input& input = *place.input;
    if (!routes_.is_due(place, clock) || !input.forks.empty()) {
      return {};
    }
    Set wanted;
    const Way* const chosen = rules_.choose(input, ports_.channels, clock);
    for (const Way& way : input.ways) {
      if (input.wants_local || &way == chosen) {
        for (const Lane& lane : ports_.channels[way.port]->lanes) {
          if (rules_.is_free(lane, way, input, clock)) {
            wanted.insert(
                ports_.layout.input(static_cast<int>(way.port), static_cast<int>(lane.number)));
          }
        }
      }
    }
    if (wanted.empty()) {
      RouteStage::block(input, clock);
    } else if (ports_.delays_to(input.wants_local).speculation) {
      const int number = ports_.number_of(input);
      bids_[number] = ports_.crossbar.output_for(number, wanted.first() / ports_.layout.vcs);
    }
    return wanted;
  }

  void hold(Place& place, int output, const Clock& clock) {
    Input& input = *place.input;
    const int port = output / ports_.layout.vcs;
    Channel& channel = *ports_.channels[static_cast<std::size_t>(port)];
    Lane& lane = channel.lanes[static_cast<std::size_t>(output % ports_.layout.vcs)];
    lane.held = true;
    enter(input, lane, static_cast<std::size_t>(port), clock);
    ports_.crossbar.enter(ports_.number_of(input), port);
    const StageDelays& delays = ports_.delays(input);
    place.decided_from = clock.now() + (delays.speculation ? 1 : delays.switch_decision);
  }

  // The header has got what it wants.
  static void enter(Input& input, Lane& lane, std::size_t port, const Clock& clock) {
    input.to = &lane;
    input.to_port = port;
    input.unblock(*lane.channel, clock.now());
    ++input.buffer.front().message->hops;
  }

  StagedPorts& ports_;
  const WormRules& rules_;
  const RouteStage& routes_;
  int escapes_;
  ChosenVcAllocator<Set> allocator_;
  std::map<int, int> bids_;
  std::vector<Lane*> draining_;
  int turn_ = 0;  // of headers that fork
};

}  // namespace flitcast::reference
