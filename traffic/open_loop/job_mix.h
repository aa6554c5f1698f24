#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/open_loop/open_loop_traffic.h"
#include "traffic/open_loop/workload_of_parts.h"

namespace flitcast {

/// Several workloads on one network: jobs, each of which begins in a cycle of its own. Load goes on
/// while others do, then falls silent, and the network drains; likewise when those that have not
/// finished wait for what never comes. Jobs that act in the same cycle act in their order.
/// Packet::job says whose a packet is.
class JobMix final : public WorkloadOfParts {
 public:
  static constexpr std::size_t kMost = 256;

  struct Job {
    std::string name;
    Workload* workload;               ///< must outlive the mix, and has not begun
    Cycle start;                      ///< the cycle in which it begins, >= 0
    OpenLoopTraffic* load = nullptr;  ///< the workload, where it is one without end
    std::uint8_t priority = 0;        ///< of its packets, see PacketPool::priority
  };

  /// Of load alone: it is told to stop in this cycle. Otherwise it goes on until the last of the
  /// others is complete.
  explicit JobMix(std::vector<Job> jobs, Cycle silent_from = WakeQueue::kNever);

  bool finished() const override;
  /// Of the last one.
  Cycle completion() const override;
  WorkloadProgress progress() const override;
  std::string position() const override;
  /// It is load, and the others are over before its start: it counts as finished.
  bool never_begins(std::size_t job) const;
  /// The cycle in which load was told to stop; kNever before.
  Cycle silent_from() const { return silent_from_; }
  std::vector<std::string> job_names() const override;

  /// Jobs that end may stand still beside load: they have all begun, and go on only when packets
  /// that are under way do.
  bool waits_for_packets() const;
  /// How often such jobs were told that a packet of theirs has been sent, or has arrived.
  std::uint64_t packets_told() const { return told_; }
  /// They stand still for good: load is told to stop in cycle `at`, which lies ahead.
  void give_up(Cycle at);

  /// Those that have begun are what they are when the run has been given up in cycle `last`.
  void cut_off(Cycle last);

  void sent(PacketHandle packet, Cycle issued, Cycle injected) override {
    const bool ends = is_of_a_job_that_ends(packet);
    WorkloadOfParts::sent(packet, issued, injected);
    count_told(ends);
  }
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override {
    const bool ends = is_of_a_job_that_ends(packet);
    WorkloadOfParts::received(packet, at, head_arrived, tail_arrived);
    count_told(ends);
  }

 private:
  void start() override;
  void act(Cycle now) override;

  void begin(std::size_t job);
  void give_priorities();
  /// When each of the others is complete or at rest, it is known when load stops.
  void silence_load();
  bool is_of_a_job_that_ends(PacketHandle packet) const {
    return jobs_[packets()[packet].job].load == nullptr;
  }
  void count_told(bool ends) {
    if (ends) {
      ++told_;
      silence_load();
    }
  }
  const Job* first_unfinished() const;
  Workload& owner(PacketHandle packet) override { return *jobs_[packets()[packet].job].workload; }

  std::vector<Job> jobs_;
  std::vector<bool> begun_;
  bool has_load_ = false;
  std::uint64_t told_ = 0;
  Cycle silent_from_;
};

}  // namespace flitcast
