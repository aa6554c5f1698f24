#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/types.h"
#include "traffic/steady_state/batch_means.h"
#include "traffic/steady_state/load_result.h"

namespace flitcast {

/// What was created and what arrived in windows of time of one length, which are joined in pairs
/// when there are many.
class LoadWindows {
 public:
  /// So many at least are left after a join.
  static constexpr std::size_t kMost = 512;

  /// From cycle `from` on, windows of `length` cycles >= 1; `in_network` packets have been created
  /// and have not arrived. Windows that may not `join` stay as long as they are.
  LoadWindows(Cycle from, Cycle length, std::int64_t in_network, bool join)
      : from_(from), length_(length), in_network_(in_network), joins_(join) {}

  Cycle from() const { return from_; }
  Cycle length() const { return length_; }
  std::int64_t in_network() const { return in_network_; }

  /// Precondition: from() <= at, here and below.
  void create(Cycle at, std::uint64_t packets, std::uint64_t flits) {
    LoadBatch& window = window_of(at);
    window.created_packets += packets;
    window.created_flits += flits;
    window.packet_cycles += static_cast<std::int64_t>(packets) * left(at);
  }
  void arrive(Cycle at, Cycle latency, std::uint32_t flits) {
    LoadBatch& window = window_of(at);
    ++window.packets;
    window.latency += static_cast<std::uint64_t>(latency);
    window.delivered_flits += flits;
    window.packet_cycles -= left(at);
  }

  /// The same now: of all that have been created those that have not arrived.
  std::int64_t in_network_now() const;

  /// All of the time up to cycle `now`, at which nor after which nothing has been counted: windows
  /// with their times, the last one as long as it has been so far.
  std::vector<LoadBatch> until(Cycle now) const;

 private:
  LoadBatch& window_of(Cycle at) {
    auto place = static_cast<std::size_t>((at - from_) / length_);
    while (place >= 2 * kMost && joins_) {
      join();
      place /= 2;
    }
    if (place >= windows_.size()) {
      windows_.resize(place + 1);
    }
    return windows_[place];
  }
  // From `at` to the end of its window.
  Cycle left(Cycle at) const { return length_ - (at - from_) % length_; }
  void join();

  Cycle from_;
  Cycle length_;
  std::int64_t in_network_;
  bool joins_;
  std::vector<LoadBatch> windows_;
};

/// Latency, and flits delivered per cycle, as batches.
std::vector<Batch> latency_batches(const std::vector<LoadBatch>& windows);
std::vector<Batch> delivery_batches(const std::vector<LoadBatch>& windows);

/// By Little's law the mean time of a packet in the system is the mean number of packets there by
/// the rate at which they come (J. D. C. Little, Operations Research 9(3), 1961); unlike the mean
/// over those that have arrived it knows of packets that do not arrive. True when it is above
/// `limit` in both the third and the fourth quarter of the windows, each of at least `limit`
/// cycles: it is no passing burst.
bool sojourn_beyond(const std::vector<LoadBatch>& windows, std::int64_t in_network, double limit);

/// Nothing has arrived in the second half of the windows, of `least` cycles or more, and there were
/// packets before it.
bool stands_still(const std::vector<LoadBatch>& windows, std::int64_t in_network, Cycle least);

}  // namespace flitcast
