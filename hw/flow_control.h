#pragma once

#include <cstddef>
#include <string_view>

namespace flitcast {

/// When a flit may be sent to the buffer that a link leads to.
enum class FlowControl {
  kCredits,  ///< there is a credit for it
  kOnOff,    ///< the buffer has not said stop: see OnOff
  kBubble,   ///< there is a credit for it; and headers leave bubbles in rings: see RoomRule
};

struct FlowControlWords {
  std::string_view word;
  std::string_view help;
  bool by_link = false;  ///< links have a LinkFlowControl
};

/// Its words, in the order of FlowControl.
inline constexpr FlowControlWords kFlowControls[] = {
    {"credits", "there is a slot for each"},
    {"on_off", "until the buffer says stop, and when it says go", true},
    {"bubble", "as credits, on rings without datelines: packets enter where a bubble stays"},
};

/// Writers go by what their links say, not by credits.
constexpr bool goes_by_link(FlowControl kind) {
  return kFlowControls[static_cast<std::size_t>(kind)].by_link;
}

}  // namespace flitcast
