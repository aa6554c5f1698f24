#include "traffic/verify/verifier.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "traffic/schedule/worms_of_round.h"
#include "traffic/theory/lockstep_cost.h"
#include "traffic/verify/channels.h"
#include "traffic/verify/critical_path.h"
#include "traffic/verify/forked_worms.h"
#include "traffic/verify/link_use.h"
#include "traffic/verify/possession.h"
#include "traffic/verify/round_counts.h"
#include "traffic/verify/worm_dependencies.h"

namespace flitcast {
namespace {

/// Messages between two calls of the watcher within a round.
constexpr std::size_t kWatchedMessages = 1024;

/// One pass over a schedule, see verify().
class Verifier {
 public:
  Verifier(const Schedule& schedule, const Routing& routing, const VerifyOptions& options,
           VerifyWatcher* watcher)
      : schedule_(schedule),
        routing_(routing),
        topology_(routing.topology()),
        options_(options),
        watcher_(watcher),
        ports_limited_(schedule.operation.family() != BlockFamily::kLoose),
        channels_(topology_),
        link_use_(channels_, options.duplex),
        dependencies_(routing, channels_, options),
        sends_(topology_.processors()),
        receives_(topology_.processors()),
        possession_(schedule.operation),
        lockstep_(options.model, options.switching, options.links, options.network),
        critical_path_(schedule.operation, routing, options),
        round_(topology_) {}

  VerifyReport run();

 private:
  void check_round();
  void add_packets_of_others();
  void fill_round();
  void check_message(std::size_t i);
  void check_ends(const MessageView& m) const;
  void check_walk(const MessageView& m);
  void check_conformity(const MessageView& m);
  void check_ports(const MessageView& m);
  void check_sharing() const;
  void check_duration() const;
  void count(const MessageView& m);

  /// The worm of message `i` of the round forks, and reserves its routers.
  bool is_reserved(std::size_t i) const {
    return shares_worm(round_, i) && options_.network != nullptr &&
           options_.network->forks == Forks::kReserved;
  }

  [[noreturn]] void fail(const std::string& text) const { throw ScheduleError(number_, text); }
  std::string too_many(NodeId node, const char* verb, int messages, const MessageView& last) const {
    return "node " + std::to_string(node) + verb + std::to_string(messages) +
           " messages at a time, the last of them " + name_of(last) +
           "; ports: " + std::to_string(options_.ports);
  }

  const Schedule& schedule_;
  const Routing& routing_;
  const Topology& topology_;
  VerifyOptions options_;
  VerifyWatcher* watcher_;
  bool ports_limited_;
  Channels channels_;
  LinkUse link_use_;
  WormDependencies dependencies_;
  RoundCounts sends_;
  RoundCounts receives_;
  Possession possession_;
  LockstepCost lockstep_;
  CriticalPath critical_path_;
  VerifyReport report_;
  Round round_;
  std::uint64_t number_ = 0;        // of the round being checked
  std::vector<ChannelId> way_;      // of the message being checked
  std::vector<PortId> base_route_;  // scratch of check_conformity
};

VerifyReport Verifier::run() {
  if (schedule_.operation.nodes > topology_.processors()) {
    throw ScheduleError("the schedule has " + std::to_string(schedule_.operation.nodes) +
                        " nodes, " + topology_.describe() + " has " +
                        std::to_string(topology_.processors()));
  }
  for (number_ = 0; number_ < schedule_.rounds; ++number_) {
    fill_round();
    check_round();
    possession_.apply(number_, round_);
    lockstep_.add(schedule_, round_);
    check_duration();
    critical_path_.add(schedule_, round_);
  }
  if (const std::string missing = possession_.missing(); !missing.empty()) {
    throw ScheduleError("after the last round " + missing);
  }
  report_.rounds = schedule_.rounds;
  if (options_.others_send) {
    add_packets_of_others();
  }
  report_.dependency_cycle = dependencies_.cycle();
  if (options_.network != nullptr && options_.network->flow_control == FlowControl::kBubble) {
    report_.cycle_among_rings = dependencies_.cycle_among_rings();
  }
  report_.has_escape = dependencies_.has_escape();
  report_.headers_choose = dependencies_.headers_choose();
  report_.lockstep_cycles = lockstep_.cycles();
  report_.lockstep_terms = lockstep_.coefficients();
  report_.critical_path_cycles = critical_path_.cycles();
  return report_;
}

void Verifier::add_packets_of_others() {
  if (const auto end = dependencies_.add_all_pairs(); end.lost != kNoNode) {
    throw ScheduleError("a header from " + std::to_string(end.source) + " to " +
                        std::to_string(end.destination) + " may come to node " +
                        std::to_string(end.lost) + " and find no way to go on");
  }
}

void Verifier::fill_round() {
  round_.clear();
  try {
    schedule_.fill(number_, round_);
  } catch (const ScheduleError& error) {
    fail(error.what());
  }
}

void Verifier::check_round() {
  link_use_.begin_round(number_);
  for (std::size_t i = 0; i < round_.size(); ++i) {
    if (watcher_ != nullptr && i % kWatchedMessages == 0) {
      watcher_->verifying(number_, schedule_.rounds);
    }
    check_message(i);
  }
  if (round_.forks()) {
    report_.forked_worms += count_trees(number_, round_, routing_, channels_, link_use_);
  }
  if (options_.disjoint_links) {
    check_sharing();
  }
  link_use_.end_round(report_);
}

void Verifier::check_message(std::size_t i) {
  const MessageView m = round_[i];
  check_ends(m);
  if (m.joins) {
    way_ = check_joining(number_, round_, i, routing_, options_, channels_);
  } else {
    check_walk(m);
  }
  if (m.destinations.size() > 1) {
    check_conformity(m);
  }
  // What is reserved waits for no channel with another one in hand: see circle_of_worms().
  const NodeId lost = is_reserved(i) ? kNoNode : dependencies_.add(m, way_);
  if (lost != kNoNode) {
    fail(name_of(m) + " may come to node " + std::to_string(lost) + " and find no way to go on");
  }
  if (ports_limited_) {
    check_ports(m);
  }
  count(m);
}

[[gnu::always_inline]] inline void Verifier::check_ends(const MessageView& m) const {
  if (m.source >= schedule_.operation.nodes) {
    fail(name_of(m) + " starts at node " + std::to_string(m.source) + "; the nodes are 0 to " +
         std::to_string(schedule_.operation.nodes - 1));
  }
  if (m.destinations.empty() ||
      (m.hops() == 0 && (!topology_.shares_routers() || m.destinations.back() == m.source))) {
    fail(name_of(m) + " goes nowhere");
  }
  for (const NodeId destination : m.destinations) {
    if (destination >= schedule_.operation.nodes) {
      fail(name_of(m) + " is meant for node " + std::to_string(destination) +
           "; the nodes are 0 to " + std::to_string(schedule_.operation.nodes - 1));
    }
  }
  if (m.blocks.empty()) {
    fail(name_of(m) + " carries no block");
  }
}

void Verifier::check_walk(const MessageView& m) {
  way_.clear();
  NodeId here = topology_.router_of(m.source);
  for (const PortId port : m.ports) {
    const NodeId next = topology_.neighbour(here, port);
    if (next == kNoNode) {
      fail(name_of(m) + " leaves node " + std::to_string(here) + " by port " +
           std::to_string(port) + ", behind which " + topology_.describe() + " has no link");
    }
    way_.push_back(channels_.leaving(here, port));
    link_use_.add(way_.back());
    here = next;
  }
  if (here != topology_.router_of(m.destinations.back())) {
    fail(name_of(m) + " ends at node " + std::to_string(here) + ", not at its destination");
  }
}

void Verifier::check_conformity(const MessageView& m) {
  if (!options_.irc) {
    fail(name_of(m) + " has " + std::to_string(m.destinations.size()) +
         " destinations, but intermediate reception is off");
  }
  base_route_.clear();
  routing_.append_ports(m.source, m.destinations.back(), base_route_, schedule_.rings);
  std::size_t hop = 0;
  channels_.for_each_of(m.source, m.ports, [&](ChannelId channel) {
    if (hop >= base_route_.size() || m.ports[hop] != base_route_[hop]) {
      fail(name_of(m) + " takes link " + channels_.name(channel) +
           ", which is not on its base route");
    }
    ++hop;
  });
  const PathNodes nodes = m.nodes();
  PathNodes::Iterator at = nodes.begin();
  for (const NodeId destination : m.destinations) {
    at = at == nodes.end() ? at : std::find(++at, nodes.end(), destination);
    if (at == nodes.end()) {
      fail(name_of(m) + " does not pass its destination node " + std::to_string(destination) +
           " in the order of its header");
    }
  }
}

void Verifier::check_ports(const MessageView& m) {
  if (!m.joins) {
    if (const int messages = sends_.add(number_, m.source); messages > options_.ports) {
      fail(too_many(m.source, " sends ", messages, m));
    }
  }
  for (const NodeId destination : m.destinations) {
    if (const int messages = receives_.add(number_, destination); messages > options_.ports) {
      fail(too_many(destination, " receives ", messages, m));
    }
  }
}

void Verifier::check_sharing() const {
  const ChannelId shared = link_use_.shared();
  if (shared == kNoChannel) {
    return;
  }
  std::string takers;
  bool taken = false;  // by the worm so far
  for (std::size_t i = 0; i < round_.size(); ++i) {
    const MessageView m = round_[i];
    taken = taken && m.joins;
    channels_.for_each_of(m.source, m.ports, [&](ChannelId channel) {
      if (link_use_.counts_for(channel, shared) && !taken) {
        takers += (takers.empty() ? "" : " and ") + name_of(m);
        taken = m.joins || (i + 1 < round_.size() && round_.joins(i + 1));
      }
    });
  }
  fail("link " + link_use_.name(shared) + " is taken by " + takers);
}

void Verifier::check_duration() const {
  if (lockstep_.cycles() > options_.most_cycles) {
    throw ScheduleLimitError(ScheduleLimitError::Limit::kCycles,
                             "the first " + std::to_string(number_ + 1) + " of " +
                                 std::to_string(schedule_.rounds) + " rounds would take " +
                                 std::to_string(lockstep_.cycles()) + " cycles; " +
                                 std::to_string(options_.most_cycles) + " is the limit");
  }
}

void Verifier::count(const MessageView& m) {
  const std::uint64_t payload = schedule_.payload_flits(m);
  const std::uint64_t packet = m.header_flits() + payload;
  if (packet > options_.most_packet_flits) {
    throw ScheduleLimitError(ScheduleLimitError::Limit::kPacketFlits,
                             "the packet from " + std::to_string(m.source) + " to " +
                                 std::to_string(m.destinations.back()) + " in round " +
                                 std::to_string(number_) + " would have " + std::to_string(packet) +
                                 " flits; " + std::to_string(options_.most_packet_flits) +
                                 " is the limit");
  }
  ++report_.messages;
  report_.payload_flits += payload;
  report_.largest_packet_flits = std::max(report_.largest_packet_flits, packet);
  const bool sheds = m.destinations.size() > 1;  // its addresses, one by one
  report_.packet_unit_flits = std::gcd(report_.packet_unit_flits, sheds ? 1 : packet);
  report_.max_hops = std::max<std::uint64_t>(report_.max_hops, m.hops());
}

}  // namespace

VerifyReport verify(const Schedule& schedule, const Routing& routing, const VerifyOptions& options,
                    VerifyWatcher* watcher) {
  return Verifier(schedule, routing, options, watcher).run();
}

}  // namespace flitcast
