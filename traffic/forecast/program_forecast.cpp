#include "traffic/forecast/program_forecast.h"

#include <algorithm>
#include <map>

#include "hw/routing/rectangle.h"
#include "hw/topology/link_times.h"
#include "traffic/forecast/program_races.h"
#include "traffic/program/program_machine.h"
#include "traffic/program/program_player.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/message_times.h"

namespace flitcast {
namespace {

/// Send ports, and ways where nobody else is.
class EmptyNetwork final : private MessageCarrier {
 public:
  EmptyNetwork(const Program& program, const Placement& nodes, const Routing& routing,
               const NetworkConfig& network, std::uint32_t fifo_depth)
      : program_(program),
        nodes_(nodes),
        routing_(routing),
        links_(routing.topology(), network),
        times_(timing_model(network), network.switching, &links_, &network),
        ports_(static_cast<std::size_t>(times_.senders(network.ports))),
        free_(program.ranks() * ports_, 0),
        way_(routing.topology()),
        machine_(program, program_costs(network), fifo_depth, 0, *this) {}

  const ProgramMachine& play(ProgramWatcher* watcher = nullptr) {
    machine_.set_watcher(watcher);
    machine_.start(0);
    while (machine_.next() != ProgramMachine::kNever) {
      machine_.act(machine_.next());
    }
    return machine_;
  }

 private:
  void carry(std::uint32_t number, Cycle now) override {
    const ProgramMessage& message = machine_.message(number);
    const std::uint64_t flits = program_[message.op].amount;
    if (program_.forks(message.op)) {
      carry_copy(number, now);
      return;
    }
    way_.clear();
    begin_unicast(way_, routing_, nodes_[message.source], nodes_[message.destination]);
    const Sent sent = send(message.source, times_.at_port(way_[0], flits), now);
    machine_.sent(number, sent.over);
    machine_.arrived(number, sent.issued + times_.to_end(way_[0], flits));
  }
  // Those that join a worm come right after its first message.
  void carry_copy(std::uint32_t number, Cycle now) {
    const ProgramMessage& message = machine_.message(number);
    const std::uint64_t flits = program_[message.op].amount;
    if (!program_[message.op].joins) {
      std::vector<NodeId> destinations{nodes_[message.destination]};
      for (const std::uint32_t joined : program_.joined(message.op)) {
        destinations.push_back(nodes_[program_[joined].peer]);
      }
      copies_ = times_.to_copies(tree_to(routing_, nodes_[message.source], destinations), flits);
      of_tree_ = send(message.source, times_.at_port(1, flits), now);
    }
    machine_.sent(number, of_tree_.over);
    machine_.arrived(number, of_tree_.issued + copies_.at(nodes_[message.destination]));
  }
  struct Sent {
    Cycle issued = 0;
    Cycle over = 0;
  };
  // By the port of the rank that is free first.
  Sent send(std::uint32_t rank, Cycle cycles, Cycle now) {
    const auto first = free_.begin() + static_cast<std::ptrdiff_t>(rank * ports_);
    Cycle& port = *std::min_element(first, first + static_cast<std::ptrdiff_t>(ports_));
    const Cycle issued = std::max(now, port);
    port = issued + cycles;
    return {issued, port};
  }
  void forget(std::uint32_t /*message*/) override {}

  const Program& program_;
  const Placement& nodes_;
  const Routing& routing_;
  LinkTimes links_;
  MessageTimes times_;
  std::size_t ports_;
  std::vector<Cycle> free_;  // from when on a port of a rank is
  Round way_;
  Sent of_tree_;                    // the last worm that forks,
  std::map<NodeId, Cycle> copies_;  // and its cycles by destination
  ProgramMachine machine_;
};

}  // namespace

ProgramForecast forecast(const Program& program, const Placement& nodes, const Routing& routing,
                         const NetworkConfig& network) {
  constexpr std::size_t kMost = 4;
  ProgramForecast forecast;
  EmptyNetwork empty(program, nodes, routing, network, program.fifo_depth);
  const ProgramMachine& machine = empty.play();
  forecast.cycles = machine.completion();
  forecast.waiting = machine.waiting(kMost);
  forecast.left_over = machine.left_over();
  forecast.first_left_over = machine.describe_left_over();
  forecast.smaller = machine.smaller();
  forecast.first_smaller = machine.first_smaller();
  if (!machine.finished()) {
    return forecast;
  }
  forecast.data_error = machine.data_error();
  if (program.fifo_depth == 0) {
    return forecast;
  }
  std::uint32_t too_small = 0;
  forecast.least_depth = program.fifo_depth;
  while (forecast.least_depth - too_small > 1) {
    const std::uint32_t depth = too_small + (forecast.least_depth - too_small) / 2;
    const bool ends = EmptyNetwork(program, nodes, routing, network, depth).play().finished();
    (ends ? forecast.least_depth : too_small) = depth;
  }
  return forecast;
}

FoundRaces find_races(const Program& program, const Placement& nodes, const Routing& routing,
                      const NetworkConfig& network) {
  ProgramRaces races(program);
  EmptyNetwork(program, nodes, routing, network, program.fifo_depth).play(&races);
  return {races.first(), races.complete()};
}

}  // namespace flitcast
