#include "traffic/verify/critical_path.h"

#include <algorithm>

#include "hw/routing/rectangle.h"
#include "traffic/schedule/worms_of_round.h"

namespace flitcast {

CriticalPath::CriticalPath(const Operation& operation, const Routing& routing,
                           const VerifyOptions& options)
    : routing_(routing),
      model_(options.model),
      times_(options.model, options.switching, options.links, options.network),
      ports_(times_.senders(options.ports)),
      operation_(operation),
      port_free_(operation.nodes * static_cast<std::size_t>(ports_), 0) {
  if (times_.queues_at_router() && options.ports == 1) {
    front_free_.resize(operation.nodes, 0);
  }
  if (operation.family() != BlockFamily::kLoose) {
    places_.emplace(operation);
    ready_.resize(places_->size(), 0);
  }
}

inline Cycle CriticalPath::take_port(const MessageView& m, std::uint64_t payload_flits,
                                     Cycle ready) {
  const auto first = port_free_.begin() + std::ptrdiff_t{m.source} * ports_;
  const auto port = std::min_element(first, first + ports_);
  const Cycle start = std::max(ready, *port);
  *port = start + times_.at_port(m, payload_flits);
  if (front_free_.empty()) {
    return start;
  }
  Cycle& front = front_free_[m.source];
  const Cycle in_front = std::max(start + times_.until_front(), front);
  front = in_front + times_.in_front(m, payload_flits);
  return in_front - times_.until_front();
}

inline void CriticalPath::move(const MessageView& m, std::uint64_t payload_flits, Cycle copying) {
  Cycle ready = 0;
  for (const Block& block : m.blocks) {
    ready = std::max(ready, ready_[places_->find(m.source, block)]);
  }
  const Cycle start = take_port(m, payload_flits, ready);
  const Cycle finish = start + times_.to_end(m, payload_flits) + copying;
  cycles_ = std::max(cycles_, finish);
  for (const Block& block : m.blocks) {
    ready_[places_->find(m.source, block)] = finish;
  }
}

void CriticalPath::add(const Schedule& schedule, const Round& round) {
  const Cycle copying = static_cast<Cycle>(round.copy_flits()) * model_.t_r;
  if (operation_.family() == BlockFamily::kPersonalised) {
    for (std::size_t i = 0; i < round.size(); ++i) {
      move(round[i], schedule.payload_flits(round[i]), copying);
    }
    return;
  }
  starts_.clear();
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    starts_.push_back(m.joins ? starts_.back()
                              : take_port(m, schedule.payload_flits(m), available(m)));
  }
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    const std::uint64_t payload = schedule.payload_flits(m);
    const Cycle handling = reduction_cycles(model_, schedule, m) + copying;
    if (!m.joins) {
      take_tree(round, i, payload);
    }
    if (copies_.empty()) {
      arrive(m, starts_[i] + times_.to_reserve(round, i), payload, handling);
    } else {
      be_ready(m, m.destinations[0], starts_[i] + copies_.at(m.destinations[0]) + handling);
    }
  }
}

void CriticalPath::take_tree(const Round& round, std::size_t first, std::uint64_t payload_flits) {
  copies_.clear();
  if (shares_worm(round, first) && times_.tells_copies()) {
    copies_ = times_.to_copies(
        tree_to(routing_, round[first].source, destinations_of_worm(round, first)), payload_flits);
  }
}

Cycle CriticalPath::available(const MessageView& m) const {
  Cycle ready = 0;
  if (places_) {
    for (const Block& block : m.blocks) {
      ready = std::max(ready, ready_[places_->find(m.source, block)]);
      if (const auto ingredient = operation_.ingredient(m.source, block)) {
        ready = std::max(ready, ready_[places_->find(m.source, *ingredient)]);
      }
    }
  }
  return ready;
}

void CriticalPath::arrive(const MessageView& m, Cycle start, std::uint64_t payload_flits,
                          Cycle handling) {
  times_.for_each_arrival(m, payload_flits, [&](NodeId destination, Cycle cycles) {
    be_ready(m, destination, start + cycles + handling);
  });
}

inline void CriticalPath::be_ready(const MessageView& m, NodeId destination, Cycle finish) {
  cycles_ = std::max(cycles_, finish);
  if (!places_) {
    return;
  }
  for (const Block& block : m.blocks) {
    Cycle& ready = ready_[places_->find(destination, block)];
    ready = std::max(ready, finish);
    if (m.transfer == Transfer::kAddToBoth) {
      Cycle& first = ready_[places_->find(destination, first_of_both(block))];
      first = std::max(first, finish);
    }
  }
}

}  // namespace flitcast
