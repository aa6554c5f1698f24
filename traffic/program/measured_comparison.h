#pragma once

#include <optional>
#include <vector>

#include "traffic/program/program_record.h"

namespace flitcast {

/// What a program took where it ran before, beside what it takes here. Errors are relative to what
/// was measured, 0.1 for a tenth more.
struct MeasuredComparison {
  struct Wait {
    Cycle start;
    Cycle end;
    double error;  ///< of how long it was
  };
  Cycle makespan = 0;  ///< from the beginning of the program to the last end of a processor, here
  double makespan_error = 0;
  std::vector<Wait> waits;  ///< here, in the order of MeasuredRun::waits
  // Of their sizes; 0 without waits.
  double median_error = 0;
  double p90_error = 0;
  /// Whether the long ones are long here, too: Spearman's rank correlation, -1 … 1; 1 for fewer
  /// than two different ones.
  double order = 1;
};

/// Nothing where nothing was measured. Precondition: the program has ended.
std::optional<MeasuredComparison> compare_with_measured(const ProgramRecord& record);

}  // namespace flitcast
