#include "tb/measures/result.h"

#include <cstddef>

namespace flitcast {

const char* data_check_name(DataCheck check) {
  constexpr const char* kNames[] = {"passed", "failed", "off"};
  return kNames[static_cast<std::size_t>(check)];
}

std::optional<ExcessSplit> ScheduleRun::added_split() const {
  if (!excess_split || !background->quiet_split) {
    return std::nullopt;
  }
  ExcessSplit added = *excess_split;
  for (std::size_t cause = 0; cause < kWaitCauses; ++cause) {
    const auto each = static_cast<WaitCause>(cause);
    added.waits[each] -= background->quiet_split->waits[each];
  }
  added.slack -= background->quiet_split->slack;
  return added;
}

std::vector<Cycle> JobResult::waits_by_job() const {
  std::vector<Cycle> waits;
  for (const BlamedChannel& channel : channels) {
    waits.resize(channel.by_job.size());
    for (std::size_t job = 0; job < waits.size(); ++job) {
      waits[job] += channel.by_job[job];
    }
  }
  return waits;
}

}  // namespace flitcast
