#include "traffic/open_loop/packet_source.h"

#include <algorithm>

#include "traffic/load/check_load.h"

namespace flitcast {

PacketSource::PacketSource(const Routing& routing, const LoadSettings& settings, int outstanding)
    : processors_(routing.topology().processors()),
      rate_(settings.rate),
      outstanding_(settings.injection == Injection::kClosed ? outstanding : 0),
      pattern_(make_pattern(routing.topology(), settings.pattern)),
      trace_(pattern_->trace()),
      mix_(routing, *pattern_, settings),
      classes_(settings, trace_),
      what_(settings.seed),
      when_(SplitMix64(~settings.seed).next()) {
  if (!settings.destinations.empty()) {
    multicast_.emplace(routing);
  }
  if (trace_ == nullptr && settings.injection == Injection::kClosed) {
    injection_ = make_closed_injection(*pattern_, processors_, outstanding);
  } else if (trace_ == nullptr) {
    const double flits = mix_.flits() * mix_.copies();
    injection_ = make_injection(settings, packet_rates(settings, *pattern_, processors_, flits),
                                settings.peak_rate / flits, when_);
  }
}

double PacketSource::packets_per_cycle(double latency) const {
  if (trace_ != nullptr) {
    const auto cycles = static_cast<double>(trace_->back().cycle - trace_->front().cycle + 1);
    return static_cast<double>(trace_->size()) / cycles;
  }
  double shares = 0;
  for (NodeId node = 0; node < processors_; ++node) {
    shares += pattern_->share(node);
  }
  if (outstanding_ > 0) {
    return shares * std::min(outstanding_ / (2 * latency), 1 / mix_.flits());
  }
  return rate_ * shares / (mix_.flits() * mix_.copies());
}

Cycle PacketSource::next_request() const {
  if (silent_) {
    return kNever;
  }
  return trace_ == nullptr ? injection_->next() : (*trace_)[next_of_trace_].cycle;
}

Cycle PacketSource::next() const {
  return std::min(next_request(), replies_.empty() ? kNever : replies_.top().at);
}

std::optional<PacketSource::Due> PacketSource::take(Cycle now) {
  if (next_request() == now) {
    return trace_ == nullptr ? take_request(now) : take_of_trace(now);
  }
  if (!replies_.empty() && replies_.top().at == now) {
    return take_reply();
  }
  return std::nullopt;
}

PacketSource::Due PacketSource::take_request(Cycle now) {
  const NodeId source = injection_->take();
  CreatedPacket packet{now, -1, pattern_->destination(source, what_), classes_.draw(what_)};
  if (multicast_) {
    packet.copies =
        multicast_->reachable(source, packet.destination, classes_.all()[packet.kind].destinations);
    packet.seed = static_cast<std::uint32_t>(what_.next() >> 32U);
  }
  return {source, packet};
}

PacketSource::Due PacketSource::take_of_trace(Cycle now) {
  const TracePacket& packet = (*trace_)[next_of_trace_++];
  silent_ = next_of_trace_ == trace_->size();
  return {packet.source, {now, -1, packet.destination, classes_.of_size(packet.flits)}};
}

PacketSource::Due PacketSource::take_reply() {
  const Reply reply = replies_.top();
  replies_.pop();
  return {reply.source, {reply.at, reply.asked, reply.destination, reply.kind}};
}

}  // namespace flitcast
