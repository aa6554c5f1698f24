#include "tb/programs/written/program_packets.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "tb/programs/trace_packets.h"
#include "tb/programs/written/op_times.h"
#include "tb/programs/written/program_writers.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostMessages = 256;

}  // namespace

// ---- moments ----

/// Not before the other, too.
void ProgramPackets::Moment::join(const Moment& other) {
  unsayable = unsayable != nullptr ? unsayable : other.unsayable;
  if (!messages.empty() && !other.messages.empty() && gap != other.gap) {
    unsayable = "it waits after several messages, after each so long of its own";
  }
  gap = messages.empty() ? other.gap : gap;
  date = std::max(date, other.date);
  std::vector<std::uint32_t> both;
  std::set_union(messages.begin(), messages.end(), other.messages.begin(), other.messages.end(),
                 std::back_inserter(both));
  if (both.size() > kMostMessages) {
    unsayable = "it waits for too many messages";
    both.clear();
  }
  messages = std::move(both);
}

void ProgramPackets::Moment::add(std::uint64_t cycles) {
  gap += messages.empty() ? 0 : cycles;
  date += cycles;
}

bool ProgramPackets::Moment::precedes(const Moment& other) const {
  return unsayable == nullptr && other.unsayable == nullptr && date <= other.date &&
         (messages.empty() || gap <= other.gap) &&
         std::includes(other.messages.begin(), other.messages.end(), messages.begin(),
                       messages.end());
}

// ---- a program ----

ProgramPackets::ProgramPackets(const Program& program, const NetworkConfig& network)
    : program_(program), ready_(program.size()), waits_for_(program.size()) {
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    program.for_each_edge(op, [&](const Program::Edge& edge) {
      waits_for_[edge.then] += says_message(program, op, edge) ? 0 : 1;
    });
  }
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    if (waits_for_[op] == 0) {
      due_.push_back(op);
    }
  }
  std::size_t done = 0;
  for (; done < due_.size(); ++done) {
    visit(program.rank_of(due_[done]), due_[done], network);
  }
  if (done < program.size()) {
    throw UnsaidProgram("some of its operations wait for each other");
  }
  std::sort(packets_.begin(), packets_.end(),
            [](const Packet& a, const Packet& b) { return a.op < b.op; });
}

void ProgramPackets::visit(std::uint32_t rank, std::uint32_t number, const NetworkConfig& network) {
  const ProgramOp& op = program_[number];
  Moment& ready = ready_[number];
  ready.date = std::max(ready.date, date_of(op));
  if (op.kind == OpKind::kSend) {
    if (ready.unsayable != nullptr) {
      throw UnsaidProgram(program_.describe(number) + ": " + ready.unsayable);
    }
    packets_.push_back({number, rank, op.peer, op.amount, ready.date, ready.gap, ready.messages});
    check_cycle(packets_.back(), ready.date);
  }
  const Moment end = end_of(number, network);
  bool awaited = false;
  program_.for_each_edge(number, [&](const Program::Edge& edge) {
    if (says_message(program_, number, edge)) {
      return;
    }
    awaited = true;
    ready_[edge.then].join(edge.on_start ? ready : end);
    if (--waits_for_[edge.then] == 0) {
      due_.push_back(edge.then);
    }
  });
  leaves_times_ |= !awaited && op.kind != OpKind::kSend && end.gap + end.date > 0;
}

ProgramPackets::Moment ProgramPackets::end_of(std::uint32_t number,
                                              const NetworkConfig& network) const {
  const ProgramOp& op = program_[number];
  Moment end = ready_[number];
  if (op.kind == OpKind::kSend) {
    end.unsayable = "it waits until a message has left";
  } else if (receives(op.kind)) {
    Moment message;
    message.messages.push_back(number);
    end.join(message);
    end.add(cycles_after(op, network));
  } else {
    end.add(own_cycles(op, network));
  }
  return end;
}

void ProgramPackets::check_cycle(const Packet& packet, std::uint64_t cycle) const {
  if (cycle > TracePackets::kLastCycle) {
    throw UnsaidProgram(fmt::format("{}: cycle {} is later than {}", describe(packet), cycle,
                                    TracePackets::kLastCycle));
  }
}

// ---- who gets what ----

std::vector<std::uint32_t> ProgramPackets::packets_of_receives() const {
  struct Channel {
    std::vector<std::uint32_t> packets;
    std::vector<std::uint32_t> receives;
  };
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Channel> channels;
  for (std::uint32_t packet = 0; packet < packets_.size(); ++packet) {
    const Packet& each = packets_[packet];
    channels[{each.destination, each.source, program_[each.op].tag}].packets.push_back(packet);
  }
  std::vector<bool> of_anybody(program_.ranks());
  for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
    for (std::uint32_t op = program_.rank(rank).first; op < program_.rank(rank).end; ++op) {
      const ProgramOp& receive = program_[op];
      if (receives(receive.kind)) {
        of_anybody[rank] =
            of_anybody[rank] || receive.peer == ProgramOp::kAny || receive.tag == ProgramOp::kAny;
        channels[{rank, receive.peer, receive.tag}].receives.push_back(op);
      }
    }
  }
  std::vector<std::uint32_t> packet_of(program_.size(), kNone);
  for (const auto& [key, channel] : channels) {
    const std::size_t both = std::min(channel.packets.size(), channel.receives.size());
    bool in_order = !of_anybody[std::get<0>(key)];
    for (std::size_t i = 1; i < both && in_order; ++i) {
      in_order = ready_[packets_[channel.packets[i - 1]].op].precedes(
                     ready_[packets_[channel.packets[i]].op]) &&
                 ready_[channel.receives[i - 1]].precedes(ready_[channel.receives[i]]);
    }
    for (std::size_t i = 0; i < both && in_order; ++i) {
      packet_of[channel.receives[i]] = channel.packets[i];
    }
  }
  return packet_of;
}

std::vector<std::vector<std::uint32_t>> ProgramPackets::awaited() const {
  const std::vector<std::uint32_t> packet_of = packets_of_receives();
  std::vector<std::vector<std::uint32_t>> awaited(packets_.size());
  for (std::size_t packet = 0; packet < packets_.size(); ++packet) {
    for (const std::uint32_t receive : packets_[packet].receives) {
      if (packet_of[receive] == kNone) {
        throw UnsaidProgram(program_.describe(receive) +
                            ": the run decides which message it gets, if any, and a packet waits "
                            "for one that is told");
      }
      awaited[packet].push_back(packet_of[receive]);
    }
  }
  return awaited;
}

}  // namespace flitcast
