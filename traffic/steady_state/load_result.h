#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// What became of a network under load.
enum class LoadVerdict {
  kSettled,    ///< steady, and the intervals are as narrow as was wanted
  kUnsettled,  ///< the most cycles were over before that
  kSaturated,  ///< latency beyond the multiple of that without load, or source queues that grow
  kStalled,    ///< packets are under way and none arrives any more: a deadlock, or very nearly
};
/// "settled", …
std::string_view to_string(LoadVerdict verdict);

/// What a run came up against before it knew as much as was wanted.
enum class LoadLimit {
  kNone,
  kCycles,   ///< LoadSettings::most_cycles
  kPackets,  ///< LoadSettings::most_packets
};

/// A mean, NaN of nothing, and half the width of its 95 % interval: infinite where nothing is known
/// of it.
struct Estimate {
  double mean = 0;
  double half_width = 0;
};

/// What would have settled a run, as far as it can tell: about so many times its cycles, or that
/// precision wanted instead, infinite where none would do, since it is too short beside the time
/// for which latencies hang together.
struct LoadMissing {
  double times = 0;
  double precision = 0;
};

/// Packets alike, among those measured. Latencies in cycles.
struct LoadClass {
  enum class Kind { kPacket, kRequest, kReply, kMulticast };
  Kind kind = Kind::kPacket;
  std::uint32_t flits = 0;         ///< header included; multicasts: without its addresses' header
  std::uint32_t destinations = 1;  ///< of every packet
  std::uint64_t packets = 0;       ///< arrivals: a multicast counts once for every destination
  std::uint64_t latency = 0;       ///< the sum, creation to tail in the network interface
  std::uint64_t queueing = 0;      ///< the sum, creation to header into the injection channel
  Cycle most = 0;                  ///< the longest latency
};
std::string_view to_string(LoadClass::Kind kind);

/// Of one processor, in the measured time.
struct LoadNode {
  std::uint64_t sent_flits = 0;  ///< of its packets that arrived
  std::uint64_t sent_packets = 0;
  std::uint64_t latency = 0;  ///< the sum over these
  std::uint64_t received_flits = 0;
  std::uint64_t received_packets = 0;
};

/// Flits and packets from the first to the last cycle. created = delivered + in_flight + queued,
/// where a multicast counts once for every destination.
struct LoadAccount {
  std::uint64_t created_packets = 0;
  std::uint64_t created_flits = 0;
  std::uint64_t delivered_packets = 0;
  std::uint64_t delivered_flits = 0;
  std::uint64_t in_flight_packets = 0;  ///< handed to a network interface
  std::uint64_t in_flight_flits = 0;
  std::uint64_t queued_packets = 0;  ///< still in a source queue
  std::uint64_t queued_flits = 0;
};

/// What a window of the measured time saw. Confidence comes from batches of several of them.
struct LoadBatch {
  Cycle from = 0;
  Cycle to = 0;               ///< exclusive
  std::uint64_t packets = 0;  ///< that arrived
  std::uint64_t latency = 0;  ///< the sum
  std::uint64_t delivered_flits = 0;
  std::uint64_t created_packets = 0;
  std::uint64_t created_flits = 0;
  /// What the packets that came and went in it add to its packet-cycles, beyond those that were
  /// there at its beginning: every one that came the cycles to its end, every one that went less
  /// the same.
  std::int64_t packet_cycles = 0;
};

/// What an open-loop run has measured from cycle measured_from up to but without measured_to, by
/// the dates of events: packets and flits count where they arrive, what is offered where it is
/// created. Means are over all of that time, and over all packets that arrived in it; NaN where
/// there is nothing of it.
struct LoadResult {
  LoadVerdict verdict = LoadVerdict::kUnsettled;
  LoadLimit limit = LoadLimit::kNone;  ///< that ended the run, or its warm-up
  LoadMissing missing;                 ///< zeros unless it is unsettled and its transient was over
  Cycle measured_from = 0;
  Cycle measured_to = 0;
  std::uint64_t packets = 0;
  Estimate latency;             ///< cycles
  double queueing = 0;          ///< its part before the injection channel, mean
  double network = 0;           ///< the rest
  bool transient_over = false;  ///< the warm-up was as long as it was given, or as MSER-5 wanted it
  Estimate accepted;            ///< flits delivered per processor and cycle
  double offered = 0;           ///< flits created per processor and cycle, in the same time
  double zero_load = 0;         ///< mean latency without load, as theory has it
  /// Links on the ways that were drawn, else on the base routes, mean: a header that chooses takes
  /// a way as short.
  double hops = 0;
  Cycle batch = 0;                  ///< length of the batches that the intervals come from
  double lag_1 = 0;                 ///< autocorrelation of the batches' latencies
  std::uint64_t backlog_flits = 0;  ///< in source queues at the end of the measurement
  std::vector<LoadBatch> batches;   ///< up to 1,024, unless load.batch says how long they are
  std::vector<LoadClass> classes;
  std::vector<LoadNode> nodes;  ///< by processor
  LoadAccount account;
  /// Request–reply: creation of the request to arrival of the reply, mean; NaN without replies.
  double round_trip = 0;
};

}  // namespace flitcast
