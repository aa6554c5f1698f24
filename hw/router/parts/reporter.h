#pragma once

#include "hw/probe.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router/parts/room_rule.h"

namespace flitcast {

/// Tells a probe, if there is one, what a router does. The calls are for routers that have one:
/// `if (reporter)` first.
class Reporter {
 public:
  Reporter(NodeId node, const PortLayout& layout) : node_(node), layout_(layout) {}

  void attach(Probe* probe) { probe_ = probe; }
  explicit operator bool() const { return probe_ != nullptr; }

  /// The worm in front of `in`, input VC `index`, is in `state` from `at` on.
  [[gnu::cold]] void state(int index, const InputVc& in, VcState state, Cycle at) const;
  /// It finds none of its candidates free.
  [[gnu::cold]] void blocked(int index, const InputVc& in, Cycle at) const;
  /// It holds an output.
  [[gnu::cold]] void holding(int index, const InputVc& in, Cycle at) const;
  /// It was blocked; if there is room now, others may still take its channel.
  [[gnu::cold]] void room(int index, const InputVc& in, const RoomRule& rule, Cycle at) const;
  /// The flit in front of `in` has stood ready for `port` up to `at`, if it has stood there.
  [[gnu::cold]] void waited(int index, const InputVc& in, PortId port, Cycle at) const;
  /// Its tail has left.
  [[gnu::cold]] void idle(int index, Cycle at) const;
  /// The flit in front of `in` goes to the output that its worm holds, whatever kept it before.
  [[gnu::cold]] void moved(int index, const InputVc& in, Cycle at) const;
  /// The same for a flit that leaves its buffer at `left` and enters the channel at `sent`.
  [[gnu::cold]] void passed(int index, const InputVc& in, Cycle left, Cycle sent) const;
  /// `count` body flits follow it, one every interval of the channel from `at` on.
  void bodies_moved(int index, const OutputVc& out, const Flit& first, std::uint32_t count,
                    Cycle at) const {
    probe_->bodies_moved(node_, index, out.port, first, count, at, out.link->cycles_per_flit());
  }
  /// The address in front of `in` has gone to the local port; the next one is awaited.
  [[gnu::cold]] void stripped(int index, const InputVc& in, const Flit& copy, Cycle at) const;
  /// The local output `out` takes a copy of a flit.
  [[gnu::cold]] void copied(const OutputVc& out, const Flit& flit, Cycle at) const;

 private:
  Probe* probe_ = nullptr;
  NodeId node_;
  PortLayout layout_;
};

}  // namespace flitcast
