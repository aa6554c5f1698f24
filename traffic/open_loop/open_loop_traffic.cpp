#include "traffic/open_loop/open_loop_traffic.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "traffic/load/check_load.h"

namespace flitcast {
namespace {

LoadSettings checked(LoadSettings settings) {
  check_load(settings);
  if (settings.injection == Injection::kClosed) {  // waits for the network, however long it takes
    settings.saturation = std::numeric_limits<double>::infinity();
  }
  return settings;
}

/// Different for any two packets and indices, all but certainly.
WordSeries words_of(std::uint64_t seed, std::uint64_t packet) {
  return {seed + packet * 0x9E3779B97F4A7C15U, 0xD1B54A32D192ED03U};
}

}  // namespace

OpenLoopTraffic::OpenLoopTraffic(const Routing& routing, const NetworkConfig& config,
                                 const LoadSettings& settings, const PacketLatency& zero_load)
    : routing_(routing),
      settings_(checked(settings)),
      most_at_interface_(static_cast<std::uint32_t>(config.ports)),
      memory_(config.memory.has_value()),
      source_(routing, settings, config.memory ? config.memory->outstanding : 1),
      lengths_(routing),
      measurement_(settings_, source_, routing.topology().processors(), zero_load,
                   [this](Cycle latency) { count_latency(latency); }),
      queues_(routing.topology().processors()),
      at_interface_(routing.topology().processors(), 0),
      names_(routing.topology().processors()) {
  std::iota(names_.begin(), names_.end(), 0);
}

void OpenLoopTraffic::run_in_background() {
  packets_ = kBackground;
  measurement_.run_in_background();
}

void OpenLoopTraffic::stop(Cycle now) {
  if (!measurement_.over()) {
    measurement_.end(now - origin_);
    end(now - origin_);
    foresee_end();
  }
}

void OpenLoopTraffic::cut_off(Cycle last) {
  if (origin_ >= 0 && !measurement_.over()) {
    measurement_.cut_off(last + 1 - origin_);
  }
}

bool OpenLoopTraffic::finished() const {
  return finished_;
}

Cycle OpenLoopTraffic::completion() const {
  return origin_ + std::max(measurement_.run().measured_to(), measurement_.last_arrival());
}

std::uint64_t OpenLoopTraffic::phase() const {
  return static_cast<std::uint64_t>(measurement_.run().stage());
}

std::string OpenLoopTraffic::phase_name(std::uint64_t phase) const {
  switch (static_cast<SteadyRun::Stage>(phase)) {
    case SteadyRun::Stage::kWarmUp:
      return "warm-up";
    case SteadyRun::Stage::kMeasurement:
      return "measurement";
    case SteadyRun::Stage::kOver:
      break;
  }
  return "drain";
}

WorkloadProgress OpenLoopTraffic::progress() const {
  if (source_.is_trace()) {
    return {
        "packet " + std::to_string(source_.traced()) + "/" + std::to_string(source_.trace_size()),
        source_.traced(), source_.trace_size()};
  }
  switch (measurement_.run().stage()) {
    case SteadyRun::Stage::kWarmUp:
      return {"warming up"};
    case SteadyRun::Stage::kMeasurement:
      return {measurement_.run().saturated() ? "measuring what a saturated network delivers"
                                             : "measuring"};
    case SteadyRun::Stage::kOver:
      break;
  }
  return {"draining"};
}

std::string OpenLoopTraffic::position() const {
  switch (measurement_.run().stage()) {
    case SteadyRun::Stage::kWarmUp:
      return "while warming up";
    case SteadyRun::Stage::kMeasurement:
      return "under load";
    case SteadyRun::Stage::kOver:
      break;
  }
  return "while draining";
}

void OpenLoopTraffic::start() {
  origin_ = now() + 1;
  if (packets().has_priorities()) {
    most_at_interface_ *= 2;
  }
  foresee_end();
  wake_for_next(-1);
}

void OpenLoopTraffic::act(Cycle at) {
  const Cycle now = at - origin_;
  SteadyRun& run = measurement_.run();
  const bool looks = run.look_at() == now;
  if (looks || measurement_.in_background()) {
    measurement_.count_until(now);
  }
  if (looks && run.look(now) && measurement_.over()) {
    end(now);
  }
  while (const auto due = source_.take(now)) {
    create(due->source, due->packet);
  }
  if (looks || ends_when_told()) {
    foresee_end();
  }
  if (!finished_) {
    wake_for_next(now);
  }
}

void OpenLoopTraffic::wake_for_next(Cycle now) {
  const Cycle next = std::min(measurement_.run().look_at(), source_.next());
  const Cycle at = ends_when_told() ? std::min(next, now + 1) : next;
  if (at != SteadyRun::kNever && at > now) {
    wake_at(origin_ + at);
  }
}

// ---- the end ----

void OpenLoopTraffic::foresee_end() {
  const Cycle at = measurement_.run().look_at();
  if (finished_ || settings_.drain == Drain::kAlways) {
    may_end(WakeQueue::kNever);
  } else if (ends_when_told()) {
    may_end(now() + 1);
  } else {
    may_end(at == SteadyRun::kNever ? WakeQueue::kNever : origin_ + at);
  }
}

// In the background, and nothing drains: the next cycle may be the last one.
bool OpenLoopTraffic::ends_when_told() const {
  return measurement_.in_background() && !finished_ && !drains();
}

bool OpenLoopTraffic::drains() const {
  const SteadyRun& run = measurement_.run();
  return settings_.drain == Drain::kAlways ||
         (settings_.drain == Drain::kUnlessSaturated && !run.saturated()) || run.stalled();
}

void OpenLoopTraffic::end(Cycle now) {
  source_.fall_silent();
  measurement_.note_backlog();
  if (!drains()) {
    finished_ = true;
    end_run(origin_ + now);
  } else {
    end_if_empty();
  }
}

void OpenLoopTraffic::end_if_empty() {
  if (finished_ || !measurement_.empty() || !source_.over()) {
    return;
  }
  finished_ = true;
  if (source_.is_trace()) {
    measurement_.end(measurement_.last_arrival());
  }
}

LoadResult OpenLoopTraffic::result() const {
  return measurement_.result();
}

// ---- creation ----

void OpenLoopTraffic::create(NodeId source, CreatedPacket packet) {
  packet.number = packets_++;
  const std::uint64_t flits = std::uint64_t{class_of(packet).flits} * packet.copies;
  measurement_.create(packet.created, packet.copies, flits);
  if (is_in_memory(packet)) {
    put_in_flight(source, packet);
  } else {
    queues_.push(source, packet);
    hand_over(source);
  }
}

// The network interface has as many packets of its node as it has ports: so its own queue stays
// short, and a packet in ours takes less memory. Where priorities count it has as many more, so
// that one waits there already when another leaves, and none of lower priority goes before it.
void OpenLoopTraffic::hand_over(NodeId source) {
  while (!queues_.empty(source) && at_interface_[source] < most_at_interface_) {
    put_in_flight(source, queues_.pop(source));
  }
}

void OpenLoopTraffic::put_in_flight(NodeId source, const CreatedPacket& created) {
  const LoadClass& like_it = class_of(created);
  measurement_.start(created.copies, std::uint64_t{like_it.flits} * created.copies);
  Packet packet{source,        &names_[created.destination], 1, like_it.flits - 1, nullptr,
                created.number};
  packet.message_class = like_it.kind == LoadClass::Kind::kReply ? 1 : 0;
  InFlightPacket in_flight{created, source};
  in_flight.words = words_of(settings_.seed, created.number);
  in_flight.payload = packet.payload_flits;
  in_flight.outstanding = created.copies;
  if (created.copies > 1) {
    InFlightMulticast& multicast = in_flight_.new_multicast();
    source_.choose_destinations(source, created, multicast.destinations);
    multicast.arrived.assign(created.copies, 0);
    in_flight.multicast = &multicast;
    packet.destinations = multicast.destinations.data();
    packet.destination_count = created.copies;
  } else if (routing_.draw() != nullptr) {
    in_flight.way = &in_flight_.new_way();
    routing_.draw_route(packet, *in_flight.way);
  } else if (routing_.follows_base_routes()) {
    packet.hops = lengths_.of(source, created.destination);
  }
  at_interface_[source] += is_in_memory(created) ? 0 : 1;
  const PacketHandle handle = packets().add(packet);
  in_flight_.start(handle, in_flight);
  post(handle, now());
}

// ---- what the network interfaces ask and tell ----

void OpenLoopTraffic::read(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                           Word* out) {
  in_flight_.read(packet, first, count, out);
}

void OpenLoopTraffic::write(PacketHandle packet, NodeId at, std::uint32_t first,
                            std::uint32_t count, const Word* in) {
  in_flight_.write(packet, at, first, count, in);
}

void OpenLoopTraffic::sent(PacketHandle packet, Cycle /*issued*/, Cycle injected) {
  InFlightPacket& in_flight = in_flight_[packet];
  const NodeId source = in_flight.source;
  in_flight.injected = injected - origin_;
  at_interface_[source] -= is_in_memory(in_flight.packet) ? 0 : 1;
  if (in_flight.tail_arrived >= 0) {
    const bool unicast = in_flight.multicast == nullptr;
    arrive(packet, unicast ? in_flight.packet.destination : source, in_flight.tail_arrived);
  }
  hand_over(source);
}

// What a node sends to itself, or to another at its router, may be there in the cycle in which the
// tail has left.
void OpenLoopTraffic::received(PacketHandle packet, NodeId at, Cycle /*head_arrived*/,
                               Cycle tail_arrived) {
  const Cycle arrived = tail_arrived - origin_;
  if (in_flight_[packet].injected < 0) {
    in_flight_[packet].tail_arrived = arrived;
  } else {
    arrive(packet, at, arrived);
  }
}

void OpenLoopTraffic::arrive(PacketHandle packet, NodeId at, Cycle tail_arrived) {
  const bool complete = in_flight_.arrive(packet, at);
  const InFlightPacket& in_flight = in_flight_[packet];
  const CreatedPacket& created = in_flight.packet;
  const std::uint32_t hops =
      in_flight.way != nullptr ? packets()[packet].hops : lengths_.of(in_flight.source, at);
  measurement_.arrive({tail_arrived - 1, created.created, in_flight.injected, created.asked,
                       in_flight.source, at, created.kind, hops},
                      own_now());
  if (class_of(created).kind == LoadClass::Kind::kRequest) {
    const Cycle begin = std::max(tail_arrived, own_now() + 1);
    source_.reply(begin, at, in_flight.source, created.created, created.kind);
    wake_at(origin_ + begin);
  } else if (settings_.injection == Injection::kClosed) {
    const Cycle begin = std::max(tail_arrived, own_now() + 1);
    source_.retire(at, begin);
    wake_at(origin_ + begin);
  }
  if (complete) {
    packets().remove(packet);
  }
  end_if_empty();
}

}  // namespace flitcast
