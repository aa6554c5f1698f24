#pragma once

#include <memory>
#include <vector>

#include "hw/types.h"
#include "traffic/load/load_settings.h"
#include "traffic/pattern/traffic_pattern.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// When which processor creates a packet. It costs nothing between two packets.
class InjectionProcess {
 public:
  static constexpr Cycle kNever = INT64_MAX;

  virtual ~InjectionProcess() = default;

  /// The cycle of the next packet; kNever where there is none.
  Cycle next() const { return next_; }
  /// Its source. Goes on to the packet after it.
  virtual NodeId take() = 0;
  /// `source` has a reply from cycle `at` on, which is to come.
  virtual void retire(NodeId /*source*/, Cycle /*at*/) {}

 protected:
  Cycle next_ = kNever;
};

/// Every processor that sends by `pattern` has `outstanding` requests under way: it creates them at
/// first, and another one whenever one is replied to.
std::unique_ptr<InjectionProcess> make_closed_injection(const TrafficPattern& pattern,
                                                        NodeId processors, int outstanding);

/// Of the other kinds. `rates[node]`: packets of a processor per cycle, 0 … 1, not all 0;
/// `packet_rate_on`: bursty sources, in a cycle that is on. `random` must outlive it.
std::unique_ptr<InjectionProcess> make_injection(const LoadSettings& settings,
                                                 const std::vector<double>& rates,
                                                 double packet_rate_on, SplitMix64& random);

}  // namespace flitcast
