#include "traffic/steady_state/load_result.h"

namespace flitcast {

std::string_view to_string(LoadVerdict verdict) {
  switch (verdict) {
    case LoadVerdict::kSettled:
      return "settled";
    case LoadVerdict::kUnsettled:
      return "unsettled";
    case LoadVerdict::kSaturated:
      return "saturated";
    case LoadVerdict::kStalled:
      break;
  }
  return "stalled";
}

std::string_view to_string(LoadClass::Kind kind) {
  switch (kind) {
    case LoadClass::Kind::kPacket:
      return "packet";
    case LoadClass::Kind::kRequest:
      return "request";
    case LoadClass::Kind::kReply:
      return "reply";
    case LoadClass::Kind::kMulticast:
      break;
  }
  return "multicast";
}

}  // namespace flitcast
