#include "traffic/theory/message_times.h"

#include <algorithm>

namespace flitcast {

void FlitDates::pass(const LinkTime& link, Cycle router_delay, Cycle header) {
  const Cycle enters = arrival(header) + router_delay;
  while (!lines_.empty() && lines_.back().slope <= link.cycles_per_flit) {
    lines_.pop_back();
  }
  for (Line& line : lines_) {
    line.start += link.delay;
  }
  lines_.push_back({enters + link.delay - header * link.cycles_per_flit, link.cycles_per_flit});
}

Cycle FlitDates::arrival(Cycle place) const {
  Cycle date = 0;
  for (const Line& line : lines_) {
    date = std::max(date, line.start + place * line.slope);
  }
  return date;
}

MessageTimes::MessageTimes(const TimingModel& model, Switching switching, const LinkTimes* links,
                           const NetworkConfig* network)
    : model_(model),
      switching_(switching),
      links_(links != nullptr && links->differ() ? links : nullptr) {
  if (network != nullptr && network->pipeline.staged()) {
    constexpr Cycle kNeverFull = Cycle{1} << 40U;
    staged_ = *network;
    const Cycle full_rate =
        links_ == nullptr ? full_rate_buffer(*network) : links_->full_rate_buffer();
    staged_->buffer_flits =
        switching == Switching::kWormhole ? std::max(network->buffer_flits, full_rate) : kNeverFull;
    to_reserve_ = takes_cycle_to_reserve(*network) ? 1 : 0;
  }
  by_closed_form_ = links_ == nullptr && (!staged_ || closed_forms_hold(model_, staged_->pipeline));
}

// Between processors of a router there are no links, and a flit a cycle goes by their channels.
Cycle MessageTimes::first_interval(const MessageView& m) const {
  if (m.hops() == 0) {
    return 1;
  }
  return links_ == nullptr
             ? model_.t_m
             : links_->of(m.topology->router_of(m.source), m.ports[0]).cycles_per_flit;
}

LinkTime MessageTimes::link_of(NodeId node, PortId port) const {
  return links_ != nullptr ? links_->of(node, port)
                           : LinkTime{staged_->link_delay, staged_->cycles_per_flit};
}

Cycle MessageTimes::at_port(const MessageView& m, std::uint64_t payload_flits) const {
  return at_port(static_cast<Cycle>(m.header_flits() - 1 + payload_flits), first_interval(m));
}

Cycle MessageTimes::at_port(std::size_t hops, std::uint64_t payload_flits) const {
  return at_port(static_cast<Cycle>(payload_flits), hops == 0 ? 1 : model_.t_m);
}

Cycle MessageTimes::at_port(Cycle behind, Cycle interval) const {
  return staged_ ? staged_->startup + injection_cycles(staged_->pipeline, behind + 1)
                 : model_.t_s - 1 + behind * interval;
}

Cycle MessageTimes::to_end(std::size_t hops, std::uint64_t payload_flits) const {
  if (by_closed_form_) {
    return message_cycles(model_, switching_, hops, 1, payload_flits);
  }
  PacketFlight flight(*staged_);
  for (std::size_t hop = 0; hop < hops; ++hop) {
    flight.pass({staged_->link_delay, staged_->cycles_per_flit});
  }
  return staged_->startup + kFixedStartup + flight.cycles(static_cast<Cycle>(payload_flits) + 1);
}

std::map<NodeId, Cycle> MessageTimes::to_copies(const WormTree& tree,
                                                std::uint64_t payload_flits) const {
  const auto flits = static_cast<Cycle>(payload_flits);
  const Cycle lead = header_lead(staged_->pipeline);
  const Cycle round_trip = staged_->round_trip(staged_->link_delay);
  const Cycle every_link =
      std::max<Cycle>(lead + round_trip - staged_->buffer_flits * model_.t_m, 0);
  const auto& stops = tree.stops();
  std::vector<Cycle> ahead(stops.size(), 0);  // links to the farthest stop
  for (std::size_t i = stops.size() - 1; i > 0; --i) {
    ahead[stops[i].parent] = std::max(ahead[stops[i].parent], ahead[i] + 1);
  }
  std::vector<Cycle> late(stops.size(), 0);
  std::map<NodeId, Cycle> cycles;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    late[i] = stops[i].ways.empty()
                  ? -flits * (model_.t_m - 1)
                  : std::min(ahead[i], flits / staged_->buffer_flits) * every_link;
    if (i > 0) {
      late[i] = std::max(late[i], late[stops[i].parent] - lead);
    }
    if (stops[i].copies) {
      cycles[stops[i].node] = to_reserve_ + late[i] +
                              message_cycles(model_, switching_, stops[i].depth, 1, payload_flits);
    }
  }
  return cycles;
}

Cycle MessageTimes::in_front(const MessageView& m, std::uint64_t payload_flits) const {
  const RouterPipeline& pipeline = staged_->pipeline;
  const Cycle interval = pipeline.output_speedup > 1 ? 1 : first_interval(m);
  return header_turn(pipeline) + static_cast<Cycle>(payload_flits) * interval;
}

Cycle MessageTimes::on_staged_routers(const MessageView& m, Cycle flits) const {
  PacketFlight flight(*staged_);
  NodeId here = m.topology->router_of(m.source);
  for (std::size_t hop = 0; hop < m.hops(); ++hop) {
    flight.pass(link_of(here, m.ports[hop]));
    here = m.topology->neighbour(here, m.ports[hop]);
  }
  return staged_->startup + kFixedStartup + flight.cycles(flits);
}

std::vector<Cycle> MessageTimes::over_links(const MessageView& m,
                                            std::uint64_t payload_flits) const {
  if (staged_) {
    return {on_staged_routers(m, static_cast<Cycle>(m.header_flits() + payload_flits))};
  }
  const auto last = static_cast<Cycle>(m.header_flits() - 1 + payload_flits);
  const bool stores = switching_ == Switching::kStoreAndForward;
  if (m.hops() == 0) {
    return {model_.t_s + last};
  }
  std::vector<Cycle> cycles;
  FlitDates dates;
  Cycle stored = 0;
  NodeId here = m.topology->router_of(m.source);
  for (std::size_t hop = 0; hop < m.hops(); ++hop) {
    const LinkTime link = links_->of(here, m.ports[hop]);
    stored += links_->router_delay() + link.delay + last * link.cycles_per_flit;
    dates.pass(link, links_->router_delay(), static_cast<Cycle>(cycles.size()));
    here = m.topology->neighbour(here, m.ports[hop]);
    const bool passes_destination =
        cycles.size() + 1 < m.destinations.size() && here == m.destinations[cycles.size()];
    if (passes_destination || hop + 1 == m.hops()) {
      cycles.push_back(model_.t_s + (stores ? stored : dates.arrival(last)));
    }
  }
  return cycles;
}

}  // namespace flitcast
