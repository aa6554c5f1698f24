#pragma once

#include <string>
#include <string_view>

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"

namespace flitcast {

/// "traffic.JOB.KEY".
std::string full_key(const std::string& job, std::string_view key);

/// The value of a key of a job, by the last part of its name.
std::string given_or(const JobConfig& job, const char* key, const char* fallback);

/// The configuration of a job as that of a run of its own on the hardware of all of them: `raw` is
/// what was given, `all` is made of it. Throws ConfigError for what cannot be a job.
RawConfig config_of_job(const JobConfig& job, const RawConfig& raw, const Config& all);

}  // namespace flitcast
