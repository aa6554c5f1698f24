#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// What a packet is to the interfaces between which it goes.
struct FrameLabel {
  NodeId source = 0;           ///< the node that made it
  std::uint32_t sequence = 0;  ///< of a message: its number among those to the same node, from 0
                               ///< on; of an acknowledgement: that of the message
  bool acknowledgement = false;
};

/// Payload flits that a frame has besides its message: the label before it, the CRC-32 of header,
/// label and message after it.
inline constexpr std::uint32_t kFrameFlits = 2;

/// Payload words of a packet with header `header`.
std::vector<Word> make_frame(Word header, const FrameLabel& label,
                             const std::vector<Word>& message);

/// The label of the payload of a packet with header `header`; nothing where header or payload are
/// not as they were made.
std::optional<FrameLabel> check_frame(Word header, const std::vector<Word>& payload);

}  // namespace flitcast
