#pragma once

#include <string>

#include "tb/config/ini/raw_config.h"

namespace flitcast {

/// As parse_config for a file; a relative traffic.data or traffic.vector counts from the file's
/// folder. A result file (tb/results/result_file.h) is a configuration, too: that of its run.
RawConfig read_config(const std::string& file);

}  // namespace flitcast
