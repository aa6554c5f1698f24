#pragma once

#include <string>
#include <vector>

#include "tb/explore/regress/regress_files.h"
#include "tb/explore/regress/regress_verdict.h"

namespace flitcast::explore {

/// What a file has to say instead for its run to pass.
struct RegressUpdate {
  std::vector<ExpectChange> changes;
  std::string obstacle;  ///< why no new value can make it pass; empty when the changes do
};

/// A number keeps the form of its expectation, its tolerance and its notation; of a bound or range,
/// the end that is broken moves to the measured value. There are no changes for a run that was
/// killed or met an error of the program, for what the file has no key for, and for what was not
/// measured.
RegressUpdate update_of(const RegressFile& file, const RegressVerdict& verdict);

/// Rewrites the file. Throws ConfigError when it is not any more what was run, FileError when it
/// cannot be written.
void apply(const RegressUpdate& update, const RegressFile& file);

}  // namespace flitcast::explore
