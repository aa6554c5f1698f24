#include "tb/programs/trace_packets.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace flitcast {
namespace {

constexpr std::uint32_t kNone = ProgramOp::kNone;

void check_room(std::size_t size, const char* what) {
  if (size == TracePackets::kMost) {
    throw std::length_error("has more " + std::string(what) + " than " + std::to_string(size));
  }
}

ProgramOp operation(OpKind kind, std::uint64_t amount) {
  ProgramOp op;
  op.kind = kind;
  op.amount = amount;
  return op;
}

}  // namespace

std::uint32_t TracePackets::add(std::uint64_t cycle, std::uint32_t source,
                                std::uint32_t destination, std::uint32_t flits) {
  check_room(packets_.size(), "packets");
  packets_.push_back({cycle, 0, flits, source, destination, 0, kNone, kNone, 0, 0, 0, false});
  return static_cast<std::uint32_t>(packets_.size() - 1);
}

void TracePackets::require(std::uint32_t then, std::uint32_t first) {
  check_room(dependencies_.size(), "dependencies");
  dependencies_.push_back({then, first});
  packets_[then].waits = true;
  packets_[then].waited_for = std::max(packets_[then].waited_for, packets_[first].cycle);
}

Program TracePackets::program(std::uint32_t ranks, TraceTiming timing) {
  timing_ = timing;
  nodes_.resize(ranks);
  list_by_node();
  Program program(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    add_rank(rank, program);
  }
  // A receive is ready with its send: what waits is no more than what is under way.
  for (const Packet& packet : packets_) {
    if (packet.source != packet.destination) {
      program.require(packet.arrives, packet.sends, true);
    }
  }
  for (const Dependency& dependency : dependencies_) {
    program.require(packets_[dependency.then].goes, packets_[dependency.first].arrives);
  }
  return program;
}

/// Those that a node sends, and those that it gets, each by cycle.
void TracePackets::list_by_node() {
  MappedArray<std::uint32_t> order(packets_.size());
  for (std::uint32_t packet = 0; packet < packets_.size(); ++packet) {
    order[packet] = packet;
  }
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    return packets_[a].cycle != packets_[b].cycle ? packets_[a].cycle < packets_[b].cycle : a < b;
  };
  if (!std::is_sorted(order.begin(), order.end(), earlier)) {
    std::sort(order.begin(), order.end(), earlier);
  }
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    const std::uint32_t packet = order[place];
    packets_[packet].place = place;
    Node& source = nodes_[packets_[packet].source];
    (source.first_sent == kNone ? source.first_sent : packets_[source.last_sent].next_sent) =
        packet;
    source.last_sent = packet;
    if (packets_[packet].source != packets_[packet].destination) {
      Node& to = nodes_[packets_[packet].destination];
      (to.first_received == kNone ? to.first_received : packets_[to.last_received].next_received) =
          packet;
      to.last_received = packet;
    }
  }
}

void TracePackets::add_rank(std::uint32_t rank, Program& program) {
  program.begin_rank(rank);
  Date date;
  std::uint32_t sent = nodes_[rank].first_sent;
  std::uint32_t received = nodes_[rank].first_received;
  while (sent != kNone || received != kNone) {
    if (received == kNone || (sent != kNone && packets_[sent].place < packets_[received].place)) {
      add_departure(sent, date, program);
      sent = packets_[sent].next_sent;
    } else {
      add_arrival(received, program);
      received = packets_[received].next_received;
    }
  }
}

void TracePackets::add_departure(std::uint32_t number, Date& date, Program& program) {
  Packet& packet = packets_[number];
  const bool by_gap = timing_ == TraceTiming::kGaps && packet.waits;
  const std::uint64_t gap = packet.cycle - std::min(packet.cycle, packet.waited_for);
  std::uint32_t before = kNone;
  if (by_gap && gap > 0) {
    before = program.add(operation(OpKind::kDelay, gap));
    packet.goes = before;
  } else if (!by_gap && packet.cycle > date.cycle) {
    // One date after the other: what is in the queue is one for every rank.
    const std::uint32_t op = program.add(operation(OpKind::kWait, packet.cycle));
    if (date.op != kNone) {
      program.require(op, date.op);
    }
    date = {op, packet.cycle};
  }
  if (!by_gap) {
    before = date.op;
  }
  const bool to_itself = packet.source == packet.destination;
  ProgramOp op = operation(to_itself ? OpKind::kWait : OpKind::kSend, to_itself ? 0 : packet.flits);
  op.peer = to_itself ? ProgramOp::kAny : packet.destination;
  op.tag = number;
  packet.sends = program.add(op);
  if (before != kNone) {
    program.require(packet.sends, before);
  }
  if (!by_gap || gap == 0) {
    packet.goes = packet.sends;
  }
  if (to_itself) {
    packet.arrives = packet.sends;
  }
}

void TracePackets::add_arrival(std::uint32_t number, Program& program) {
  ProgramOp op = operation(OpKind::kReceive, packets_[number].flits);
  op.peer = packets_[number].source;
  op.tag = number;
  packets_[number].arrives = program.add(op);
}

}  // namespace flitcast
