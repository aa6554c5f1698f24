#include "flitcast_backend.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

/// ASTRA-sim's ranks send as much as they like at a time.
flitcast::Network::Options unbounded() {
  flitcast::Network::Options options;
  options.source_queue = std::numeric_limits<std::uint32_t>::max();
  return options;
}

}  // namespace

Fabric::Fabric(const flitcast::Settings& settings, std::uint32_t flit_bytes)
    : network_(settings, unbounded()), flit_bytes_(flit_bytes) {
  network_.on_received([this](const flitcast::Network::Arrival& arrival) {
    arrived(static_cast<Message*>(arrival.user));
  });
  network_.on_sent([](const flitcast::Network::Packet& packet) {
    const Call& call = static_cast<Message*>(packet.user)->when_sent;
    if (call.handler != nullptr) {
      call.handler(call.argument);
    }
  });
}

void Fabric::send(int source, int destination, int tag, std::uint64_t bytes, Call when_sent) {
  auto message = std::make_unique<Message>(Message{{source, destination, tag}, when_sent});
  flitcast::Network::Packet packet;
  packet.source = static_cast<std::uint32_t>(source);
  packet.destination = static_cast<std::uint32_t>(destination);
  packet.flits = static_cast<std::uint32_t>((bytes + flit_bytes_ - 1) / flit_bytes_);
  packet.user = message.get();
  network_.post(packet);
  messages_.emplace(message.get(), std::move(message));
}

void Fabric::receive(int source, int destination, int tag, Call when_here) {
  const std::tuple match{source, destination, tag};
  const auto here = here_.find(match);
  if (here == here_.end()) {
    expected_[match].push_back(when_here);
    return;
  }
  if (--here->second == 0) {
    here_.erase(here);
  }
  schedule(0, when_here);
}

void Fabric::arrived(Message* message) {
  const auto match = message->match;
  messages_.erase(message);
  const auto expected = expected_.find(match);
  if (expected == expected_.end()) {
    ++here_[match];
    return;
  }
  const Call call = expected->second.front();
  expected->second.pop_front();
  if (expected->second.empty()) {
    expected_.erase(expected);
  }
  call.handler(call.argument);
}

void Fabric::schedule(double nanoseconds, Call call) {
  const auto cycles = static_cast<Cycle>(std::ceil(nanoseconds / network_.cycle_nanoseconds()));
  events_.push({network_.now() + cycles, scheduled_++, call});
}

double Fabric::nanoseconds() const {
  return static_cast<double>(network_.now()) * network_.cycle_nanoseconds();
}

int Fabric::run() {
  while (!events_.empty() || !network_.idle()) {
    if (!events_.empty() && events_.top().at <= network_.now()) {
      const Call call = events_.top().call;
      events_.pop();
      call.handler(call.argument);
    } else {
      const Cycle scheduled = events_.empty() ? flitcast::Network::kNever : events_.top().at;
      network_.run_until(std::min(scheduled, network_.next_event()));
    }
  }
  return finished_;
}
