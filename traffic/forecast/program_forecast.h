#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/placement.h"

namespace flitcast {

/// What is known of a program without the network: it is played on one where messages wait for
/// nothing but a send port. That is one order of times: where operations race another could end
/// with other data, see find_races(), and may be sooner or later, as contention may let sends of a
/// rank, or messages for receives from anywhere, come in a better order (Graham, SIAM J. Appl.
/// Math. 17(2), 1969). So it is no bound; program_bound() is one.
struct ProgramForecast {
  Cycle cycles = 0;  ///< without contention; where it does not end, to where it comes to a stand
  /// Operations that wait for ever, and for what; empty where the program ends.
  std::vector<std::string> waiting;
  std::uint64_t left_over = 0;    ///< messages that nobody receives
  std::string first_left_over;    ///< one of them, in words
  std::uint64_t smaller = 0;      ///< receives that take more than their message has
  std::string first_smaller;      ///< the first of them, in words
  std::uint32_t least_depth = 0;  ///< of FIFOs with which it ends; 0: where that does not matter
  std::string data_error;         ///< what it computes is not what it promises; empty where it is

  /// None of one that comes to a stand.
  std::optional<Cycle> prediction() const {
    return waiting.empty() ? std::optional(cycles) : std::nullopt;
  }
};

/// Throws std::length_error as ProgramMachine::act.
ProgramForecast forecast(const Program& program, const Placement& nodes, const Routing& routing,
                         const NetworkConfig& network);

/// Whether another order of times could end otherwise, of a program that ends.
struct FoundRaces {
  std::string first;     ///< in words; empty: none has been found
  bool complete = true;  ///< all has been looked at
};
FoundRaces find_races(const Program& program, const Placement& nodes, const Routing& routing,
                      const NetworkConfig& network);

}  // namespace flitcast
