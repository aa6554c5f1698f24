#include "traffic/load/open_load.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "traffic/load/check_load.h"

namespace flitcast {
namespace {

const LoadSettings& checked(const LoadSettings& settings) {
  check_load(settings);
  return settings;
}

/// Different for any two packets and indices, all but certainly.
WordSeries words_of(std::uint64_t seed, std::uint64_t packet) {
  return {seed + packet * 0x9E3779B97F4A7C15U, 0xD1B54A32D192ED03U};
}

}  // namespace

OpenLoad::OpenLoad(const Routing& routing, const NetworkConfig& config,
                   const LoadSettings& settings, const PacketLatency& zero_load)
    : routing_(routing),
      settings_(checked(settings)),
      config_(config),
      pattern_(make_pattern(routing.topology(), settings.pattern)),
      trace_(pattern_->trace()),
      mix_(routing, *pattern_, settings),
      classes_(settings, trace_),
      lengths_(routing),
      random_(settings.seed),
      when_(SplitMix64(settings.seed ^ 0x5DEECE66D1CE4E5BU).next()),
      run_(settings, mix_.zero_load(zero_load), packets_per_cycle(), trace_ != nullptr),
      meter_(routing.topology().processors(), classes_.all()),
      queues_(routing.topology().processors()),
      at_interface_(routing.topology().processors(), 0),
      names_(routing.topology().processors()) {
  std::iota(names_.begin(), names_.end(), 0);
  if (!settings.destinations.empty()) {
    multicast_.emplace(routing);
  }
  if (trace_ == nullptr) {
    const double flits = mix_.flits() * mix_.copies();
    injection_ = make_injection(
        settings_, packet_rates(settings_, *pattern_, routing.topology().processors(), flits),
        settings_.peak_rate / flits, when_);
  }
}

double OpenLoad::packets_per_cycle() const {
  if (trace_ != nullptr) {
    const auto cycles = static_cast<double>(trace_->back().cycle - trace_->front().cycle + 1);
    return static_cast<double>(trace_->size()) / cycles;
  }
  double shares = 0;
  for (NodeId node = 0; node < routing_.topology().processors(); ++node) {
    shares += pattern_->share(node);
  }
  return settings_.rate * shares / (mix_.flits() * mix_.copies());
}

bool OpenLoad::finished() const {
  return finished_;
}

Cycle OpenLoad::completion() const {
  return std::max(run_.measured_to(), last_arrival_);
}

std::uint64_t OpenLoad::phase() const {
  return static_cast<std::uint64_t>(run_.stage());
}

WorkloadProgress OpenLoad::progress() const {
  if (trace_ != nullptr) {
    return {"packet " + std::to_string(next_of_trace_) + "/" + std::to_string(trace_->size()),
            next_of_trace_, trace_->size()};
  }
  switch (run_.stage()) {
    case SteadyRun::Stage::kWarmUp:
      return {"warming up"};
    case SteadyRun::Stage::kMeasurement:
      return {run_.saturated() ? "measuring what a saturated network delivers" : "measuring"};
    case SteadyRun::Stage::kOver:
      break;
  }
  return {"draining"};
}

std::string OpenLoad::position() const {
  switch (run_.stage()) {
    case SteadyRun::Stage::kWarmUp:
      return "while warming up";
    case SteadyRun::Stage::kMeasurement:
      return "under load";
    case SteadyRun::Stage::kOver:
      break;
  }
  return "while draining";
}

void OpenLoad::start() {
  wake_for_next(-1);
}

void OpenLoad::act(Cycle now) {
  if (run_.look_at() == now) {
    look(now);
  }
  if (!silent_) {
    if (trace_ != nullptr) {
      create_from_trace(now);
    } else {
      create_requests(now);
    }
  }
  create_replies(now);
  if (!finished_) {
    wake_for_next(now);
  }
}

void OpenLoad::wake_for_next(Cycle now) {
  Cycle at = run_.look_at();
  if (!silent_) {
    at = std::min(at, trace_ == nullptr ? injection_->next() : (*trace_)[next_of_trace_].cycle);
  }
  if (!replies_.empty()) {
    at = std::min(at, replies_.top().at);
  }
  if (at != SteadyRun::kNever && at > now) {
    wake_at(at);
  }
}

// ---- what is measured ----

// All that came before `now` has been told of. What is later belongs to what begins now.
void OpenLoad::look(Cycle now) {
  if (run_.look(now) && run_.stage() == SteadyRun::Stage::kOver) {
    end(now);
  }
  std::vector<Arrival> told;
  told.swap(later_);
  for (const Arrival& arrival : told) {
    count(arrival);
  }
}

void OpenLoad::count(const Arrival& arrival) {
  if (arrival.at >= run_.look_at()) {
    later_.push_back(arrival);
    return;
  }
  if (run_.stage() == SteadyRun::Stage::kOver) {
    return;
  }
  run_.windows().arrive(arrival.at, arrival.latency(), classes_.all()[arrival.kind].flits);
  if (run_.stage() == SteadyRun::Stage::kMeasurement) {
    meter_.count(arrival);
    count_latency(arrival.latency());
  }
}

void OpenLoad::end(Cycle now) {
  silent_ = true;
  backlog_flits_ = account_.queued_flits;
  const bool drains = settings_.drain == Drain::kAlways ||
                      (settings_.drain == Drain::kUnlessSaturated && !run_.saturated()) ||
                      run_.stalled();
  if (!drains) {
    finished_ = true;
    end_run(now);
  } else {
    end_if_empty();
  }
}

void OpenLoad::end_if_empty() {
  const bool empty =
      account_.in_flight_packets == 0 && account_.queued_packets == 0 && replies_.empty();
  if (!silent_ || finished_ || !empty) {
    return;
  }
  finished_ = true;
  if (trace_ != nullptr) {
    run_.end_trace(last_arrival_);
  }
}

LoadResult OpenLoad::result() const {
  const LoadAccount& all = account_;
  if (all.created_packets != all.delivered_packets + all.in_flight_packets + all.queued_packets ||
      all.created_flits != all.delivered_flits + all.in_flight_flits + all.queued_flits) {
    throw std::logic_error("packets are not accounted for");
  }
  LoadResult result;
  run_.report(routing_.topology().processors(), result);
  meter_.report(result);
  if (result.verdict == LoadVerdict::kStalled && all.in_flight_packets == 0) {
    result.verdict = LoadVerdict::kSaturated;  // everything came in the end
  }
  result.backlog_flits = backlog_flits_;
  result.account = account_;
  return result;
}

// ---- creation ----

void OpenLoad::create_requests(Cycle now) {
  while (injection_->next() == now) {
    const NodeId source = injection_->take();
    CreatedPacket packet{now, -1, pattern_->destination(source, random_), classes_.draw(random_)};
    if (multicast_) {
      packet.copies =
          multicast_->reachable(source, packet.destination, class_of(packet).destinations);
      packet.seed = static_cast<std::uint32_t>(random_.next() >> 32U);
    }
    create(source, packet);
  }
}

void OpenLoad::create_from_trace(Cycle now) {
  for (; next_of_trace_ < trace_->size() && (*trace_)[next_of_trace_].cycle == now;
       ++next_of_trace_) {
    const TracePacket& next = (*trace_)[next_of_trace_];
    create(next.source, {now, -1, next.destination, classes_.of_size(next.flits)});
  }
  silent_ = next_of_trace_ == trace_->size();
}

void OpenLoad::create_replies(Cycle now) {
  while (!replies_.empty() && replies_.top().at == now) {
    const Reply reply = replies_.top();
    replies_.pop();
    create(reply.source, {now, reply.asked, reply.destination, classes_.reply()});
  }
}

void OpenLoad::create(NodeId source, const CreatedPacket& packet) {
  const std::uint64_t flits = std::uint64_t{class_of(packet).flits} * packet.copies;
  account_.created_packets += packet.copies;
  account_.created_flits += flits;
  account_.queued_packets += packet.copies;
  account_.queued_flits += flits;
  if (run_.stage() != SteadyRun::Stage::kOver) {
    run_.windows().create(packet.created, packet.copies, flits);
  }
  queues_.push(source, packet);
  hand_over(source, packet.created);
}

// The network interface has as many packets of its node as it has ports: so its own queue stays
// short, and a packet in ours takes less memory.
void OpenLoad::hand_over(NodeId source, Cycle now) {
  while (!queues_.empty(source) &&
         at_interface_[source] < static_cast<std::uint32_t>(config_.ports)) {
    put_under_way(source, queues_.pop(source), now);
  }
}

void OpenLoad::put_under_way(NodeId source, const CreatedPacket& created, Cycle now) {
  const LoadClass& like_it = class_of(created);
  const std::uint64_t flits = std::uint64_t{like_it.flits} * created.copies;
  account_.queued_packets -= created.copies;
  account_.queued_flits -= flits;
  account_.in_flight_packets += created.copies;
  account_.in_flight_flits += flits;
  Packet packet{source, &names_[created.destination], 1, like_it.flits - 1, nullptr, packets_};
  PacketUnderWay under_way{created, source};
  under_way.words = words_of(settings_.seed, packets_);
  under_way.payload = packet.payload_flits;
  under_way.outstanding = created.copies;
  if (created.copies > 1) {
    MulticastUnderWay& multicast = under_way_.new_multicast();
    multicast_->choose(source, created.destination, created.copies, created.seed,
                       multicast.destinations);
    multicast.arrived.assign(created.copies, 0);
    under_way.multicast = &multicast;
    packet.destinations = multicast.destinations.data();
    packet.destination_count = created.copies;
  } else if (routing_.follows_base_routes()) {
    packet.hops = lengths_.of(source, created.destination);
  }
  ++packets_;
  ++at_interface_[source];
  const PacketHandle handle = packets().add(packet);
  under_way_.start(handle, under_way);
  post(handle, now);
}

// ---- what the network interfaces ask and tell ----

void OpenLoad::read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) {
  under_way_.read(packet, first, count, out);
}

void OpenLoad::write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
                     const Word* in) {
  under_way_.write(packet, at, first, count, in);
}

void OpenLoad::sent(PacketHandle packet, Cycle /*issued*/, Cycle injected) {
  PacketUnderWay& under_way = under_way_[packet];
  const NodeId source = under_way.source;
  under_way.injected = injected;
  --at_interface_[source];
  if (under_way.tail_arrived >= 0) {
    arrive(packet, source, under_way.tail_arrived);
  }
  hand_over(source, now());
}

// What a node sends to itself it may have in the cycle in which the tail has left.
void OpenLoad::received(PacketHandle packet, NodeId at, Cycle /*head_arrived*/,
                        Cycle tail_arrived) {
  if (under_way_[packet].injected < 0) {
    under_way_[packet].tail_arrived = tail_arrived;
  } else {
    arrive(packet, at, tail_arrived);
  }
}

void OpenLoad::arrive(PacketHandle packet, NodeId at, Cycle tail_arrived) {
  const bool complete = under_way_.arrive(packet, at);
  const PacketUnderWay& under_way = under_way_[packet];
  const CreatedPacket& created = under_way.packet;
  const LoadClass& like_it = class_of(created);
  ++account_.delivered_packets;
  account_.delivered_flits += like_it.flits;
  --account_.in_flight_packets;
  account_.in_flight_flits -= like_it.flits;
  last_arrival_ = std::max(last_arrival_, tail_arrived);
  count({tail_arrived - 1, created.created, under_way.injected, created.asked, under_way.source, at,
         created.kind, lengths_.of(under_way.source, at)});
  if (like_it.kind == LoadClass::Kind::kRequest) {
    const Cycle begin = std::max(tail_arrived, now() + 1);
    replies_.push({begin, at, under_way.source, created.created});
    wake_at(begin);
  }
  if (complete) {
    packets().remove(packet);
  }
  end_if_empty();
}

}  // namespace flitcast
