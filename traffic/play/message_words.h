#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "traffic/play/payload.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// The words of messages in the memories of their nodes: where each lies follows from the blocks
/// that a message carries, one after the other.
class MessageWords {
 public:
  /// Both must outlive it.
  MessageWords(const Schedule& schedule, Payload& payload)
      : schedule_(schedule), payload_(payload) {}

  /// The words of `message` from `first` on, as its source has them.
  void read(const MessageView& message, std::uint32_t first, std::uint32_t count, Word* out) {
    for_each_piece(
        message, first, count,
        [&](const Block& block, std::uint32_t word, std::uint32_t piece, std::uint32_t offset) {
          payload_.read(message.source, block, word, piece, out + offset);
        });
  }
  /// They are at a destination.
  void write(const MessageView& message, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) {
    for_each_piece(
        message, first, count,
        [&](const Block& block, std::uint32_t word, std::uint32_t piece, std::uint32_t offset) {
          payload_.write(at, block, word, piece, in + offset);
        });
  }
  /// All of them take effect at a destination, as the operation has it: they are added to what is
  /// there, or stand in its place.
  void combine(const MessageView& message, NodeId at, const std::vector<Word>& words) {
    const Transfer transfer = schedule_.transfer_of(message);
    const auto count = static_cast<std::uint32_t>(words.size());
    if (!adds(transfer)) {
      write(message, at, 0, count, words.data());
      return;
    }
    for_each_piece(
        message, 0, count,
        [&](const Block& block, std::uint32_t word, std::uint32_t piece, std::uint32_t offset) {
          payload_.add(at, block, word, piece, words.data() + offset);
          if (transfer == Transfer::kAddToBoth) {
            payload_.add(at, first_of_both(block), word, piece, words.data() + offset);
          }
        });
  }

 private:
  /// Calls visit(block, first word in the block, words, offset in the batch).
  template <typename Visit>
  void for_each_piece(const MessageView& message, std::uint32_t first, std::uint32_t count,
                      Visit&& visit) const {
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

  const Schedule& schedule_;
  Payload& payload_;
};

}  // namespace flitcast
