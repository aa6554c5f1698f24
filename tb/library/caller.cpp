#include "tb/library/caller.h"

#include <fmt/format.h>

namespace flitcast {

void Caller::look(const std::function<Progress()>& progress) {
  constexpr std::chrono::milliseconds kAsk{20};
  constexpr std::chrono::milliseconds kTell{100};
  const Clock::time_point now = Clock::now();
  bool stop = false;
  try {
    if (watch_.stop && now >= ask_at_) {
      ask_at_ = now + kAsk;
      stop = watch_.stop();
    }
    if (watch_.progress && !stop && now >= tell_at_) {
      tell_at_ = now + kTell;
      watch_.progress(progress());
    }
  } catch (...) {
    thrown_ = std::current_exception();
    stop = true;
  }
  if (stop) {
    throw Interruption();
  }
}

void VerificationForCaller::verifying(std::uint64_t round, std::uint64_t rounds) {
  caller_.look([&] {
    return Progress{routing_ ? fmt::format("proving the routing")
                             : fmt::format("verifying round {}/{}", round, rounds),
                    round, rounds};
  });
}

}  // namespace flitcast
