#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// contract: a header passes a router after NetworkConfig::router_delay cycles. staged: flits pass
/// the stages of RouterPipeline.
enum class PipelineKind { kContract, kStaged };
/// Whether flits for the node itself pass the pipeline, or leave a router as they arrive.
enum class Ejection { kPipeline, kBypass };
/// Whether the send ports of a node work side by side, a message each, or share an injection
/// channel that sends one message at a time, on any of their virtual channels.
enum class InjectionMode { kParallel, kSerial };
/// overlap: an output virtual channel is given away anew when the tail of its worm has left;
/// atomic: when the buffer behind it is empty, too, and all its credits are back.
enum class VcReuse { kOverlap, kAtomic };
/// Whether every virtual channel of a link has a buffer of its own, or their slots are divided as
/// they need them: see SharedSlots.
enum class Buffers { kPrivate, kShared };
/// How output VCs, and the switch, are allocated: what the words mean is in hw/allocator.
enum class AllocatorKind {
  kSeparableInputFirst,
  kSeparableOutputFirst,
  kIslip,
  kWavefront,
  kMaximum
};
/// Which of several requests goes first.
enum class ArbiterKind { kRoundRobin, kMatrix, kAge, kRandom };

/// A router as a pipeline of stages, and the policies in it: an input-queued router with virtual
/// channels, after W. J. Dally and B. Towles, "Principles and Practices of Interconnection
/// Networks" (2004), ch. 16; speculation after L.-S. Peh and W. J. Dally, "A delay model and
/// speculative architecture for pipelined routers" (HPCA 2001). Delays are in cycles, >= 0.
struct RouterPipeline {
  PipelineKind kind = PipelineKind::kContract;  ///< staged: the others have an effect
  Cycle route_delay = 1;                        ///< route computation, of headers
  Cycle vc_delay = 1;                           ///< VC allocation, of headers
  Cycle switch_delay = 1;                       ///< switch allocation, of every flit
  Cycle traversal_delay = 1;                    ///< switch traversal, of every flit
  Cycle credit_delay = 0;          ///< from when a credit is there until it can be used
  bool lookahead_routing = false;  ///< the route comes with the header: its computation is free
  bool speculation = false;        ///< headers ask for VC and switch at the same time
  Ejection ejection = Ejection::kPipeline;
  InjectionMode injection = InjectionMode::kParallel;
  AllocatorKind allocator = AllocatorKind::kSeparableInputFirst;
  int iterations = 1;  ///< of separable allocators, >= 1
  ArbiterKind arbiter = ArbiterKind::kRoundRobin;
  VcReuse vc_reuse = VcReuse::kOverlap;
  Buffers buffers = Buffers::kPrivate;
  Cycle reserved_flits = 1;  ///< shared: slots that a virtual channel keeps, 1 … buffer_flits
  /// The virtual channels of a link, of each class that routing has, are divided among so many
  /// classes of messages, as evenly as it goes, 1 … those virtual channels; messages of further
  /// classes count to the last.
  int message_classes = 1;
  std::vector<std::uint32_t> class_vcs =
      {};                 ///< of each class of messages instead, >= 1; empty: evenly
  int input_speedup = 1;  ///< crossbar inputs of a port, 1 … virtual channels
  int output_speedup =
      1;  ///< crossbar outputs of a port, >= 1; what they bring waits for the channel

  /// A router without stages: headers take NetworkConfig::router_delay, all else is at once.
  static RouterPipeline contract() {
    RouterPipeline pipeline;
    pipeline.route_delay = pipeline.vc_delay = 0;
    pipeline.switch_delay = pipeline.traversal_delay = 0;
    pipeline.injection = InjectionMode::kSerial;
    return pipeline;
  }

  bool staged() const { return kind == PipelineKind::kStaged; }
  bool injects_serially() const { return staged() && injection == InjectionMode::kSerial; }
  bool shares_buffers() const { return staged() && buffers == Buffers::kShared; }
  bool default_policies() const {
    return allocator == AllocatorKind::kSeparableInputFirst && arbiter == ArbiterKind::kRoundRobin;
  }

  /// The class of messages that the virtual channel `place` of `vcs` of a class of routing is for.
  int class_at(int place, int vcs) const {
    if (class_vcs.empty()) {
      return place * message_classes / vcs;
    }
    int message_class = 0;
    for (const std::uint32_t own : class_vcs) {
      place -= static_cast<int>(own);
      if (place < 0) {
        break;
      }
      ++message_class;
    }
    return message_class;
  }

  Cycle routing() const { return lookahead_routing ? 0 : route_delay; }
  /// Cycles from the one in which a header is in front until the VC allocator decides about it.
  Cycle until_vc_decision() const {
    return routing() + last_cycle(speculation ? std::max(vc_delay, switch_delay) : vc_delay);
  }
  /// Cycles from the VC allocator's decision until the switch allocator's. With speculation both
  /// fall into one cycle.
  Cycle until_switch_decision() const {
    return speculation ? 0 : (vc_delay > 0 ? 1 : 0) + until_flit_decision();
  }
  /// The same from when a flit after a header is in front.
  Cycle until_flit_decision() const { return last_cycle(switch_delay); }
  /// From the decision of the switch allocator until the flit leaves its buffer.
  Cycle until_read() const {
    return (speculation ? std::max(vc_delay, switch_delay) : switch_delay) > 0 ? 1 : 0;
  }
  /// From there until it enters the channel.
  Cycle until_channel() const { return until_read() + traversal_delay; }

  /// Cycles that a header spends in a router without other traffic, R.
  Cycle header_delay() const {
    const Cycle allocation =
        speculation ? std::max(vc_delay, switch_delay) : vc_delay + switch_delay;
    return routing() + allocation + traversal_delay;
  }
  /// Cycles from when a flit leaves for a slot of a buffer until the next one can, over links with
  /// a flight time of `link_delay`.
  Cycle round_trip(Cycle link_delay) const {
    return until_channel() + link_delay + until_flit_decision() + until_read() + link_delay +
           credit_delay;
  }

 private:
  // Of a stage of `delay` cycles, counted from 0.
  static Cycle last_cycle(Cycle delay) { return std::max<Cycle>(delay, 1) - 1; }
};

}  // namespace flitcast
