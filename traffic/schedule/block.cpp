#include "traffic/schedule/block.h"

#include <stdexcept>

namespace flitcast {

std::string to_string(const Block& block) {
  const auto final = static_cast<std::uint32_t>(block.final);
  std::string text = std::to_string(block.origin) + "->" +
                     (final == Block::kEveryone ? "*" : std::to_string(final));
  if (block.part > 0) {
    text += "." + std::to_string(block.part);
  }
  return text;
}

const char* to_string(Transfer transfer) {
  switch (transfer) {
    case Transfer::kNatural:
      return "natural";
    case Transfer::kMove:
      return "move";
    case Transfer::kCopy:
      return "copy";
    case Transfer::kAdd:
      return "add";
    case Transfer::kMoveAndAdd:
      return "move and add";
    case Transfer::kAddToBoth:
      return "add to both";
  }
  throw std::logic_error("unknown transfer");
}

}  // namespace flitcast
