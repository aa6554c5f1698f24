#include "tb/programs/noc_trace/chip_messages.h"

#include <algorithm>

namespace flitcast {
namespace {

/// Data flits of a packet at most.
constexpr std::uint64_t kPacketFlits = 256;

/// What operations of a rank take turns in.
enum Stream : std::uint16_t { kReplies, kMemory, kProcessors };

std::uint16_t stream_of(const ChipMessages::Actor& actor) {
  return static_cast<std::uint16_t>(kProcessors + actor.processor);
}

}  // namespace

ChipMessages::ChipMessages(const ChipLayout& chip, std::uint64_t flit_bytes, ProgramDraft& draft)
    : chip_(chip), draft_(draft), tiles_(chip.columns * chip.rows), flit_bytes_(flit_bytes) {}

template <typename Visit>
void ChipMessages::for_each_packet(std::uint64_t bytes, Visit&& visit) const {
  for (std::uint64_t left = (bytes + flit_bytes_ - 1) / flit_bytes_; left > 0;) {
    const std::uint64_t flits = std::min(left, kPacketFlits);
    visit(flits);
    left -= flits;
  }
}

void ChipMessages::read(std::uint32_t after, const Actor& actor, std::uint32_t owner,
                        std::uint64_t bytes, Ends& ends) {
  const std::uint32_t reader = rank_of(actor);
  const std::uint32_t at = owner + actor.noc * tiles_;
  for_each_packet(bytes, [&](std::uint64_t flits) {
    const Message request = send(after, reader, at, Class::kRequest, 0, stream_of(actor));
    const std::uint32_t there = access(request.came, at, owner, flits);
    ends.done.push_back(send(there, at, reader, Class::kReply, flits, kReplies).came);
  });
}

void ChipMessages::write(std::uint32_t after, const Actor& actor, std::uint32_t owner,
                         std::uint64_t bytes, bool posted, Ends& ends) {
  const std::uint32_t writer = rank_of(actor);
  const std::uint32_t at = owner + actor.noc * tiles_;
  for_each_packet(bytes, [&](std::uint64_t flits) {
    const Message data = send(after, writer, at, Class::kData, flits, stream_of(actor));
    ends.sent.push_back(data.sent);
    store(data.came, actor, owner, flits, posted, ends);
  });
}

void ChipMessages::broadcast(std::uint32_t after, const Actor& actor,
                             const std::vector<std::uint32_t>& owners, std::uint64_t bytes,
                             bool posted, Ends& ends) {
  if (owners.size() == 1) {
    write(after, actor, owners.front(), bytes, posted, ends);
    return;
  }
  const std::uint32_t writer = rank_of(actor);
  for_each_packet(bytes, [&](std::uint64_t flits) {
    std::uint32_t first = after;
    for (const std::uint32_t owner : owners) {
      const bool joins = owner != owners.front();
      const Message data = send(first, writer, owner + actor.noc * tiles_, Class::kBroadcast, flits,
                                stream_of(actor), joins);
      first = joins ? first : data.sent;
      ends.sent.push_back(data.sent);
      store(data.came, actor, owner, flits, posted, ends);
    }
  });
}

void ChipMessages::store(std::uint32_t came, const Actor& actor, std::uint32_t owner,
                         std::uint64_t flits, bool posted, Ends& ends) {
  const std::uint32_t at = owner + actor.noc * tiles_;
  const std::uint32_t there = access(came, at, owner, flits);
  if (!posted) {
    ends.done.push_back(send(there, at, rank_of(actor), Class::kReply, 0, kReplies).came);
  }
}

void ChipMessages::change(std::uint32_t after, const Actor& actor, std::uint32_t owner,
                          Ends& ends) {
  const std::uint32_t from = rank_of(actor);
  const std::uint32_t at = owner + actor.noc * tiles_;
  const Message request = send(after, from, at, Class::kRequest, 0, stream_of(actor));
  const std::uint32_t there = access(request.came, at, owner, 1);
  ends.sent.push_back(request.sent);
  ends.done.push_back(send(there, at, from, Class::kReply, 0, kReplies).came);
}

ChipMessages::Message ChipMessages::send(std::uint32_t after, std::uint32_t from, std::uint32_t to,
                                         Class kind, std::uint64_t flits, std::uint16_t stream,
                                         bool joins) {
  ProgramOp op;
  op.kind = OpKind::kSend;
  op.amount = flits;
  op.peer = to;
  op.tag = messages_++;
  op.stream = stream;
  op.message_class = static_cast<std::uint8_t>(kind);
  op.joins = joins;
  const std::uint32_t sent = draft_.add(from, op);
  op.joins = false;
  op.kind = OpKind::kReceive;
  op.peer = from;
  op.stream = 0;
  const std::uint32_t came = draft_.add(to, op);
  draft_.require(sent, after, joins);
  draft_.require(came, sent, true);
  return {sent, came};
}

std::uint32_t ChipMessages::access(std::uint32_t after, std::uint32_t rank, std::uint32_t tile,
                                   std::uint64_t flits) {
  const ChipLayout::Memory& memory = chip_.memories[tile];
  const Cycle busy = static_cast<Cycle>(flits) * memory.cycles_per_flit;
  std::uint32_t last = after;
  if (busy > 0) {
    last = draft_.add(memory.home, OpKind::kCompute, static_cast<std::uint64_t>(busy), kMemory);
    draft_.require(last, after);
  }
  const auto latency = static_cast<std::uint64_t>(memory.latency);
  const std::uint32_t there = draft_.add(rank, OpKind::kDelay, latency);
  draft_.require(there, last, busy > 0);
  return there;
}

}  // namespace flitcast
