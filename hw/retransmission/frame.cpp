#include "hw/retransmission/frame.h"

#include "hw/retransmission/crc32.h"

namespace flitcast {
namespace {

constexpr Word kAcknowledgement = Word{1} << 63U;

Word word_of(const FrameLabel& label) {
  return Word{label.sequence} | Word{label.source} << 32U |
         (label.acknowledgement ? kAcknowledgement : 0);
}

/// Of the first `words` words after the header.
Word check_word(Word header, const std::vector<Word>& payload, std::size_t words) {
  Crc32 crc;
  crc.add(header);
  for (std::size_t i = 0; i < words; ++i) {
    crc.add(payload[i]);
  }
  return crc.value();
}

}  // namespace

std::vector<Word> make_frame(Word header, const FrameLabel& label,
                             const std::vector<Word>& message) {
  std::vector<Word> payload;
  payload.reserve(message.size() + kFrameFlits);
  payload.push_back(word_of(label));
  payload.insert(payload.end(), message.begin(), message.end());
  payload.push_back(check_word(header, payload, payload.size()));
  return payload;
}

std::optional<FrameLabel> check_frame(Word header, const std::vector<Word>& payload) {
  if (payload.size() < kFrameFlits ||
      payload.back() != check_word(header, payload, payload.size() - 1)) {
    return std::nullopt;
  }
  const Word label = payload.front();
  return FrameLabel{static_cast<NodeId>((label & ~kAcknowledgement) >> 32U),
                    static_cast<std::uint32_t>(label), (label & kAcknowledgement) != 0};
}

}  // namespace flitcast
