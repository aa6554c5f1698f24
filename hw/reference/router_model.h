#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "hw/reference/any_router.h"
#include "hw/reference/crossbar_model.h"
#include "hw/reference/round_robin.h"

namespace flitcast::reference {

/// A router, a cycle at a time: flits are copied, headers get outputs, flits go on, and, when all
/// pairs of half-duplex links are decided, those go on that have got one.
///
///  - A header may leave by a network output router_delay after it arrived (store-and-forward, from
///    link to link: after its tail arrived), by a local output when it arrived. The flits after it
///    pay no router_delay.
///  - A header asks for one of its ways that has a virtual channel free: see WormRules::choose.
///    Those of a way are given in ascending order, round robin over the inputs; a worm holds its
///    one until its tail has left it. At its destination its ways are the local outputs in their
///    order.
///  - A flit may go on when the channel accepts one, there is room for it (cut-through: for all of
///    its packet) and, a header on half duplex, it has the pair. Of those, every output takes one
///    input's, round robin, and every input port keeps one of them, round robin; who won without
///    rivals comes last the next time, too.
///  - A flit that could go but for one thing waits, under the first cause that it meets: others
///  have
///    the virtual channels (contention) or the node's ports (port) that it could take, there is no
///    room (credit), or another flit has the channel or the crossbar (serialisation).
///  - The address of this node in front of others is taken off when it gets a local output, which
///    copies the payload as it arrives; the next address goes on as the header.
class Router final : public AnyRouter {
 public:
  using AnyRouter::AnyRouter;

  void decide(Clock& clock) override {
    copy(clock);
    give_outputs(clock);
    ask(clock);
  }
  // Those go on whose pair has been decided.
  void decide_again(Clock& clock) override { cross(paired(clock), clock); }

 private:
  void port_attached() override { crossbar_.add_port(); }

  // Local outputs of absorbed worms take copies of their next payload flits.
  void copy(Clock& clock) {
    for (Input& input : inputs_) {
      if (input.copy_to == nullptr) {
        continue;
      }
      while (input.copied < input.buffer.size() && input.buffer[input.copied].is_address()) {
        ++input.copied;
      }
      Channel& channel = *input.copy_to->channel;
      clock.expect(channel.accepts_from);
      if (input.copied < input.buffer.size() && channel.accepts_from <= clock.now()) {
        const Flit& flit = input.buffer[input.copied++];
        channel.accept(*input.copy_to, flit, clock.now());
        clock.changed();
        if (flit.is_tail()) {
          channel.release(*input.copy_to, clock.now());
          input.copy_to = nullptr;
        }
      }
    }
  }

  // Headers get outputs: of several that choose the same way, those whose turn it is; the others
  // choose again.
  void give_outputs(Clock& clock) {
    std::vector<std::size_t> headers;
    for (std::size_t index = 0; index < inputs_.size(); ++index) {
      if (rules_.header_ready(inputs_[index], clock)) {
        headers.push_back(index);
      }
    }
    while (!headers.empty()) {
      std::map<Way, std::vector<std::size_t>> asking;
      for (const std::size_t index : headers) {
        Input& input = inputs_[index];
        if (const Way* const way = rules_.choose(input, channels_, clock)) {
          asking[*way].push_back(index);
        } else {
          input.block(cause(input, clock), clock);
        }
      }
      headers.clear();
      for (auto& [way, requests] : asking) {
        give(way, requests, clock);
        headers.insert(headers.end(), requests.begin(), requests.end());
      }
      std::sort(headers.begin(), headers.end());
    }
  }

  // Flits go on that need no turn on a pair, or have it.
  void ask(Clock& clock) {
    crossbar_.begin_cycle();
    std::vector<std::size_t> requests;
    for (std::size_t index = 0; index < inputs_.size(); ++index) {
      if (could_go(index, clock)) {
        requests.push_back(index);
      }
    }
    cross(requests, clock);
  }

  // ---- headers ----

  // Why a header gets no output.
  WaitCause cause(const Input& input, Clock& clock) const {
    if (input.wants_local) {
      return WaitCause::kPort;
    }
    return rules_.lacks_room(input, channels_, clock) ? WaitCause::kCredit : WaitCause::kContention;
  }

  // Gives the free virtual channels of a way to headers, which are no longer in `requests` then.
  void give(const Way& way, std::vector<std::size_t>& requests, Clock& clock) {
    for (Lane& lane : channels_[way.port]->lanes) {
      if (!requests.empty() && rules_.is_free(lane, way, inputs_[requests.front()], clock)) {
        const std::size_t winner = turns_[way].choose(requests);
        turns_[way].won(winner);
        give(inputs_[winner], way.port, lane, clock);
        requests.erase(std::find(requests.begin(), requests.end(), winner));
      }
    }
  }

  void give(Input& input, std::size_t port, Lane& lane, Clock& clock) {
    const Flit header = input.buffer.front();
    input.unblock(*lane.channel, clock.now());
    lane.held = true;
    clock.changed();
    input.routed = false;
    if (input.wants_local && header.place + 1 < header.message->addresses()) {
      lane.channel->accept(lane, header, clock.now());
      input.take_out(clock);
      input.copy_to = &lane;
      input.copy_port = port;
      input.copied = 0;
    } else {
      ++header.message->hops;
      input.to = &lane;
      input.to_port = port;
    }
  }

  // ---- flits ----

  // Whether the flit in front of an input asks for the switch now.
  bool could_go(std::size_t index, Clock& clock) {
    Input& input = inputs_[index];
    if (input.to == nullptr || input.buffer.empty() ||
        (input.copy_to != nullptr && input.copied == 0)) {
      return false;
    }
    Channel& channel = *input.to->channel;
    if (channel.accepts_from > clock.now()) {
      clock.expect(channel.accepts_from);
      if (!input.header_gone) {
        input.block(WaitCause::kSerialisation, clock);
      }
      return false;
    }
    if (!channel.has_room(*input.to, rules_.needed(input))) {
      input.block(WaitCause::kCredit, clock);
      return false;
    }
    return input.header_gone || has_pair(input, clock);
  }

  void cross(const std::vector<std::size_t>& requests, Clock& clock) {
    const std::vector<std::size_t> winners = crossbar_.choose(requests, inputs_);
    for (const std::size_t index : requests) {
      if (std::find(winners.begin(), winners.end(), index) != winners.end()) {
        move(inputs_[index], clock);
      } else {
        inputs_[index].block(WaitCause::kSerialisation, clock);
        clock.changed();
      }
    }
  }

  static void move(Input& input, Clock& clock) {
    const Flit flit = input.buffer.front();
    Lane& lane = *input.to;
    Channel& channel = *lane.channel;
    input.unblock(channel, clock.now());
    channel.accept(lane, flit, clock.now());
    input.take_out(clock);
    input.header_gone = true;
    if (input.copy_to != nullptr) {
      --input.copied;
    }
    if (flit.is_tail()) {
      channel.release(lane, clock.now());
      input.to = nullptr;
      input.header_gone = false;
      input.routed = false;
    }
  }

  std::map<Way, RoundRobin> turns_;  // of headers
  Crossbar crossbar_;
};

}  // namespace flitcast::reference
