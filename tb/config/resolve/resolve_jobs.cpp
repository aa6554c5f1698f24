#include <algorithm>

#include "tb/config/keys/job_keys.h"
#include "tb/config/resolve/resolve_parts.h"

namespace flitcast {

bool gives_jobs(const RawConfig& raw) {
  return std::any_of(raw.texts.begin(), raw.texts.end(),
                     [](const auto& given) { return job_key_name(given.first).has_value(); });
}

void resolve_jobs(const RawConfig& raw, Config& config) {
  for (const auto& [name, value] : raw.texts) {
    const std::string_view section = find_key(name)->section();
    const bool other = section == "load" || (section == "traffic" && !job_key_name(name));
    refuse(config, {{other, name,
                     "says what to play, and so do sections [traffic.NAME]; give it to one of them "
                     "or leave it out"}});
  }
  for (const char* key : {"output.messages", "output.data"}) {
    refuse(config, {{config.places.given(key), key,
                     "is for one schedule or program; jobs have no such file, leave the key out"}});
  }
}

}  // namespace flitcast
