// ScheduleExecutor, second part: the memory behind the network interfaces.

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "traffic/play/schedule_executor.h"

namespace flitcast {

// Calls visit(block, first word in the block, words, offset in the batch).
template <typename Visit>
void ScheduleExecutor::for_each_piece(const MessageView& message, std::uint32_t first,
                                      std::uint32_t count, Visit&& visit) {
  std::size_t block = 0;
  std::uint32_t word = first;
  if (word >= schedule_.block_flits) {
    block = first / schedule_.block_flits;
    word = first % schedule_.block_flits;
  }
  for (std::uint32_t done = 0; done < count; ++block, word = 0) {
    const std::uint32_t piece = std::min(count - done, schedule_.block_flits - word);
    visit(message.blocks[block], word, piece, done);
    done += piece;
  }
}

void ScheduleExecutor::refuse_arrival(NodeId at) {
  throw std::logic_error("node " + std::to_string(at) + " received a message that is not for it");
}

inline std::size_t ScheduleExecutor::arrival_of(PacketHandle packet, NodeId at) const {
  const Packet& p = packets()[packet];
  std::uint32_t place = 0;
  while (p.destinations[place] != at) {
    if (++place == p.destination_count) {
      refuse_arrival(at);
    }
  }
  const Place message = places_[packet];
  return message.round->messages[message.index].first_arrival + place;
}

void ScheduleExecutor::read(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                            Word* out) {
  const Place place = places_[packet];
  const MessageView message = place.round->round[place.index];
  for_each_piece(
      message, first, count,
      [&](const Block& block, std::uint32_t word, std::uint32_t piece, std::uint32_t offset) {
        payload_.read(message.source, block, word, piece, out + offset);
      });
}

void ScheduleExecutor::write(PacketHandle packet, NodeId at, std::uint32_t first,
                             std::uint32_t count, const Word* in) {
  const Place place = places_[packet];
  RoundInFlight& round = *place.round;
  const std::size_t arrival = arrival_of(packet, at);
  round.arrivals[arrival].words += count;
  if (reduces_) {
    std::vector<Word>& operand = round.operands[arrival];
    if (operand.empty() && !spare_operands_.empty()) {
      operand.swap(spare_operands_.back());
      spare_operands_.pop_back();
    }
    operand.reserve(packets()[packet].payload_flits);
    operand.insert(operand.end(), in, in + count);
    return;
  }
  for_each_piece(
      round.round[place.index], first, count,
      [&](const Block& block, std::uint32_t word, std::uint32_t piece, std::uint32_t offset) {
        payload_.write(at, block, word, piece, in + offset);
      });
}

void ScheduleExecutor::add_operand(RoundInFlight& round, std::size_t arrival) {
  std::vector<Word>& words = round.operands[arrival];
  const NodeId at = round.destination(round.arrivals[arrival]);
  const MessageView message = round.round[round.arrivals[arrival].message];
  const Transfer transfer = schedule_.transfer_of(message);
  for_each_piece(
      message, 0, static_cast<std::uint32_t>(words.size()),
      [&](const Block& block, std::uint32_t word, std::uint32_t piece, std::uint32_t offset) {
        if (!adds(transfer)) {
          payload_.write(at, block, word, piece, words.data() + offset);
          return;
        }
        payload_.add(at, block, word, piece, words.data() + offset);
        if (transfer == Transfer::kAddToBoth) {
          payload_.add(at, first_of_both(block), word, piece, words.data() + offset);
        }
      });
  words.clear();
  spare_operands_.push_back(std::move(words));
}

void ScheduleExecutor::sent(PacketHandle packet, Cycle issued, Cycle injected) {
  const Place place = places_[packet];
  Message& message = place.round->messages[place.index];
  message.issued = issued;
  message.injected = injected;
  Node& node = nodes_[packets()[packet].source];
  ++node.sent;
  if (node.parked.empty()) {
    return;
  }
  // What has been parked in this cycle would not have been if the executor had come later.
  for (Due& due : std::exchange(node.parked, {})) {
    if (due.at == now()) {
      take_effect(due, now());
    } else {
      due.at = now() + 1;
      due_.push(due);
    }
  }
  wake_at(now() + 1);
}

void ScheduleExecutor::received(PacketHandle packet, NodeId at, Cycle head_arrived,
                                Cycle tail_arrived) {
  const Packet& p = packets()[packet];
  RoundInFlight& round = *places_[packet].round;
  const std::size_t index = arrival_of(packet, at);
  Arrival& here = round.arrivals[index];
  here.head = head_arrived;
  here.tail = tail_arrived;
  if (here.words != p.payload_flits && missing_words_.empty()) {
    missing_words_ = "node " + std::to_string(at) + " received " + std::to_string(here.words) +
                     " words of a message of " + std::to_string(p.payload_flits) + " from node " +
                     std::to_string(p.source);
  }
  const Cycle done = tail_arrived + handling(round, here.message);
  round.record.end = std::max(round.record.end, done);
  if (dependencies_) {
    due_.push({done, at, {&round, static_cast<std::uint32_t>(index)}, here.number});
    wake_at(done);
  } else if (--round.outstanding == 0) {
    wake_at(round.record.end);
  }
}

}  // namespace flitcast
