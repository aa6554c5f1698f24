#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/config/keys/config_keys.h"

namespace flitcast {

// What is meant by names of no key, and how keys are named in hints.

/// The keys that people call so, none or more: what it is called elsewhere ("mu", "nodes",
/// "message-size"), a hyphen for an underscore, a key of another section ("router.startup" is
/// ni.startup).
std::vector<const ConfigKey*> keys_known_as(std::string_view name);

/// The key whose name differs in few letters, or goes on after these; null where none is near. A
/// name without a section is compared with last parts.
const ConfigKey* nearest_key(std::string_view name);

/// What to say of a name of no key: "give ni.startup", "the nearest is router.delay", or where the
/// keys are told of.
std::string hint_on_key(std::string_view name);

/// How a key is named where no section is about: by its last part where that names it alone.
std::string_view short_name(const ConfigKey& key);

}  // namespace flitcast
