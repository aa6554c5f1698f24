#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw/types.h"

namespace flitcast {

/// CRC-32 of IEEE 802.3: polynomial 0x04C11DB7, least significant bits first, begun with all ones
/// and inverted at the end. All errors of up to 32 bits in a row change it, and all others but one
/// in 2^32.
class Crc32 {
 public:
  void add(std::uint8_t byte) { state_ = table()[(state_ ^ byte) & 0xFFU] ^ (state_ >> 8U); }
  /// Its least significant byte first.
  void add(Word word) {
    for (int i = 0; i < 8; ++i, word >>= 8U) {
      add(static_cast<std::uint8_t>(word & 0xFFU));
    }
  }
  std::uint32_t value() const { return ~state_; }

 private:
  static const std::array<std::uint32_t, 256>& table() {
    static const std::array<std::uint32_t, 256> made = [] {
      std::array<std::uint32_t, 256> rests{};
      for (std::uint32_t byte = 0; byte < rests.size(); ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) {
          rest = (rest & 1U) != 0 ? 0xEDB88320U ^ (rest >> 1U) : rest >> 1U;
        }
        rests[byte] = rest;
      }
      return rests;
    }();
    return made;
  }

  std::uint32_t state_ = 0xFFFFFFFFU;
};

}  // namespace flitcast
