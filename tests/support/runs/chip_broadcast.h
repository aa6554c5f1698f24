#pragma once

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "tb/results/run_csv.h"
#include "tb/sim/link_wait_watch.h"
#include "tests/support/runs/chip_trace.h"
#include "tests/support/runs/played_program.h"

/// Broadcasts of a chip of 4 x 3 tiles as worms that fork.
namespace flitcast::chip_broadcast {

using chip_trace::barrier;
using chip_trace::event;
using chip_trace::list;
using chip_trace::read;
using chip_trace::to;
using chip_trace::Who;

inline GivenKeys operator+(GivenKeys keys, const GivenKeys& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

/// Routers in which worms fork, but for the word that says so.
inline const GivenKeys kForkingChip{
    {"topology.kind", "opposite_tori"}, {"topology.dims", "4x3"},
    {"link.flit_bytes", "32"},          {"link.delay", "3"},
    {"router.pipeline", "staged"},      {"router.traversal_delay", "2"},
    {"router.inject", "serial"},        {"router.vcs", "8"},
    {"router.message_classes", "4"}};

inline GivenKeys forking(const char* forks) {
  return kForkingChip + GivenKeys{{"router.forks", forks}};
}

struct Corners {
  int left, top, right, bottom;
};

inline std::string multicast(const Who& who, std::uint64_t at, const Corners& to, int flits,
                             bool posted = true) {
  return event(who, at, "WRITE_MULTICAST",
               fmt::format(R"("mcast_start_x":{}, "mcast_start_y":{}, "mcast_end_x":{}, )"
                           R"("mcast_end_y":{}, "num_bytes":{}{})",
                           to.left, to.top, to.right, to.bottom, 32 * flits,
                           posted ? R"(, "posted":true)" : ""));
}

/// A trace that has been played.
class Played {
 public:
  Played(const std::vector<std::string>& events, const GivenKeys& keys)
      : plan_(plan_run(raw(folder_.write("x.json", list(events)), keys))), watch_(config()) {
    RunParts parts;
    parts.channels = true;
    parts.observers.push_back(&watch_);
    run_ = std::get<ProgramRun>(simulate(plan_, parts));
  }

  const ProgramPlan& plan() const { return std::get<ProgramPlan>(plan_); }
  const ProgramRun& run() const { return run_; }
  const Config& config() const { return config_of(plan_); }
  /// From issue until the last word is there, by destination, of all broadcasts.
  std::map<NodeId, Cycle> cycles_of_copies() const {
    return by_destination(
        [](const MessageDates& message) { return message.tail - message.issued; });
  }
  /// What these should have been without anything in their way.
  std::map<NodeId, Cycle> predicted() const {
    return by_destination([this](const MessageDates& message) {
      const MessageCosts costs = run_.record->costs_of(message);
      return run_.record->model().t_s + costs.hops + costs.flits;
    });
  }
  /// The column of where each wait was.
  std::vector<std::string> blamed() const {
    std::vector<std::string> places;
    std::istringstream csv(wait_csv(run_, watch_.waits()));
    std::string line;
    for (std::getline(csv, line); std::getline(csv, line);) {
      places.push_back(line.substr(line.rfind(',') + 1));
    }
    return places;
  }

 private:
  template <typename Cycles>
  std::map<NodeId, Cycle> by_destination(Cycles&& cycles) const {
    std::map<NodeId, Cycle> result;
    for (const auto& sends : plan().program().broadcasts()) {
      for (const std::uint32_t op : sends) {
        const MessageDates& message = run_.record->message_of(op);
        result[message.destination] = cycles(message);
      }
    }
    return result;
  }
  static RawConfig raw(const std::string& file, const GivenKeys& keys) {
    RawConfig raw;
    give(raw, "traffic.program", file);
    for (const auto& [key, value] : keys) {
      give(raw, key, value);
    }
    return raw;
  }

  TempFolder folder_;
  PlannedRun plan_;
  LinkWaitWatch watch_;
  ProgramRun run_;
};

}  // namespace flitcast::chip_broadcast
