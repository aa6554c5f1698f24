#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hw/reference/reservations.h"
#include "hw/reference/staged_ports.h"
#include "hw/reference/vc_stage.h"

namespace flitcast::reference {

/// Switch traversal: flits that the switch allocator has let go leave.
///
///  - In the cycle of its grant a flit takes the credit and leaves the buffer; until_channel later
///    it enters the channel, and until_read later its slot's credit begins its way back.
///  - A pair of half-duplex channels is free when the tail has entered the channel, as seen from
///    the switch of either side.
class SwitchTraversal {
 public:
  SwitchTraversal(StagedPorts& ports, VcStage& vcs, const Topology& topology, NodeId node,
                  Reservations* reservations)
      : ports_(ports), vcs_(vcs), topology_(topology), node_(node), reservations_(reservations) {}

  /// The flit in front of an input goes on, by its number.
  void move(int number, Cycle now) {
    Place& place = ports_.places.at(number);
    Input& input = *place.input;
    const Flit flit = input.buffer.front();
    send(flit, *input.to, ports_.delays(input), now);
    take_out(input, now);
    if (flit.is_tail()) {
      ports_.crossbar.leave(number);
      vcs_.release(*input.to);
      finish(place, flit, now);
    }
  }
  /// The same by all ways of its worm at once.
  void move_on_all(int number, Cycle now) {
    Place& place = ports_.places.at(number);
    Input& input = *place.input;
    const Flit flit = input.buffer.front();
    for (Lane* const lane : input.lanes) {
      send(flit, *lane, ports_.through, now);
    }
    take_out(input, now);
    if (flit.is_tail()) {
      for (Lane* const lane : std::exchange(input.lanes, {})) {
        vcs_.release(*lane);
      }
      input.forks.clear();
      finish(place, flit, now);
    }
  }

  /// With an output speed-up flits that have crossed wait for their channel.
  bool queues() const { return ports_.config.pipeline.output_speedup > 1; }

 private:
  void send(const Flit& flit, Lane& lane, const StageDelays& delays, Cycle now) const {
    Channel& channel = *lane.channel;
    const auto port = static_cast<std::size_t>(ports_.port_of(lane));
    channel.accept(lane, flit, std::max(now + delays.channel, queues() ? channel.accepts_from : 0));
    if (port >= ports_.network_ports && !ejects_by_slots(port)) {
      lane.credits_back.put(1, now + ports_.config.round_trip(channel.delay));
    }
  }
  void take_out(Input& input, Cycle now) const {
    input.unblock(*input.to->channel, now);
    input.buffer.pop_front();
    input.header_gone = true;
    input.from->credits_back.put(
        1, now + ports_.delays(input).read + input.from->channel->delay + credit_delay(input));
  }

  // Credits of others are told here.
  bool ejects_by_slots(std::size_t port) const {
    const int local = static_cast<int>(port - ports_.network_ports);
    return ports_.config.ejects_by_slots(
        topology_.seat_port(node_, local, ports_.config.ports).processor);
  }
  // Ports of an interface that works in parallel use credits at once.
  Cycle credit_delay(const Input& input) const {
    const RouterPipeline& pipeline = ports_.config.pipeline;
    const bool at_once = input.port >= ports_.network_ports && !pipeline.injects_serially();
    return at_once ? 0 : pipeline.credit_delay;
  }

  void finish(Place& place, const Flit& tail, Cycle now) const {
    Input& input = *place.input;
    if (reservations_ != nullptr && tail.message->posted.tree != nullptr) {
      reservations_->leave(*tail.message, node_);
    }
    if (Channel& channel = *input.to->channel; channel.pair != nullptr) {
      channel.pair->release(channel.accepts_from - ports_.delays(input).channel);
    }
    input.to = nullptr;
    input.header_gone = input.routed = false;
    place.in_front_from = now + 1;
  }

  StagedPorts& ports_;
  VcStage& vcs_;
  const Topology& topology_;
  NodeId node_;
  Reservations* reservations_;
};

}  // namespace flitcast::reference
