#pragma once

#include <cstdint>
#include <string>

#include "traffic/open_loop/open_loop_traffic.h"
#include "traffic/open_loop/workload_of_parts.h"
#include "traffic/play/schedule_executor.h"

namespace flitcast {

/// A schedule that is played twice: alone, and while random traffic goes on. When it is complete
/// for the first time, traffic begins and warms up; then the schedule starts again, and when it is
/// complete the traffic stops and the network drains. Messages and packets share the ports of a
/// node in the order in which they are posted.
class CollectiveUnderLoad final : public WorkloadOfParts {
 public:
  /// The same schedule for both executors. All must outlive it, and have not begun.
  CollectiveUnderLoad(ScheduleExecutor& alone, ScheduleExecutor& executor, OpenLoopTraffic& load)
      : alone_(alone), executor_(executor), load_(load) {
    load_.run_in_background();
  }

  /// The cycle in which the first round under load began; -1 before. Under load the schedule took
  /// executor.completion() − started() cycles, alone.completion() before that.
  Cycle started() const { return started_; }

  bool finished() const override { return executor_.finished() && load_.finished(); }
  Cycle completion() const override;
  WorkloadProgress progress() const override;
  std::string position() const override;
  /// Rounds completed, of the schedule alone before it has started under load.
  std::uint64_t phase() const override { return (started_ < 0 ? alone_ : executor_).phase(); }

 private:
  void start() override { begin_part(alone_); }
  void act(Cycle now) override;

  void start_traffic_when_alone_is_over(Cycle now);
  void start_schedule_when_warm();
  Workload& owner(PacketHandle packet) override {
    if (packets()[packet].id >= OpenLoopTraffic::kBackground) {
      return load_;
    }
    return started_ < 0 ? alone_ : executor_;
  }

  ScheduleExecutor& alone_;
  ScheduleExecutor& executor_;
  OpenLoopTraffic& load_;
  bool traffic_ = false;  // has begun
  Cycle started_ = -1;
};

}  // namespace flitcast
