#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <utility>

#include <flitcast/watch.h>

#include "tb/library/public_errors.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// The caller of what takes long, who is told how far it is and may want no more of it.
class Caller {
 public:
  /// `watch` must outlive it.
  explicit Caller(const Watch& watch) : watch_(watch) {}

  /// Now and then, as often as there is occasion. Throws Interruption.
  void look(const std::function<Progress()>& progress);
  /// What the caller threw meanwhile; null: nothing.
  std::exception_ptr thrown() const { return thrown_; }

 private:
  using Clock = std::chrono::steady_clock;

  const Watch& watch_;
  Clock::time_point ask_at_;
  Clock::time_point tell_at_;
  std::exception_ptr thrown_;
};

/// Shows the caller how far a verification is.
class VerificationForCaller final : public VerifyWatcher {
 public:
  /// Of the schedule of a run, or of the routing of random traffic.
  VerificationForCaller(Caller& caller, bool routing) : caller_(caller), routing_(routing) {}
  void verifying(std::uint64_t round, std::uint64_t rounds) override;

 private:
  Caller& caller_;
  bool routing_;
};

/// What act(caller) returns; errors out of it come as callers know them, the caller's own as they
/// are.
template <typename Act>
auto with_caller(const Watch& watch, const Act& act) {
  Caller caller(watch);
  return with_public_errors([&] {
    try {
      return act(caller);
    } catch (const Interruption&) {
      if (caller.thrown()) {
        std::rethrow_exception(caller.thrown());
      }
      throw;
    }
  });
}

}  // namespace flitcast
