#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/config/keys/config_keys.h"

namespace flitcast {

/// What follows "sweep." in the name of a key; nothing for any other key. Whether there is such a
/// key to sweep is found out by check_sweep_key.
std::optional<std::string_view> swept_part(std::string_view key);

/// The key of a full name, "traffic.message_flits", or of the last part of one,
/// "message_flits", where only one key has it. Throws ValueError (config_value.h) for names of no
/// key (naming the nearest) or of several (naming them), and for keys that change no run and can
/// thus not tell points apart: outputs, traces, expectations.
const ConfigKey& key_to_sweep(std::string_view name);

/// What names the keys that it takes.
std::vector<std::string> keys_to_sweep();

// What a [sweep] section has besides lists: which of them run together, and what is left out.
inline constexpr std::string_view kZip = "zip";
inline constexpr std::string_view kSkip = "skip";

/// What may stand after "sweep.": a name as for key_to_sweep, zip or skip. Throws ValueError.
void check_sweep_key(std::string_view name);

/// True for a key that says something about a run, not about what is to be done with its results.
bool tells_runs_apart(const ConfigKey& key);

}  // namespace flitcast
