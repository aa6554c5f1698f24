#include "tb/cli/explore/given_lists.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/key_suggestions.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/explore/sweep/sweep_values.h"

namespace flitcast {
namespace {

bool takes(const ConfigKey& key, const std::string& value) {
  try {
    key.check(value);
    return true;
  } catch (const ValueError&) {
    return false;
  }
}

/// No value, but several.
bool is_list_of(const ConfigKey& key, const std::string& text) {
  try {
    const std::vector<std::string> values = parse_sweep_values(text);
    return values.size() > 1 && !takes(key, text) &&
           std::all_of(values.begin(), values.end(),
                       [&key](const std::string& value) { return takes(key, value); });
  } catch (const ValueError&) {
    return false;
  }
}

}  // namespace

void refuse_lists(const Arguments& arguments) {
  for (const auto& [name, value] : arguments.keys) {
    const ConfigKey* const key = find_key(name);
    if (key != nullptr && tells_runs_apart(*key) && is_list_of(*key, value)) {
      throw ConfigError(fmt::format("--{}: takes one value; give the list as \"--sweep.{}={}\"",
                                    name, short_name(*key), value));
    }
  }
}

}  // namespace flitcast
