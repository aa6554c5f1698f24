#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/explore/regress/regress_files.h"
#include "tb/explore/regress/regress_verdict.h"

namespace flitcast {

/// Verdicts of files, in the same order, as the XML that CI systems read for JUnit: a test case for
/// every file, named by its path, with its time where `seconds`
/// are given, which are those of all.
std::string junit_xml(const std::vector<RegressFile>& files,
                      const std::vector<RegressVerdict>& verdicts, std::optional<double> seconds);

}  // namespace flitcast
