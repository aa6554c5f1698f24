#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/ni/interface_core.h"
#include "hw/probe.h"
#include "hw/types.h"

namespace flitcast {

/// Why a worm does not go on.
enum class WaitReason {
  kOutput,       ///< another worm holds the channel
  kNextInTurn,   ///< another worm is next to have the half-duplex channel, and waits itself
  kRoom,         ///< the buffer behind the channel is full of another worm
  kQueue,        ///< another worm stands before it in the same buffer
  kReceivePort,  ///< other worms hold the receive ports of the node
  kMemory,       ///< the memory of the node has no room until another message leaves it
  kSendPort,     ///< is ready in an interface, and another message has the send port
  kTurn,         ///< a worm in the other direction holds the half-duplex link
  kUnknown,      ///< nobody is in its way
};

/// A virtual channel of the link from one router to the next.
struct HeldChannel {
  NodeId from;
  NodeId to;
  int vc;
};

struct StuckWorm {
  std::uint64_t message = 0;  ///< its number in the schedule, see StuckReport::jobs
  NodeId source = 0;
  std::vector<NodeId> destinations;
  std::uint32_t flits = 0;         ///< of the packet, header included
  NodeId router = 0;               ///< where its header stands
  std::vector<HeldChannel> holds;  ///< network channels, from the tail to the header
  NodeId wanted = kNoNode;  ///< where its next channel leads; `router` itself: a receive port
  WaitReason reason = WaitReason::kUnknown;
  std::optional<std::uint64_t> waits_for;  ///< message whose worm has to go first
};

/// An input virtual channel with flits in its buffer.
struct BusyVc {
  NodeId from;  ///< the router it comes from; the node itself: injection
  int port;
  int vc;
  VcState state;
  std::uint64_t message;  ///< of the worm in front
  NodeId wanted;          ///< as in StuckWorm
  std::uint64_t flits;
};

struct BusyRouter {
  NodeId node;
  std::vector<BusyVc> inputs;
};

/// Why a run ended before its workload had finished.
struct StuckReport {
  enum class Reason {
    kNoProgress,  ///< nothing can move any more
    kMaxCycles,   ///< run.max_cycles reached, which says nothing about a deadlock
  };

  Reason reason = Reason::kNoProgress;
  std::string position;           ///< where the workload stood, in its words: "in round 3"
  Cycle last_progress = 0;        ///< last cycle in which anything happened
  Cycle verdict = 0;              ///< cycle in which the run was given up
  std::vector<GivenUp> given_up;  ///< messages that nobody sends again
  int vcs = 1;
  std::vector<StuckWorm> worms;      ///< in the network, by message; only without progress
  std::vector<std::uint64_t> cycle;  ///< messages that wait for each other, each for the next and
                                     ///< the last for the first; empty when there is no such cycle
  std::vector<BusyRouter> routers;   ///< with worms in them
  /// Of several workloads at once: a message is job · kJob + its number, of jobs[job].
  std::vector<std::string> jobs;
  static constexpr std::uint64_t kJob = std::uint64_t{1} << 48U;

  /// "3", or "3 of JOB".
  std::string name_of(std::uint64_t message) const;
};

/// "output_held", "no_room", …
const char* to_string(WaitReason reason);
/// "no_progress", "max_cycles".
const char* to_string(StuckReport::Reason reason);

/// Worms that wait for each other in a circle, found by following what each waits for, from the one
/// with the lowest message on; empty when there is no circle.
std::vector<std::uint64_t> cycle_of_waits(const std::vector<StuckWorm>& worms);

/// The report as text: the verdict, messages given up, the cycle of waits, then worms, a line each
/// and at most 20, those of the cycle before others.
std::string stuck_text(const StuckReport& report);

}  // namespace flitcast
