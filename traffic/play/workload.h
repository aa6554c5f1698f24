#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hw/ni/interface_core.h"
#include "hw/ni/ni_client.h"
#include "hw/packet.h"
#include "hw/time/wake_queue.h"
#include "traffic/play/cycle_counts.h"

namespace flitcast {

/// The network as a workload sees it. Everything outlives the workload's last act.
struct WorkloadNetwork {
  PacketPool* packets = nullptr;
  WakeQueue* wakes = nullptr;
  std::vector<InterfaceCore*> interfaces = {};  ///< of the processors, by node
};

/// How far a workload is.
struct WorkloadProgress {
  std::string words;  ///< "round 12/63"
  /// Of something that takes about the same time each, how many are done; of 0: nobody knows.
  std::uint64_t done = 0;
  std::uint64_t of = 0;
};

/// What drives the network interfaces: it posts messages, gives them their words and takes those
/// that arrive (NiClient), and knows when it has what it wanted and what it has measured. A
/// schedule that is played is one (ScheduleExecutor); generators of random traffic are others.
///
/// A workload is a module of the simulation like a router: it acts in the cycles for which it has
/// asked to be woken, and in between is told of what was sent and received. A run lasts until
/// nobody has work left: a workload that posts no more and asks for no cycle lets the network
/// drain. One that has seen enough of traffic that never ends says so (end_run). A run that ends
/// before the workload has finished is reported as stuck.
class Workload : public NiClient {
 public:
  /// The network is there: the workload enlists as the next module and starts. Once, before the
  /// first cycle.
  void begin(const WorkloadNetwork& network) {
    network_ = network;
    network_.wakes->enlist(alarm_);
    start();
  }
  /// What it is woken by; enlisted since begin().
  const Alarm& alarm() const { return alarm_; }
  /// One cycle. Does nothing when the workload has not asked for `now`.
  void tick(Cycle now) {
    if (alarm_.take(now) != 0) {
      act(now);
    }
  }

  /// It has what it wanted, and waits for nothing more.
  virtual bool finished() const = 0;
  /// The cycle in which that came about; only when finished.
  virtual Cycle completion() const = 0;
  /// For people who wait for the run.
  virtual WorkloadProgress progress() const = 0;
  /// Where it stands, to follow "given up at cycle 99 ": "in round 3".
  virtual std::string position() const = 0;
  /// A number that a waveform shows as tb.round: the part of the workload that is under way.
  virtual std::uint64_t phase() const { return 0; }
  /// What that part is called.
  virtual std::string phase_name(std::uint64_t phase) const {
    return "round " + std::to_string(phase);
  }

  /// Of a workload that consists of several: Packet::job is a place in this list.
  virtual std::vector<std::string> job_names() const { return {}; }

  /// Latencies that it has counted, cycles: how often.
  std::map<Cycle, std::uint64_t> latencies() const { return latencies_.by_cycles(); }

 protected:
  /// Posts or asks for the first cycle; the cycle before 0 is the current one.
  virtual void start() = 0;
  /// It is `now`, for which it has asked.
  virtual void act(Cycle now) = 0;

  /// Asks to act at cycle `at`, which lies ahead.
  void wake_at(Cycle at) {
    due_ = std::max(due_, at);
    network_.wakes->wake(*asks_, 1, at);
  }
  /// Begins `part` in the next cycle: it becomes a part of this workload, and acts when that is
  /// told to, which is woken for both. Its packets are of `job`. To be called from start() on.
  void begin_part(Workload& part, std::uint8_t job = 0) const {
    part.job_ = job;
    part.network_ = network_;
    part.asks_ = asks_;
    part.start();
  }
  /// A part acts, for which it may not have asked.
  static void act_part(Workload& part, Cycle now) {
    if (part.due_ <= now) {
      part.due_ = kNoCycle;
    }
    part.act(now);
  }
  /// A part is told that a packet of its has been sent, or has arrived at a destination.
  static void tell_part(Workload& part) { --part.to_come_; }
  /// A part has asked for a cycle to come.
  static bool is_due(const Workload& part) { return part.due_ != kNoCycle; }
  /// A part will never act again: nothing is due, and no packet of its is under way.
  static bool is_at_rest(const Workload& part) { return !is_due(part) && part.to_come_ == 0; }
  Cycle now() const { return network_.wakes->now(); }
  PacketPool& packets() { return *network_.packets; }
  const PacketPool& packets() const { return *network_.packets; }
  /// Hands a packet of the pool to the network interface of its source.
  void post(PacketHandle packet, Cycle now) {
    if (job_ != 0) {
      packets().belong(packet, job_);
    }
    to_come_ += 1 + packets()[packet].copies();
    network_.interfaces[packets()[packet].source]->post(packet, now);
  }
  /// It may turn out in cycle `last` that nothing after it is simulated: what is counted by then is
  /// of no later cycle. kNever: it will not.
  void may_end(Cycle last) { network_.wakes->set_possible_end(last); }
  /// Nothing that comes after cycle `last` is simulated.
  void end_run(Cycle last) { network_.wakes->set_last_cycle(last); }
  void count_latency(Cycle cycles) { latencies_.count(cycles); }

 private:
  WorkloadNetwork network_;
  Alarm alarm_;
  Alarm* asks_ = &alarm_;  // what it is woken by: its own, or that of what it is a part of
  std::uint8_t job_ = 0;   // as Packet::job
  static constexpr Cycle kNoCycle = -1;
  Cycle due_ = kNoCycle;       // the last cycle for which it has asked, until it has acted then
  std::uint64_t to_come_ = 0;  // what it will be told of packets that it has posted
  CycleCounts latencies_;
};

}  // namespace flitcast
