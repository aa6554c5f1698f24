#pragma once

#include <cstdint>
#include <vector>

#include "hw/fast/worm_dates.h"
#include "hw/fast/worm_trail.h"
#include "hw/packet.h"
#include "hw/time/wake_queue.h"
#include "hw/topology/link_times.h"

namespace flitcast {

/// Takes worms to their destination as a whole. A worm whose header has been given the port of its
/// last destination meets no other: when its flits pass, up to the tail, follows from dates
/// that are known. It is settled: its dates are computed, its words go from memory to memory, the
/// channels on its way are left as after the last flit, and headers that wait for them learn when
/// they get them. The dates are those that its flits would have had one by one.
///
/// One serves all routers of a network with one virtual channel per link.
class WormSettler {
 public:
  /// All references must outlive it but that to `times`, what the links of the network are like.
  WormSettler(const PacketPool& packets, WakeQueue& wakes, const LinkTimes& times);

  /// The header of `packet` has been given `last`, which leads to its last destination, and may
  /// leave at `now`. False when nothing has been done: a probe wants to see the worm pass flit by
  /// flit.
  bool settle(Link& last, PacketHandle packet, Cycle now);

  /// Whether the body of `packet`, whose header leaves the first router at `now` with `flits` flits
  /// up to the tail, may stay behind: its tail will not leave that router before the header is at
  /// the last one, if nothing delays that, and then it is settled with nothing done in between. If
  /// something does, catch_up() puts all flits where they are by then.
  bool may_lag(PacketHandle packet, std::uint32_t flits, Cycle now) const {
    const Cycle way = packets_[packet].hops * slowest_hop_;
    return way > 0 && flits > way &&
           now + way + flits * slowest_flit_ + kEnds <= wakes_.lookahead_limit();
  }
  /// The header of the worm that came by `link` does not get on.
  void catch_up(Link& link);

 private:
  // Words that are moved at a time: they stay in the first-level cache.
  static constexpr std::uint32_t kBatch = 1024;
  // Cycles from the last router to the memory of the node, and to spare.
  static constexpr Cycle kEnds = 4;

  bool follow(Link& last);
  bool follow_to_source(const Link& link, std::uint32_t flits);
  bool in_time() const;
  void leave(std::size_t index);
  void hand_over(PacketHandle packet) const;
  void carry_words(PacketHandle packet);
  void collect(std::uint32_t first, std::uint32_t end);

  const PacketPool& packets_;
  WakeQueue& wakes_;
  std::uint32_t flits_ = 0;
  WormTrail trail_;
  WormDates dates_;
  std::vector<Word> words_;
  Cycle slowest_hop_;   // cycles of a header from router to router; 0: it waits for its body
  Cycle slowest_flit_;  // cycles between two flits
  std::vector<Link*> lagging_;
};

}  // namespace flitcast
