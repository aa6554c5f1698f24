#include "tb/cosim/characterise/router_bench.h"

#include <fmt/format.h>

namespace flitcast::cosim {
namespace {

constexpr Cycle kLocalCredits = 4;  // of a channel between node and router

}  // namespace

RouterBench::RouterBench(const Setup& setup, const MakeRouterCore& make_core)
    : setup_(setup),
      ports_(setup.topology.network_ports() +
             (setup.node < setup.topology.processors() ? setup.config.ports : 0)) {
  core_ = make_core({setup_.node, setup_.topology.network_ports(), wakes_.reserve(1), setup_.config,
                     setup_.routing, packets_, wakes_});
  wakes_.enlist(driver_);
  for (int port = 0; port < ports_; ++port) {
    const auto id = static_cast<PortId>(port);
    if (port < setup_.topology.network_ports() &&
        setup_.topology.neighbour(setup_.node, id) == kNoNode) {
      continue;
    }
    Input& input = inputs_[port];
    input.link = std::make_unique<Link>(parameters_of(port));
    input.feeds.resize(static_cast<std::size_t>(input.link->vcs()));
    core_->attach_input(id, *input.link);
    outputs_[port] = std::make_unique<Link>(parameters_of(port));
    core_->attach_output(id, *outputs_[port]);
    outputs_[port]->attach_reader(&driver_, 0, 0);
  }
}

LinkParameters RouterBench::parameters_of(int port) const {
  if (port >= setup_.topology.network_ports()) {
    return {1, 1, kLocalCredits, 1};
  }
  return {setup_.link_delay, setup_.config.cycles_per_flit, setup_.config.buffer_flits,
          setup_.config.vcs};
}

void RouterBench::narrow(int port, int vc) {
  narrow_.port = port;
  narrow_.vc = vc;
  inputs_[port].link->virtual_channel(vc).set_capacity(1);
}

Flit RouterBench::flit_of(std::size_t worm, std::uint32_t flit) const {
  const std::uint32_t body = worms_[worm].body;
  Flit sent;
  sent.packet = handles_[worm];
  if (flit == 0) {
    sent.kind = flit_kind::kHead;
    sent.word = header_word(worms_[worm].destination, body + 1);
    return sent;
  }
  sent.kind = flit == body ? flit_kind::kBody | flit_kind::kTail : flit_kind::kBody;
  sent.sequence = flit - 1;
  sent.word = worm << 32U | flit;
  return sent;
}

void RouterBench::see_slot(Cycle now) {
  if (narrow_.waits && inputs_[narrow_.port].link->virtual_channel(narrow_.vc).can_push(now)) {
    slot_cycles_.push_back(now - narrow_.filled);
    narrow_.waits = false;
  }
}

// A flit per cycle at most, of the virtual channels in turn.
void RouterBench::feed(int port, Input& input, Cycle now) {
  const auto vcs = static_cast<int>(input.feeds.size());
  const auto first = static_cast<int>(now % vcs);
  for (int i = 0; now >= input.link->next_accept() && i < vcs; ++i) {
    if (feed(port, (first + i) % vcs, input, now)) {
      return;
    }
  }
}

bool RouterBench::feed(int port, int vc, Input& input, Cycle now) {
  Feed& next = input.feeds[static_cast<std::size_t>(vc)];
  VirtualChannel& channel = input.link->virtual_channel(vc);
  while (next.worm < worms_.size() &&
         (worms_[next.worm].input != port || worms_[next.worm].vc != vc)) {
    ++next.worm;
  }
  if (next.worm == worms_.size() || !channel.can_push(now)) {
    return false;
  }
  BenchWorm& worm = worms_[next.worm];
  const Cycle due = next.flit == 0   ? worm.arrival
                    : next.flit == 1 ? worm.arrived[0] + worm.pause
                                     : 0;
  if (now + input.link->delay() < due) {
    return false;
  }
  Flit flit = flit_of(next.worm, next.flit);
  flit.vc = static_cast<std::uint16_t>(vc);
  input.link->send(flit, channel, now, wakes_);
  worm.arrived.push_back(now + input.link->delay());
  if (port == narrow_.port && vc == narrow_.vc) {
    narrow_.filled = now;
    narrow_.waits = true;
  }
  if (++next.flit > worm.body) {
    next.flit = 0;
    ++next.worm;
  }
  return true;
}

bool RouterBench::takes(int port, Cycle now) {
  const auto held = held_.find(port);
  if (held != held_.end() && now < held->second) {
    return false;
  }
  return !slow_ || port >= setup_.topology.network_ports() || draws_() % 4 == 0;
}

void RouterBench::drain(int port, Link& link, Cycle now) {
  if (!takes(port, now)) {
    return;
  }
  for (int vc = 0; vc < link.vcs(); ++vc) {
    VirtualChannel& channel = link.virtual_channel(vc);
    if (channel.is_open() && channel.ready(now)) {
      const Flit& flit = channel.front();
      worms_[packets_[flit.packet].id].left.push_back(channel.front_time() - link.delay());
      link.release(channel, now, wakes_);
    }
  }
}

void RouterBench::require_all_left(Cycle cycles) const {
  for (const BenchWorm& worm : worms_) {
    if (worm.left.size() != worm.body + 1) {
      throw BenchError(fmt::format(
          "the router of node {} has not sent a worm of {} flits, from input port {} to node {}, "
          "after {} cycles: {} of them have left",
          setup_.node, worm.body + 1, worm.input, worm.destination, cycles, worm.left.size()));
    }
  }
}

void RouterBench::require_free_slots(Cycle cycles) const {
  for (const auto& [port, input] : inputs_) {
    for (int vc = 0; vc < input.link->vcs(); ++vc) {
      const VirtualChannel& channel = input.link->virtual_channel(vc);
      if (channel.is_open() && channel.occupied()) {
        throw BenchError(
            fmt::format("the router of node {} has not given back {} of {} slots of input port {}, "
                        "virtual channel {}, after {} cycles in which everything left",
                        setup_.node, channel.occupancy(), channel.capacity(), port, vc, cycles));
      }
    }
  }
}

void RouterBench::run(Cycle cycles) {
  for (std::size_t worm = 0; worm < worms_.size(); ++worm) {
    Packet packet;
    packet.source = setup_.node;
    packet.destinations = &worms_[worm].destination;
    packet.destination_count = 1;
    packet.payload_flits = worms_[worm].body;
    packet.id = worm;
    handles_.push_back(packets_.add(packet));
  }
  for (auto& [port, input] : inputs_) {
    for (int vc = 0; vc < input.link->vcs(); ++vc) {
      input.link->virtual_channel(vc).open();
    }
  }
  wakes_.set_last_cycle(cycles);
  wakes_.wake(driver_, 1, 1);
  for (Cycle now = wakes_.next(); now <= cycles; now = wakes_.next()) {
    wakes_.enter(now, [&](std::size_t, std::uint64_t bits) {
      if ((bits & 1U) != 0) {
        core_->tick(now);
      }
    });
    driver_.take(now);
    see_slot(now);
    for (auto& [port, input] : inputs_) {
      feed(port, input, now);
    }
    for (auto& [port, link] : outputs_) {
      drain(port, *link, now);
    }
    wakes_.wake(driver_, 1, now + 1);
  }
  require_all_left(cycles);
  require_free_slots(cycles);
}

}  // namespace flitcast::cosim
