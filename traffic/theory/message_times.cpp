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

std::vector<Cycle> MessageTimes::over_links(const MessageView& m,
                                            std::uint64_t payload_flits) const {
  const auto last = static_cast<Cycle>(m.header_flits() - 1 + payload_flits);
  const bool stores = switching_ == Switching::kStoreAndForward;
  std::vector<Cycle> cycles;
  FlitDates dates;
  Cycle stored = 0;
  NodeId here = m.source;
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
