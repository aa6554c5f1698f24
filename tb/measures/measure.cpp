#include "tb/measures/measure.h"

#include <algorithm>

namespace flitcast {
namespace {

using Kind = Measure::Kind;

constexpr std::string_view kCycles = "cycles";
constexpr std::string_view kRate = "flits per node and cycle";

constexpr Measure kMeasures[] = {
    {"expect.completion_cycles", Kind::kWhole, kCycles, "completion time"},
    {"expect.rounds", Kind::kWhole, "", "rounds of the schedule"},
    {"expect.excess_cycles", Kind::kWhole, kCycles, "completion minus prediction"},
    {"expect.messages", Kind::kWhole, "", "messages of the schedule"},
    {"expect.flits", Kind::kWhole, "", "payload flits of all messages"},
    {"expect.flit_hops", Kind::kWhole, "", "traversals of a router output"},
    {"expect.predicted_cycles", Kind::kWhole, kCycles, "closed form of the row"},
    {"expect.lower_bound_cycles", Kind::kWhole, kCycles, "bound of the operation"},
    {"expect.critical_path_cycles", Kind::kWhole, kCycles, "longest chain of dependent messages"},
    {"expect.background.quiet.completion_cycles", Kind::kWhole, kCycles,
     "of a schedule under load: what it takes alone"},
    {"expect.background.slowdown", Kind::kDecimal, "", "likewise: how many times as long it took"},
    {"expect.latency.min", Kind::kWhole, kCycles,
     "shortest time from issue to arrival of the tail"},
    {"expect.latency.mean", Kind::kDecimal, kCycles, "mean of these times"},
    {"expect.latency.p50", Kind::kWhole, kCycles, "their median"},
    {"expect.latency.p95", Kind::kWhole, kCycles, "what 95 of 100 do not exceed"},
    {"expect.latency.p99", Kind::kWhole, kCycles, "what 99 of 100 do not exceed"},
    {"expect.latency.max", Kind::kWhole, kCycles, "the longest"},
    {"expect.saturated", Kind::kWord, "", "of load: beyond load.saturation, or stalled",
     "yes | no"},
    {"expect.verdict", Kind::kWord, "", "of load: what became of the network",
     "settled | unsettled | saturated | stalled"},
    {"expect.offered", Kind::kDecimal, kRate, "of load: what nodes made"},
    {"expect.accepted.mean", Kind::kDecimal, kRate, "of load: what arrived"},
    {"expect.latency.queueing", Kind::kDecimal, kCycles, "of load: mean time before the network"},
    {"expect.latency.network", Kind::kDecimal, kCycles, "of load: mean time in it"},
    {"expect.round_trip", Kind::kDecimal, kCycles, "of load: mean time from request to reply"},
    {"expect.theory.zero_load", Kind::kDecimal, kCycles,
     "of load: mean latency without it, in theory"},
    {"expect.theory.bound", Kind::kDecimal, kRate,
     "of load: the largest rate at which all flows can be delivered"},
    {"expect.links.max_utilization", Kind::kDecimal, "",
     "share of the time that the busiest link carries"},
    {"expect.links.mean_utilization", Kind::kDecimal, "", "the same, all links together"},
    {"expect.links.blocked_cycles", Kind::kWhole, kCycles,
     "time that flits stood ready without leave"},
    {"expect.data_check", Kind::kWord, "",
     "whether nodes hold in the end what the operation promises", "passed | failed | off"},
    {"expect.deadlock", Kind::kWord, "", "why the run gave up", "none | no_progress | max_cycles"},
    {"expect.messages_hash", Kind::kHash, "",
     "XXH3 of what output.messages writes: xxhsum -H3 of the file"},
    {"expect.exit_code", Kind::kWord, "",
     "exit code, expectations aside; judged by flitcast regress only", "0 | 1 | 2 | 3 | 4", false},
    {"expect.error", Kind::kText, "",
     "part of the message on standard error; judged by flitcast regress only", "", false},
};

}  // namespace

std::string_view Measure::syntax() const {
  switch (kind) {
    case Kind::kWhole:
      return "N, N +- N, N +- P %, >= N, <= N, N .. N";
    case Kind::kDecimal:
      return "X, X +- X, X +- P %, >= X, <= X, X .. X";
    case Kind::kWord:
      return words;
    case Kind::kHash:
      return "16 hexadecimal digits";
    case Kind::kText:
      break;
  }
  return "TEXT";
}

const std::vector<Measure>& measures() {
  static const std::vector<Measure> all(std::begin(kMeasures), std::end(kMeasures));
  return all;
}

const Measure* find_measure(std::string_view path) {
  const auto found = std::find_if(std::begin(kMeasures), std::end(kMeasures),
                                  [&](const Measure& each) { return each.path() == path; });
  return found == std::end(kMeasures) ? nullptr : found;
}

}  // namespace flitcast
