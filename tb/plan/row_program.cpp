#include "tb/plan/row_program.h"

#include <stdexcept>

#include "traffic/program/schedule_ops.h"
#include "traffic/schedule/messages.h"

namespace flitcast {

std::uint64_t messages_with_ways(const Draft& draft) {
  const Schedule& schedule = draft.schedule();
  std::uint64_t ways = 0;
  Round round(draft.topology());
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    round.clear();
    schedule.fill(r, round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      ways += carries_route(round[i], draft.routing()) ? 1 : 0;
    }
  }
  return ways;
}

Program program_of_row(const RawConfig& row, const Config& config) {
  const Draft draft(row);
  const char* const key = draft.config().schedule ? "traffic.schedule" : "traffic.algorithm";
  NetworkConfig network = config.network;
  network.ports = draft.config().network.ports;
  try {
    return program_of(draft.schedule(), draft.topology(), network);
  } catch (const ScheduleError& error) {
    throw row.places.error(key, "{} cannot be a program: {}", draft.schedule().algorithm,
                           error.what());
  } catch (const std::length_error& error) {
    throw row.places.error(key, "{} cannot be a program: {}", draft.schedule().algorithm,
                           error.what());
  }
}

}  // namespace flitcast
