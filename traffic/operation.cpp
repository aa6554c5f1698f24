#include "traffic/operation.h"

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

BlockFamily Operation::family() const {
  switch (kind) {
    case OperationKind::kAllToAllScatter:
    case OperationKind::kOneToAllScatter:
    case OperationKind::kUnicasts:
      return BlockFamily::kPersonalised;
    case OperationKind::kBroadcast:
      return BlockFamily::kReplicated;
    case OperationKind::kAllReduce:
      return BlockFamily::kReduction;
  }
  throw std::logic_error("unknown operation kind");
}

const char* to_string(OperationKind kind) {
  switch (kind) {
    case OperationKind::kAllToAllScatter:
      return "all-to-all scatter";
    case OperationKind::kOneToAllScatter:
      return "one-to-all scatter";
    case OperationKind::kBroadcast:
      return "broadcast";
    case OperationKind::kAllReduce:
      return "all-reduce";
    case OperationKind::kUnicasts:
      return "unicasts";
  }
  throw std::logic_error("unknown operation kind");
}

}  // namespace flitcast
