#pragma once

#include <string>
#include <vector>

#include "tb/explore/regress/regress_files.h"
#include "tb/explore/regress/regress_verdict.h"

namespace flitcast {

/// Verdicts of files, in the same order, as the XML that CI systems read for JUnit: a test case for
/// every file, named by its path, with its time in seconds.
std::string junit_xml(const std::vector<RegressFile>& files,
                      const std::vector<RegressVerdict>& verdicts, double seconds);

}  // namespace flitcast
