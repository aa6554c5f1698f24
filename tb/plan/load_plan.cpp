#include "tb/plan/load_plan.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "hw/ni/interfaces.h"
#include "hw/topology/link_times.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/predict.h"
#include "traffic/channel_load/load_theory.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {
namespace {

/// How a circle of waits names one (DependencyGraph::cycle).
constexpr std::string_view kReceivePort = "[receive at ";
constexpr std::string_view kMemory = "[memory at ";

/// Whether requests and replies can have virtual channels and ports of their own: the routing
/// leaves the channels to them, and nothing else that was given is in the way.
bool takes_classes(RawConfig raw, const Config& config) {
  give(raw, "router.pipeline", "staged");
  for (const char* key : {"router.message_classes", "router.vcs", "router.ports"}) {
    give(raw, key, "2");
  }
  try {
    return classes_are_apart(config.network) && config.routing->relation().classes() == 1 &&
           resolve(raw).network.classes_at_ports;
  } catch (const ConfigError&) {
    return false;
  }
}

/// What a user can do about memories that may wait for each other: classes, or room for all
/// requests, of so many as a queue can have places for.
std::string cure_of_memories(const RawConfig& raw, const Config& config) {
  const int nodes = static_cast<int>(config.topology->processors());
  const int most = MemorySettings::kMost / nodes;
  const int requests = std::min(config.memory.outstanding, most);
  return fmt::format(
      "give {}{}memory.queue = {}, room for all requests, or ",
      takes_classes(raw, config) ? "router.pipeline = staged with router.message_classes = 2, "
                                   "router.vcs = 2 and router.ports = 2, or "
                                 : "",
      requests < config.memory.outstanding ? fmt::format("memory.outstanding = {} with ", requests)
                                           : "",
      requests * nodes);
}

/// What a user can do about packets that may wait for each other.
std::string cure(const RoutingProof& proof, const RawConfig& raw, const Config& config) {
  if (proof.circle.empty() && config.network.forks == Forks::kHopByHop) {
    return "give router.forks = reserved, or ";
  }
  if (proof.circle.find(kReceivePort) != std::string::npos) {
    return config.network.vcs == 1
               ? "give router.ports = all, or router.switching = cut_through, or "
               : "give router.switching = cut_through, or ";
  }
  if (proof.circle.find(kMemory) != std::string::npos) {
    return cure_of_memories(raw, config);
  }
  if (config.network.flow_control == FlowControl::kBubble) {
    return larger_bubble(config);
  }
  return config.network.vcs < config.routing->relation().classes() &&
                 config.network.duplex == Duplex::kFull
             ? more_vcs(config)
             : "";
}

/// Says in notes where theory says nothing, or what is not of the network at hand.
void note_limits_of_theory(const LoadPrediction& prediction, Config& config) {
  if (!prediction.knows_channels) {
    config.notes.push_back(
        fmt::format("the loads of channels are not added up for more than {} processors: there is "
                    "no estimate, and bounds are not known",
                    LoadTheory::kMostProcessors));
  }
  if (const std::string unknown = unknown_routes(*config.routing); !unknown.empty()) {
    config.notes.push_back(fmt::format(
        "theory has no channel loads and no estimate: {}; its bounds hold for any routing",
        unknown));
  }
  if (LinkTimes(*config.topology, config.network).differ()) {
    const RouteShares& shares = config.routing->shares();
    if (!config.load.destinations.empty() || shares.midpoint != Midpoint::kNone) {
      config.notes.emplace_back(
          "links differ: latency without load is that of links of which the network says nothing");
    } else if (!shares.known()) {
      config.notes.emplace_back("links differ: latency without load is that along base routes");
    }
  }
}

}  // namespace

PacketExtent packets_of_load(const Config& config) {
  const auto pattern = make_pattern(*config.topology, config.load.pattern);
  // Packets may go anywhere.
  PacketExtent extent{0, 2, 0};
  const auto include = [&](std::uint64_t flits) {
    extent.largest_flits = std::max(extent.largest_flits, flits);
    extent.unit_flits = std::gcd(extent.unit_flits, flits);
  };
  if (const auto* const trace = pattern->trace()) {
    for (const TracePacket& packet : *trace) {
      include(packet.flits);
    }
    return extent;
  }
  include(config.load.reply_flits);
  for (const Weighted& size : config.load.sizes) {
    include(size.value);
  }
  std::uint64_t addresses = 1;
  for (const Weighted& count : config.load.destinations) {
    addresses = std::max<std::uint64_t>(addresses, count.value);
  }
  if (addresses > 1) {  // a packet sheds them one by one
    extent.largest_flits += addresses - 1;
    extent.unit_flits = 1;
  }
  return extent;
}

PacketExtent in_frames(PacketExtent packets, const Config& config) {
  packets.largest_flits += frame_flits(config);
  packets.unit_flits = retransmits(config.network) ? 1 : packets.unit_flits;
  return packets;
}

std::string larger_bubble(const Config& config) {
  return keeps_rings_going(config)
             ? ""
             : fmt::format("give router.bubble_flits = {} or more, or ", config.enough_bubble);
}

std::string more_vcs(const Config& config) {
  const RoutingRelation& relation = config.routing->relation();
  return fmt::format("give router.vcs = {}, which {}, or ", relation.classes(),
                     relation.use_of_classes());
}

void require_allowed(const char* key, const std::string& danger, const std::string& cure,
                     Config& config) {
  if (!config.allow_deadlock) {
    throw config.places.error(key, "may deadlock: {}; {}run.allow_deadlock = on plays it anyway",
                              danger, cure);
  }
  config.notes.push_back(fmt::format(
      "may deadlock: {}; a run that does ends with exit code 3 and says who waits for whom",
      danger));
}

void check_deadlock(const char* key, const RoutingProof& proof, const RawConfig& raw,
                    Config& config) {
  if (proof.free) {
    return;
  }
  const std::string danger =
      proof.circle.empty() ? proof.argument
                           : fmt::format("packets can wait for each other along {}", proof.circle);
  const bool of_memories = proof.circle.find(kMemory) != std::string::npos;
  require_allowed(of_memories ? "ni.interface" : key, danger,
                  config.allow_deadlock ? "" : cure(proof, raw, config), config);
}

PacketLatency packet_latency(const Config& config) {
  return {config.network, *config.topology};
}

LoadPlan::LoadPlan(const RawConfig& raw, VerifyWatcher* watcher) : config_(resolve(raw)) {
  resolve_buffer(packets(), config_);
  resolve_timeout(packets().largest_flits, config_);
  packet_latency_ = flitcast::packet_latency(config_);
  proof_ = prove_routing(*config_.routing, config_.network,
                         {watcher, !config_.load.destinations.empty(), keeps_rings_going(config_)});
  check_deadlock(config_.load.destinations.empty() ? "load.pattern" : "load.multicast", proof_, raw,
                 config_);
  prediction_ = predict_load(config_, packet_latency_);
  note_limits_of_theory(prediction_, config_);
}

}  // namespace flitcast
