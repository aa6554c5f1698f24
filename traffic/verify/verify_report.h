#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "hw/network_config.h"
#include "hw/topology/link_times.h"
#include "traffic/theory/cost_model.h"

namespace flitcast {

/// The hardware a schedule is verified for.
struct VerifyOptions {
  TimingModel model;
  Switching switching = Switching::kWormhole;
  int ports = 1;     ///< local ports of every node, >= 1
  bool irc = false;  ///< multi-destination worms allowed
  int vcs = 1;       ///< virtual channels of every link, >= 1
  Duplex duplex = Duplex::kFull;
  bool disjoint_links = false;  ///< refuse a round in which several messages take a link
  /// Flits of the largest packet, and cycles of the whole schedule played in lockstep, that the
  /// hardware can take.
  std::uint64_t most_packet_flits = std::numeric_limits<std::uint64_t>::max();
  Cycle most_cycles = kMostLockstepCycles;
  const LinkTimes* links = nullptr;  ///< what links are like; null: all as the model says
  /// Of staged routers, forks and flow control; null: they are not, worms do not fork, and it goes
  /// by credits.
  const NetworkConfig* network = nullptr;
  /// Others send packets from any node to any other meanwhile: what these may hold and ask for
  /// counts for the dependency graph.
  bool others_send = false;
  /// They may leave copies at any nodes on the base routes that they follow.
  bool others_multicast = false;
};

/// A schedule that is more than the hardware can take, by VerifyOptions; nothing is wrong with it.
class ScheduleLimitError : public std::runtime_error {
 public:
  enum class Limit { kPacketFlits, kCycles };

  ScheduleLimitError(Limit limit, const std::string& message)
      : std::runtime_error(message), limit_(limit) {}
  Limit limit() const { return limit_; }

 private:
  Limit limit_;
};

/// Told how far a verification is.
class VerifyWatcher {
 public:
  virtual ~VerifyWatcher() = default;
  /// Now and then: `round` of `rounds` is being verified.
  virtual void verifying(std::uint64_t round, std::uint64_t rounds) = 0;
};

/// What the static pass over a whole schedule found.
struct VerifyReport {
  std::uint64_t rounds = 0;
  std::uint64_t messages = 0;
  std::uint64_t payload_flits = 0;
  std::uint64_t largest_packet_flits = 0;  ///< header flits + payload of the largest message
  /// Greatest common divisor of the sizes that packets have on their way.
  std::uint64_t packet_unit_flits = 0;
  std::uint64_t max_hops = 0;
  std::uint64_t forked_worms = 0;  ///< that bring several messages
  /// Most messages on one directed link within one round, with half duplex on one link; 1 = every
  /// round is link-disjoint.
  std::uint64_t link_contention = 0;
  std::uint64_t contended_rounds = 0;  ///< rounds in which some link carries several messages
  std::string first_contention;        ///< "round 2: link 3->7 carries 4 messages"; empty if none
  /// A cycle in the dependency graph of all worms of all rounds in which they may wait, see
  /// WormDependencies::cycle; empty when there is none.
  std::string dependency_cycle;
  /// The same where bubbles keep every ring going (NetworkConfig::flow_control); else empty.
  std::string cycle_among_rings;
  /// There is none because headers can escape from those of the dependency graph.
  bool has_escape = false;
  /// How worms can wait for each other where some fork, see circle_of_worms(); empty when they
  /// cannot. Filled in by who knows whether rounds overlap.
  std::string tree_circle;
  /// Headers choose their way (RoutingRelation), so that messages may meet on links that the base
  /// routes, which the figures above are of, do not share.
  bool headers_choose = false;
  Cycle lockstep_cycles = 0;  ///< sum over rounds of the slowest message
  Coefficients lockstep_terms;
  /// Longest chain of messages that wait for each other's blocks or for their sender's port, each
  /// without contention (cycles).
  Cycle critical_path_cycles = 0;
};

}  // namespace flitcast
