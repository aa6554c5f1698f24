#pragma once

#include <memory>

#include "tb/schedules/schedule_file.h"
#include "traffic/row/row.h"

namespace flitcast {

/// The row that plays the schedule of a file, on the hardware that it is made for: like a row of
/// the catalogue, but for a closed form. The blocks are as large as the request says, and what
/// nodes rearrange grows with them.
Row row_of(const std::shared_ptr<const ScheduleFile>& schedule, const RowModel& model);

}  // namespace flitcast
