#pragma once

#include <cstdint>

#include "hw/types.h"

namespace flitcast {

/// What a flit is; a bit set, because a flit may be several things at once. 0 = no flit.
namespace flit_kind {
inline constexpr std::uint16_t kNone = 0;
inline constexpr std::uint16_t kBody = 1;
inline constexpr std::uint16_t kHead = 2;     ///< starts a worm; its word is a header_word
inline constexpr std::uint16_t kTail = 4;     ///< ends a worm
inline constexpr std::uint16_t kAddress = 8;  ///< address of an IRC worm; its word is a header_word
inline constexpr std::uint16_t kMore = 16;    ///< on an address: further addresses follow
inline constexpr std::uint16_t kEvery = 0xFFFF;
}  // namespace flit_kind

/// The unit of flow control: what one channel accepts at a time.
struct Flit {
  Word word = 0;               ///< payload, or a header_word
  PacketHandle packet = 0;     ///< the message it belongs to
  std::uint32_t sequence = 0;  ///< payload: word index in the message; header: hops so far
  std::uint16_t kind = flit_kind::kNone;
  std::uint16_t vc = 0;  ///< virtual channel it travels on
};

/// Content of a head or address flit: the destination, and the number of flits from this one to the
/// tail, both included.
constexpr Word header_word(NodeId destination, std::uint32_t flits) {
  return Word{destination} | (Word{flits} << 32U);
}
constexpr NodeId header_destination(Word word) {
  return static_cast<NodeId>(word & 0xFFFFFFFFU);
}
constexpr std::uint32_t header_flits(Word word) {
  return static_cast<std::uint32_t>(word >> 32U);
}

}  // namespace flitcast
