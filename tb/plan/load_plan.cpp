#include "tb/plan/load_plan.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "hw/topology/link_times.h"
#include "tb/config/resolve.h"
#include "tb/plan/load_forecast.h"
#include "traffic/load/load_theory.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {
namespace {

std::uint64_t largest_packet(const Config& config) {
  std::uint64_t most = config.load.reply_flits;
  for (const Weighted& size : config.load.sizes) {
    most = std::max<std::uint64_t>(most, size.value);
  }
  const auto pattern = make_pattern(*config.topology, config.load.pattern);
  if (const auto* const trace = pattern->trace()) {
    most = config.load.reply_flits;
    for (const TracePacket& packet : *trace) {
      most = std::max<std::uint64_t>(most, packet.flits);
    }
  }
  std::uint64_t addresses = 1;
  for (const Weighted& count : config.load.destinations) {
    addresses = std::max<std::uint64_t>(addresses, count.value);
  }
  return most + addresses - 1;
}

/// What a user can do about packets that may wait for each other.
std::string cure(const Config& config) {
  const RoutingRelation& relation = config.routing->relation();
  return config.network.vcs < relation.classes() && config.network.duplex == Duplex::kFull
             ? fmt::format("give router.vcs = {}, which {}, or ", relation.classes(),
                           relation.use_of_classes())
             : "";
}

/// Refuses what may deadlock unless run.allow_deadlock is on; then a note says what may happen.
void check_deadlock(const RoutingProof& proof, Config& config) {
  if (proof.free) {
    return;
  }
  const std::string danger =
      proof.circle.empty() ? proof.argument
                           : fmt::format("packets can wait for each other along {}", proof.circle);
  if (!config.allow_deadlock) {
    throw config.places.error("load.pattern",
                              fmt::format("may deadlock: {}; {}run.allow_deadlock = on plays it "
                                          "anyway",
                                          danger, cure(config)));
  }
  config.notes.emplace_back(
      fmt::format("may deadlock: {}; a run that does ends with exit code 3 and says who waits for "
                  "whom",
                  danger));
}

/// Of a packet in a network of staged routers: two cycles of injection and one of ejection, the
/// pipeline of every router, the links, the flits behind the header, and a stop for credits
/// whenever a buffer is full.
PacketLatency staged_latency(const NetworkConfig& config) {
  const TimingModel model = timing_model(config);
  const Cycle stop = std::max<Cycle>(0, config.round_trip(config.link_delay) - config.buffer_flits);
  return [=](std::int64_t hops, std::uint32_t flits) {
    const auto behind = static_cast<Cycle>(flits) - 1;
    const Cycle stops = behind / config.buffer_flits;
    return static_cast<double>(model.t_s - 1 + hops * model.t_d + behind * model.t_m +
                               stops * stop);
  };
}

/// Says in notes where theory says nothing, or what is not of the network at hand.
void note_limits_of_theory(const LoadForecast& forecast, Config& config) {
  if (!forecast.knows_channels) {
    config.notes.push_back(fmt::format(
        "the loads of channels are not added up for more than {} processors: there is no estimate, "
        "and bounds are not known",
        LoadTheory::kMostProcessors));
  }
  if (const std::string unknown = unknown_routes(*config.routing); !unknown.empty()) {
    config.notes.push_back(fmt::format(
        "theory has no channel loads and no estimate: {}; its bounds hold for any routing",
        unknown));
  }
  if (LinkTimes(*config.topology, config.network).differ()) {
    config.notes.emplace_back("links differ: theory is of links of which the network says nothing");
  }
}

}  // namespace

LoadPlan::LoadPlan(const RawConfig& raw) : config_(resolve(raw)) {
  resolve_buffer({largest_packet(config_), 2}, config_);
  packet_latency_ = config_.network.pipeline.staged() ? staged_latency(config_.network)
                                                      : contract_latency(config_.network);
  proof_ = prove_routing(*config_.routing, config_.network);
  check_deadlock(proof_, config_);
  forecast_ = forecast_load(config_, packet_latency_);
  note_limits_of_theory(forecast_, config_);
}

}  // namespace flitcast
