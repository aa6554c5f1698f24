#pragma once

#include <vector>

#include "hw/occupied_vc.h"
#include "hw/probe.h"

namespace flitcast {

/// What others may ask of a router, whatever is inside it. Input virtual channel v of port p is
/// number p·vcs + v.
class WatchedRouter {
 public:
  virtual ~WatchedRouter() = default;

  /// From now on `probe` is told what happens; null: nobody.
  virtual void attach_probe(Probe* probe) = 0;
  /// What stands in front of an input VC in cycle `now`, as far as it has been decided. `now` lies
  /// at most one cycle after WakeQueue::lookahead_limit().
  virtual InputVcView view(int input, Cycle now) const = 0;
  /// The input virtual channels that hold flits, in cycle `now`.
  virtual std::vector<OccupiedVc> inspect(Cycle now) const = 0;
  /// Nothing moves any more: the waits that go on are counted up to `end`.
  virtual void end_waits(Cycle end) = 0;
};

}  // namespace flitcast
