#include "traffic/verify/verifier.h"

#include <algorithm>
#include <vector>

#include "traffic/verify/channels.h"
#include "traffic/verify/critical_path.h"
#include "traffic/verify/dependency_graph.h"
#include "traffic/verify/link_use.h"
#include "traffic/verify/possession.h"
#include "traffic/verify/round_counts.h"

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
        kept_(kept_resources()),
        dependencies_(channels_, kept_),
        sends_(topology_.processors()),
        receives_(topology_.processors()),
        possession_(schedule.operation),
        lockstep_(options.model, options.switching),
        critical_path_(schedule.operation, options) {}

  VerifyReport run();

 private:
  void check_round();
  void check_message(const MessageView& m);
  void check_ends(const MessageView& m) const;
  void check_walk(const MessageView& m);
  DependencyOptions kept_resources() const;
  /// Class in which a worm takes `channel` behind `last`; from the node itself behind kNoChannel.
  int class_behind(ChannelUse last, ChannelId channel) const;
  void check_conformity(const MessageView& m);
  void check_ports(const MessageView& m);
  void check_sharing() const;
  void check_duration() const;
  void count(const MessageView& m);

  [[noreturn]] void fail(const std::string& text) const { throw ScheduleError(number_, text); }
  /// "message 3->7 (block 3->7)"; of several blocks the first.
  static std::string name(const MessageView& m) {
    const std::string ends =
        "message " + std::to_string(m.source) + "->" + std::to_string(m.path.back());
    return m.blocks.empty() ? ends : ends + " (block " + to_string(m.blocks[0]) + ")";
  }
  std::string too_many(NodeId node, const char* verb, int messages, const MessageView& last) const {
    return "node " + std::to_string(node) + verb + std::to_string(messages) +
           " messages at a time, the last of them " + name(last) +
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
  DependencyOptions kept_;
  DependencyGraph dependencies_;
  RoundCounts sends_;
  RoundCounts receives_;
  Possession possession_;
  LockstepCost lockstep_;
  CriticalPath critical_path_;
  VerifyReport report_;
  Round round_;
  std::uint64_t number_ = 0;        // of the round being checked
  std::vector<NodeId> base_route_;  // scratch of check_conformity
};

VerifyReport Verifier::run() {
  if (schedule_.operation.nodes > topology_.processors()) {
    throw ScheduleError("the schedule has " + std::to_string(schedule_.operation.nodes) +
                        " nodes, " + topology_.describe() + " has " +
                        std::to_string(topology_.processors()));
  }
  for (number_ = 0; number_ < schedule_.rounds; ++number_) {
    round_.clear();
    schedule_.fill(number_, round_);
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
  report_.dependency_cycle = dependencies_.cycle();
  report_.lockstep_cycles = lockstep_.cycles();
  report_.lockstep_terms = lockstep_.coefficients();
  report_.critical_path_cycles = critical_path_.cycles();
  return report_;
}

void Verifier::check_round() {
  link_use_.begin_round(number_);
  for (std::size_t i = 0; i < round_.size(); ++i) {
    if (watcher_ != nullptr && i % kWatchedMessages == 0) {
      watcher_->verifying(number_, schedule_.rounds);
    }
    check_message(round_[i]);
  }
  if (options_.disjoint_links) {
    check_sharing();
  }
  link_use_.end_round(report_);
}

void Verifier::check_message(const MessageView& m) {
  check_ends(m);
  check_walk(m);
  if (m.destinations.size() > 1) {
    check_conformity(m);
  }
  if (ports_limited_) {
    check_ports(m);
  }
  count(m);
}

void Verifier::check_ends(const MessageView& m) const {
  if (m.source >= schedule_.operation.nodes) {
    fail(name(m) + " starts at node " + std::to_string(m.source) + "; the nodes are 0 to " +
         std::to_string(schedule_.operation.nodes - 1));
  }
  if (m.hops() == 0 || m.destinations.empty()) {
    fail(name(m) + " goes nowhere");
  }
  if (m.path.back() != m.destinations.back()) {
    fail(name(m) + " does not end at its destination, node " +
         std::to_string(m.destinations.back()));
  }
  for (const NodeId destination : m.destinations) {
    if (destination >= schedule_.operation.nodes) {
      fail(name(m) + " is meant for node " + std::to_string(destination) + "; the nodes are 0 to " +
           std::to_string(schedule_.operation.nodes - 1));
    }
  }
  if (m.blocks.empty()) {
    fail(name(m) + " carries no block");
  }
}

void Verifier::check_walk(const MessageView& m) {
  ChannelUse last{kNoChannel, 0};
  const NodeId* destination = m.destinations.begin();
  for (std::size_t i = 1; i < m.path.size(); ++i) {
    const NodeId here = m.path[i - 1];
    const ChannelId channel = channels_.between(here, m.path[i]);
    if (channel == kNoChannel) {
      fail(name(m) + " takes link " + std::to_string(here) + "->" + std::to_string(m.path[i]) +
           ", which " + topology_.describe() + " does not have");
    }
    link_use_.add(channel);
    const ChannelUse next{channel, kept_.classes > 1 ? class_behind(last, channel) : 0};
    if (last.channel != kNoChannel) {
      dependencies_.add(last, next);
      if (kept_.receive_ports && here == *destination) {
        dependencies_.add_receive(last);
        dependencies_.add_behind_receive(next);
        ++destination;
      }
    }
    last = next;
  }
  if (kept_.receive_ports) {
    dependencies_.add_receive(last);
  }
}

int Verifier::class_behind(ChannelUse last, ChannelId channel) const {
  const auto output = static_cast<PortId>(channels_.port(channel));
  const PortId input =
      last.channel == kNoChannel
          ? kNoPort
          : topology_.entry_port(channels_.source(last.channel),
                                 static_cast<PortId>(channels_.port(last.channel)));
  return routing_.class_on_route(channels_.source(channel), input, last.vc_class, output);
}

// What worms hold and wait for. In wormhole with half duplex a worm holds the link in both
// directions, whatever the virtual channels; packets that are buffered whole leave it as a whole,
// and wait for buffers. A receive port matters where more worms can ask for it than the node has,
// one from every virtual channel that leads there; a packet that is buffered whole gives it back
// whatever happens to the packet next.
DependencyOptions Verifier::kept_resources() const {
  const bool wormhole = options_.switching == Switching::kWormhole;
  DependencyOptions result;
  result.pairs = wormhole && options_.duplex == Duplex::kHalf;
  result.classes = result.pairs ? 1 : routing_.classes_of(options_.vcs);
  result.receive_ports =
      wormhole && options_.irc && options_.ports < topology_.degree() * options_.vcs;
  return result;
}

void Verifier::check_conformity(const MessageView& m) {
  if (!options_.irc) {
    fail(name(m) + " has " + std::to_string(m.destinations.size()) +
         " destinations, but intermediate reception is off");
  }
  base_route_.assign(1, m.source);
  routing_.append_path(m.source, m.path.back(), base_route_, schedule_.rings);
  for (std::size_t i = 1; i < m.path.size(); ++i) {
    if (i >= base_route_.size() || m.path[i] != base_route_[i]) {
      fail(name(m) + " takes link " + std::to_string(m.path[i - 1]) + "->" +
           std::to_string(m.path[i]) + ", which is not on its base route");
    }
  }
  const NodeId* at = m.path.begin();
  for (const NodeId destination : m.destinations) {
    at = std::find(at + 1, m.path.end(), destination);
    if (at == m.path.end()) {
      fail(name(m) + " does not pass its destination node " + std::to_string(destination) +
           " in the order of its header");
    }
  }
}

void Verifier::check_ports(const MessageView& m) {
  if (const int messages = sends_.add(number_, m.source); messages > options_.ports) {
    fail(too_many(m.source, " sends ", messages, m));
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
  for (std::size_t i = 0; i < round_.size(); ++i) {
    const MessageView m = round_[i];
    for (std::size_t hop = 1; hop < m.path.size(); ++hop) {
      if (link_use_.counts_for(channels_.between(m.path[hop - 1], m.path[hop]), shared)) {
        takers += (takers.empty() ? "" : " and ") + name(m);
      }
    }
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
    throw ScheduleLimitError(
        ScheduleLimitError::Limit::kPacketFlits,
        "the packet from " + std::to_string(m.source) + " to " + std::to_string(m.path.back()) +
            " in round " + std::to_string(number_) + " would have " + std::to_string(packet) +
            " flits; " + std::to_string(options_.most_packet_flits) + " is the limit");
  }
  ++report_.messages;
  report_.payload_flits += payload;
  report_.largest_packet_flits = std::max(report_.largest_packet_flits, packet);
  report_.max_hops = std::max<std::uint64_t>(report_.max_hops, m.hops());
}

}  // namespace

VerifyReport verify(const Schedule& schedule, const Routing& routing, const VerifyOptions& options,
                    VerifyWatcher* watcher) {
  return Verifier(schedule, routing, options, watcher).run();
}

}  // namespace flitcast
