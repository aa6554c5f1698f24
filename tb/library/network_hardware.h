#pragma once

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// The hardware of a configuration whose traffic comes from elsewhere: what is heeded is said at
/// Network::Network. Its routing is proved unless run.allow_deadlock is on; `watcher` may be null,
/// it is told how far the proof is. Throws ConfigError.
Config network_hardware(const RawConfig& raw, VerifyWatcher* watcher = nullptr);

}  // namespace flitcast
