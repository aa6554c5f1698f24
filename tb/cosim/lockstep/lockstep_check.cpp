#include "tb/cosim/lockstep/lockstep_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw/bits.h"
#include "hw/ni/ni_core.h"
#include "tb/cosim/lockstep/port_name.h"

namespace flitcast::cosim {
LockstepCheck::LockstepCheck(const RtlLibrary& library, const CheckedNetwork& network,
                             const std::vector<bool>& nodes, Mismatches mismatches)
    : parameters_(library.parameters),
      topology_(network.routing.topology()),
      packets_(network.packets),
      wakes_(network.wakes),
      links_(network.links),
      numbers_(nodes.size(), kNobody) {
  for (NodeId node = 0; node < nodes.size(); ++node) {
    if (nodes[node]) {
      numbers_[node] = static_cast<std::uint32_t>(routers_.size());
      const RtlStraps straps(parameters_, network.config, network.routing, node);
      routers_.emplace_back(node, library, straps.pins());
      headers_.emplace_back(parameters_, topology_, packets_, node, false);
    }
  }
  readers_.resize(channel(topology_.nodes(), 0));
  writers_.resize(readers_.size());
  hops_.resize(routers_.size() * static_cast<std::size_t>(parameters_.inputs()));
  due_.resize((routers_.size() + 63) / 64);
  for (NodeId node = 0; node < nodes.size(); ++node) {
    find_ends(node);
  }
  if (mismatches == Mismatches::kAreTold) {
    first_.emplace(routers_, parameters_, network.config, topology_);
  }
}

void LockstepCheck::find_ends(NodeId node) {
  for (int port = 0; port < parameters_.network_ports; ++port) {
    const auto leaving = static_cast<PortId>(port);
    const NodeId to = topology_.neighbour(node, leaving);
    if (to == kNoNode) {
      continue;
    }
    const PortId entry = topology_.entry_port(node, leaving);
    const Link& link = *links_.outputs[node * static_cast<std::size_t>(parameters_.ports()) +
                                       static_cast<std::size_t>(port)];
    readers_[channel(node, port)] = {numbers_[to], entry, link.delay()};
    writers_[channel(to, entry)] = {numbers_[node], leaving, link.delay()};
  }
}

ProbedModules LockstepCheck::modules() const {
  ProbedModules modules{std::vector<bool>(topology_.nodes()),
                        std::vector<bool>(topology_.processors())};
  for (const CheckedRouter& router : routers_) {
    const NodeId node = router.node();
    modules.routers[node] = true;
    if (node < topology_.processors()) {
      modules.interfaces[node] = true;
    }
    for (int port = 0; port < parameters_.network_ports; ++port) {
      const NodeId neighbour = topology_.neighbour(node, static_cast<PortId>(port));
      if (neighbour != kNoNode) {
        modules.routers[neighbour] = true;
      }
    }
  }
  return modules;
}

// ---- from reports to pins ----

PinEvent LockstepCheck::event_of(const Flit& flit) const {
  PinEvent event;
  event.vc = static_cast<std::uint8_t>(flit.vc);
  event.flit_kind =
      static_cast<std::uint16_t>((flit.kind & FlitPins::kShownKinds) | flit_kind::kBody);
  event.word = headers_[0].word(flit, 0);  // the same of all nodes
  name(event, flit);
  return event;
}

// The port that the header of a source-routed worm is to take at the router that it comes to.
std::uint64_t LockstepCheck::route_of(const Flit& flit, const End& reader) {
  std::uint32_t& hops = hops_[reader.router * static_cast<std::size_t>(parameters_.inputs()) +
                              static_cast<std::size_t>(reader.port * parameters_.vcs + flit.vc)];
  if ((flit.kind & flit_kind::kHead) != 0) {
    hops = flit.sequence;
  }
  return headers_[reader.router].arriving_route(flit, hops);
}

void LockstepCheck::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  const End reader = reader_of(node, port);
  const std::uint32_t router = numbers_[node];
  if (router == kNobody && reader.router == kNobody) {
    return;
  }
  PinEvent event = event_of(flit);
  if (router != kNobody) {
    event.kind = PinEvent::Kind::kFlitOut;
    event.router = router;
    event.port = port;
    event.route = headers_[router].leaving_route(flit);
    add(event, at);
  }
  if (reader.router != kNobody) {
    event.kind = PinEvent::Kind::kFlitIn;
    event.router = reader.router;
    event.port = reader.port;
    event.route = route_of(flit, reader);
    add(event, at + reader.delay);
  }
}

void LockstepCheck::flit_left(NodeId node, int input, Cycle at) {
  PinEvent event;
  if (numbers_[node] != kNobody) {
    event.kind = PinEvent::Kind::kCreditOut;
    event.router = numbers_[node];
    event.port = static_cast<std::uint8_t>(input);
    add(event, at);
  }
  if (const End writer = writer_of(node, input); writer.router != kNobody) {
    event.kind = PinEvent::Kind::kCreditIn;
    event.router = writer.router;
    event.port = writers_input(writer, input);
    add(event, at + writer.delay);
  }
}

// They have just been written to the link, after everything else.
void LockstepCheck::bodies_moved(NodeId node, int input, PortId port, const Flit& first,
                                 std::uint32_t count, Cycle at, Cycle interval) {
  const Link& link = *links_.outputs[node * static_cast<std::size_t>(parameters_.ports()) + port];
  const VirtualChannel& channel = link.virtual_channel(first.vc);
  const std::size_t begin = channel.occupancy() - count;
  const End self{numbers_[node], 0, 0};
  const End reader = reader_of(node, port);
  const End writer = writer_of(node, input);
  PinEvent event;
  event.vc = static_cast<std::uint8_t>(first.vc);
  catch_up();
  for (std::uint32_t i = 0; i < count; ++i, at += interval) {
    const Flit& flit = channel.peek(begin + i);
    event.word = flit.word;
    name(event, flit);
    add_at(self, PinEvent::Kind::kFlitOut, static_cast<std::uint8_t>(port), event, at);
    add_at(reader, PinEvent::Kind::kFlitIn, reader.port, event, at);
    add_at(self, PinEvent::Kind::kCreditOut, static_cast<std::uint8_t>(input), event, at);
    add_at(writer, PinEvent::Kind::kCreditIn, writers_input(writer, input), event, at);
  }
}

void LockstepCheck::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  if (numbers_[node] == kNobody) {
    return;
  }
  const End reader{numbers_[node], static_cast<std::uint8_t>(parameters_.network_ports + port),
                   NiCore::channel_parameters().delay};
  PinEvent event = event_of(flit);
  event.kind = PinEvent::Kind::kFlitIn;
  event.router = reader.router;
  event.port = reader.port;
  event.route = route_of(flit, reader);
  add(event, at + reader.delay);
}

void LockstepCheck::bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                                    Cycle at) {
  const Link& link = *links_.injections[node * static_cast<std::size_t>(parameters_.local_ports) +
                                        static_cast<std::size_t>(port)];
  const VirtualChannel& channel = link.virtual_channel(first.vc);
  const std::size_t begin = channel.occupancy() - count;
  for (std::uint32_t i = 0; i < count; ++i) {
    flit_injected(node, port, channel.peek(begin + i), at + i);
  }
}

// ---- cycle by cycle ----

void LockstepCheck::advance(Cycle end) {
  calendar_.advance(end, [this](Cycle cycle, Bucket& bucket) { play(cycle, bucket); });
}

void LockstepCheck::play(Cycle cycle, Bucket& bucket) {
  for (const PinEvent& event : bucket.events) {
    if (!first_ || first_->wants(event.router)) {
      routers_[event.router].take(event);
      due_[event.router / 64] |= std::uint64_t{1} << event.router % 64;
    }
  }
  if (first_) {
    first_->arrive(bucket.events, cycle);
  }
  bool awake = false;
  for (std::size_t word = 0; word < due_.size(); ++word) {
    std::uint64_t bits = due_[word];
    due_[word] = 0;
    for (; bits != 0; bits &= bits - 1) {
      if (clock(static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(lowest(bits)),
                cycle)) {
        due_[word] |= bits & -bits;
        awake = true;
      }
    }
  }
  if (first_) {
    first_->depart(bucket.events, cycle);
  }
  if (mismatch_ && cycle >= mismatch_->cycle + kShownBehind) {
    throw MismatchError(description());
  }
  if (awake) {
    calendar_.at(cycle + 1);  // is played, whatever is in it
  }
}

// True when the router has to be clocked in the next cycle.
bool LockstepCheck::clock(std::uint32_t number, Cycle cycle) {
  CheckedRouter& router = routers_[number];
  if (first_ ? !first_->wants(number) : mismatch_ && mismatch_->router != &router) {
    return false;
  }
  const PinDifference* const difference = router.clock(cycle);
  if (first_) {
    first_->clocked(number, difference, cycle);
    return router.awake();
  }
  if (difference != nullptr && !mismatch_) {
    mismatch_ = Mismatch{&router, cycle, *difference};
  }
  if (difference != nullptr && !difference->stopped.empty()) {
    throw MismatchError(description());
  }
  router_cycles_ += mismatch_ ? 0 : 1;
  return router.awake();
}

void LockstepCheck::finish(Cycle last) {
  const Cycle rest = calendar_.last(wakes_.now()) + kRest;
  advance(std::min(rest, last) + 1);
  if (mismatch_) {
    throw MismatchError(description());
  }
}

// ---- what people are told ----

std::string LockstepCheck::description() const {
  const PinDifference& difference = mismatch_->difference;
  const NodeId node = mismatch_->router->node();
  const std::string begin =
      fmt::format("the RTL of node {} differs from the model in cycle {}", node, mismatch_->cycle);
  if (!difference.stopped.empty()) {
    return fmt::format("{}: it stops: {}", begin, difference.stopped);
  }
  const bool credit = difference.pin == Pin::kCredit;
  const int port = credit ? difference.place / parameters_.vcs : difference.place;
  const std::string vc =
      credit ? fmt::format(", virtual channel {}", difference.place % parameters_.vcs) : "";
  const auto value = [&](std::uint64_t bits) {
    return difference.pin == Pin::kWord ? fmt::format("{:#018x}", bits) : fmt::format("{}", bits);
  };
  return fmt::format("{}, port {} ({}){}, {}: expected {}, got {}", begin, port,
                     port_name(topology_, node, port, !credit), vc, to_string(difference.pin),
                     value(difference.expected), value(difference.got));
}

}  // namespace flitcast::cosim
