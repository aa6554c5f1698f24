#pragma once

#include <cstdint>

namespace flitcast {

class Alarm;

/// Whom to wake, and for what.
struct WakeCause {
  Alarm* alarm = nullptr;
  std::uint64_t causes = 0;
};

}  // namespace flitcast
