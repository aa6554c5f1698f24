#include "tb/measures/result.h"

#include <stdexcept>

namespace flitcast {

const char* data_check_name(DataCheck check) {
  switch (check) {
    case DataCheck::kPassed:
      return "passed";
    case DataCheck::kFailed:
      return "failed";
    case DataCheck::kOff:
      return "off";
  }
  throw std::logic_error("unknown data check");
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

}  // namespace flitcast
